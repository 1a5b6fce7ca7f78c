//! The rules, one sentence a test.

mod ends;
mod merchants;
mod pushes;
mod texts;

use jabberwock_game::{Position as _, Step, Variant, legal_turns};

use super::{Chaotic, Position};

const START: &str = "knarm3/narmr3/pppppppp/8/8/PPPPPPPP/3RMRAN/3MRANK w - - 0 1";

fn read(text: &str) -> Position {
    Chaotic
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after the given turns.
fn after(text: &str, turns: &str) -> Position {
    let mut pos = read(text);
    for turn in turns.split(' ') {
        let turn = Chaotic
            .parse_turn(&pos, turn)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        jabberwock_game::play(&mut pos, &turn);
    }
    pos
}

/// Returns the placement after one turn.
fn placement(text: &str, turn: &str) -> String {
    let text = Chaotic.text(&after(text, turn));
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns the legal turns of the piece on `from`: the squares it moves to.
fn goes(text: &str, from: &str) -> String {
    let pos = read(text);
    let mut squares: Vec<String> = legal_turns(&pos)
        .iter()
        .map(|turn| Chaotic.turn_text(&pos, turn))
        .filter_map(|turn| Some(turn.strip_prefix(from)?.to_owned()))
        .collect();
    squares.sort();
    squares.join(" ")
}

fn is_legal(text: &str, turn: &str) -> bool {
    Chaotic.parse_turn(&read(text), turn).is_ok()
}

/// Returns the reason why the turn is refused.
fn refusal(text: &str, turn: &str) -> String {
    match Chaotic.parse_turn(&read(text), turn) {
        Ok(_) => panic!("{text}: {turn} is legal"),
        Err(error) => error.reason().to_owned(),
    }
}

fn outcome(pos: &Position) -> Option<String> {
    pos.outcome().map(|outcome| outcome.to_string())
}

#[test]
fn the_array_is_symmetric_under_a_half_turn() {
    // X2.
    assert_eq!(Chaotic.text(&Chaotic.start()), START);
    let mirrored = Chaotic.mirror(&Chaotic.start()).expect("it has a mirror");
    assert_eq!(Chaotic.text(&mirrored), START.replace(" w ", " b "));
    assert_eq!(legal_turns(&mirrored).len(), 30);
}

#[test]
fn every_piece_moves_in_his_way() {
    // X3, X6, X13.
    let lone = |piece: char| format!("k6n/8/8/8/8/2{piece}5/8/7K w - - 0 1");
    assert_eq!(goes(&lone('N'), "c3"), "a2 a4 b1 b5 d1 d5 e2 e4");
    assert_eq!(
        goes(&lone('R'), "c3"),
        "a3 b3 c1 c2 c4 c5 c6 c7 c8 d3 e3 f3 g3 h3"
    );
    assert_eq!(
        goes(&lone('A'), "c3"),
        "a1 a2 a4 a5 b1 b2 b4 b5 d1 d2 d4 d5 e1 e2 e4 e5 f6 g7 h8"
    );
    assert_eq!(goes(&lone('M'), "c3"), "b2 b3 b4 c2 c4 d2 d3 d4");
    let with_rook = "k6n/8/8/8/8/2P5/1R6/7K w - - 0 1";
    assert_eq!(
        goes(with_rook, "c3"),
        "a3 b3 c1 c2 c4 c5 c6 c7 c8 d3 e3 f3 g3 h3"
    );
    assert_eq!(goes(with_rook, "h1"), "g1 g2 h2");
}

#[test]
fn nothing_promotes_on_the_last_rank() {
    // X3.
    let pos = after("k6n/5P2/8/8/8/8/2R5/7K w - - 0 1", "f7f8 a8a7 f8f1");
    assert_eq!(Chaotic.text(&pos), "7n/k7/8/8/8/8/2R5/5P1K b - - 3 2");
}

#[test]
fn rooks_stop_in_front_of_pawns_and_archbishops_take_them_as_knights_only() {
    // X5, the first of the derived facts.
    let rook = "k7/7n/8/3p4/8/3R4/8/K6M w - - 0 1";
    assert_eq!(goes(rook, "d3"), "a3 b3 c3 d1 d2 d4 e3 f3 g3 h3");
    assert!(refusal(rook, "d3d5").contains("this rook cannot capture the pawn on d5"));
    let bishop = "k7/7n/8/3p4/8/1A6/8/K6M w - - 0 1";
    assert!(refusal(bishop, "b3d5").contains("this archbishop cannot capture the pawn"));
    assert!(is_legal(bishop, "b3c4") && !is_legal(bishop, "b3e6"));
    assert!(is_legal("k7/7n/8/8/3p4/1A6/8/K6M w - - 0 1", "b3d4"));
}

#[test]
fn kings_and_knights_take_pawns() {
    // X5.
    assert!(is_legal("k7/7n/8/8/8/8/1p6/K6M w - - 0 1", "a1b2"));
    assert!(is_legal("k7/7n/8/8/2p5/8/1N6/K6M w - - 0 1", "b2c4"));
}

#[test]
fn pawns_and_merchants_capture_nothing_by_displacement() {
    // X4.
    let text = "k7/8/8/2rnr3/2rMr3/2rrr2P/7r/6K1 w - - 0 1";
    assert_eq!(goes(text, "d4"), "");
    assert_eq!(goes(text, "h3"), "f3 g3 h4 h5 h6 h7 h8");
    assert!(refusal(text, "d4d5").contains("this merchant cannot capture the piece on d5"));
}

#[test]
fn a_piece_that_shields_his_king_stays_on_the_line() {
    // X17.
    let text = "k3r3/8/8/8/4P3/8/8/1R2K2M w - - 0 1";
    assert_eq!(goes(text, "e4"), "e2 e3 e5 e6 e7");
}

#[test]
fn a_pinned_piece_gives_check() {
    // X17: the knight may not leave the file of its king, and gives check all the same.
    let text = "2r5/8/8/k7/2N5/8/8/2K3R1 b - - 0 1";
    assert!(read(text).is_check());
    assert_eq!(
        goes(&text.replace(" b ", " w ").replace("k7", "7k"), "c4"),
        ""
    );
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    let pos = read("6p1/a1r3m1/kp1P1m2/rN5p/3P4/P2p1PPP/2rM3N/2M3RK w - - 20 72");
    let legal = legal_turns(&pos).len();
    let noise = (1..1 << 17).filter_map(Step::unpack);
    assert_eq!(noise.filter(|&step| pos.is_legal(step)).count(), legal);
    assert!(!pos.is_legal(Step::new(u32::MAX)));
}
