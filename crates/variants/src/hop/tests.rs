//! The rules, one sentence a test.

mod rules;
mod scenes;
mod texts;

use jabberwock_game::{Outcome, Position as _, Reason, Step, Variant, legal_turns};

use super::{Hop, Position};
use crate::board::BARE_KINGS;

fn read(text: &str) -> Position {
    Hop.parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(text: &str, turns: &str) -> Position {
    let mut pos = read(text);
    for turn in turns.split(' ') {
        play(&mut pos, turn);
    }
    pos
}

fn play(pos: &mut Position, text: &str) {
    let turn = Hop
        .parse_turn(pos, text)
        .unwrap_or_else(|error| panic!("{}: {error}", Hop.text(pos)));
    jabberwock_game::play(pos, &turn);
}

/// Returns the legal pieces' moves, without placements.
fn piece_moves(text: &str) -> Vec<String> {
    let pos = read(text);
    let mut moves: Vec<String> = legal_turns(&pos)
        .iter()
        .map(|turn| Hop.turn_text(&pos, &turn[..1]))
        .collect();
    moves.sort();
    moves.dedup();
    moves
}

fn is_move(text: &str, mv: &str) -> bool {
    piece_moves(text).iter().any(|known| known == mv)
}

/// Returns the reason why the turn is refused.
fn refusal(text: &str, turn: &str) -> String {
    match Hop.parse_turn(&read(text), turn) {
        Ok(_) => panic!("{text}: {turn} is legal"),
        Err(error) => error.reason().to_owned(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-";
const EXTRA: &str = "r1bqkbnr/pp2pppp/2np4/2p5/8/6P1/PPPPPPBP/RNBQK1NR w KQkq - 0 4 d4/f5";

#[test]
fn the_sources_sample_game_is_played_to_its_end() {
    // The turn, and whether the source marks it as a check.
    let game = [
        ("e2e4", false),
        ("g8f6@d5", false),
        ("d2d4@d3", false),
        ("e7e6@b4", true),
        ("b1c3@g5", false),
        ("f8e7@b4", false),
        ("c1g5,g5f6@e5", false),
        ("e6e5,e5d4@b4", false),
        ("d1d4@e5", false),
        ("g7f6@b4", false),
        ("e4e5,e5f6@e4", false),
        ("b8a6@c5", false),
        ("f6e7@d5", false),
        ("c7c5,c5d4@b4", false),
        ("e7d8q@f3", true),
        ("e8d8@e8", true),
        ("c3e2@f3", false),
        ("d4d3@b4", false),
        ("c2d3@c1", false),
        ("a6b4,b4d3@e8", true),
        ("e1d2@h3", false),
        ("d3b2@c4", true),
        ("d2c2@a4", false),
        ("b2c4,c4a3@e8", true),
        ("c2b3@c1", false),
        ("h8e8,e8e5@a5", false),
        ("e2d4@c6", true),
        ("d8e8@e3", true),
        ("d4c6,c6e5@c6", false),
        ("a7a5@a4", true),
        ("b3a3@b1", false),
        ("b7b5@b4", true),
        ("f1b5@e1", false),
    ];
    let mut pos = Hop.start();
    for (turn, check) in game {
        play(&mut pos, turn);
        assert_eq!(pos.is_check(), check, "{turn}: {}", Hop.text(&pos));
    }
    let end = "r1b1k3/3p1p1p/8/pB2N3/8/K7/P4PPP/R5NR b - - 0 17 e1/b4";
    assert_eq!(Hop.text(&pos), end);
}

#[test]
fn the_sources_extra_position_has_its_three_hops() {
    assert!(is_move(EXTRA, "d2d4,d4c5"));
    let black = EXTRA.replace(" w ", " b ");
    for mv in ["c8f5,f5e4", "c6d4,d4f5,f5g3"] {
        assert!(is_move(&black, mv), "{mv}");
    }
}

#[test]
fn a_lone_bishop_mates_with_a_hopper() {
    // H16: the source of the rule that a lone minor piece is not a draw.
    let pos = read("8/8/8/4B3/8/8/2K5/k7 b - - 0 60 a2/-");
    assert!(pos.is_check());
    assert!(!pos.has_legal_step());
    assert_eq!(
        pos.outcome_when_stuck(),
        Outcome::win(jabberwock_game::Color::White, Reason::CHECKMATE)
    );
    assert_eq!(pos.drawn_by_material(), None);
    let bare = read("8/8/8/8/8/8/2K5/k7 b - - 0 60 a2/-");
    assert_eq!(bare.drawn_by_material(), Some(BARE_KINGS));
}

#[test]
fn white_places_no_hopper_in_the_first_turn_of_the_game() {
    // H4.
    let pos = after(START, "e2e4");
    assert!(pos.at_turn_start());
    assert_eq!(
        Hop.text(&pos),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -/-"
    );
    assert!(refusal(START, "e2e4@d5").contains("White places no hopper"));
    // In a later move White does, though the hopper is still off the board.
    let later = START.replace("0 1", "0 2");
    assert_eq!(
        refusal(&later, "e2e4"),
        "the hopper's square is missing, like @d5"
    );
    after(START, "e2e4 g8f6@d5 d2d4@d3");
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    let pos = read(EXTRA);
    let legal = piece_moves(EXTRA).len();
    let noise = (1..1 << 25).filter_map(Step::unpack);
    assert_eq!(noise.filter(|&step| pos.is_legal(step)).count(), legal);
    assert!(!pos.is_legal(Step::new(u32::MAX)));
}
