//! The rules, one sentence a test.

use jabberwock_game::{Position as _, Stage, Step, Variant, adjudicate, legal_turns, perft};

use super::{Chess, DEAD_POSITION, Position};
use crate::fide::{Move, MoveKind};

fn read(text: &str) -> Position {
    Chess
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after the given moves.
fn after(text: &str, moves: &str) -> Position {
    let mut pos = read(text);
    for mv in moves.split(' ') {
        let turn = Chess
            .parse_turn(&pos, mv)
            .unwrap_or_else(|error| panic!("{error}"));
        jabberwock_game::play(&mut pos, &turn);
    }
    pos
}

fn refusal(text: &str) -> String {
    match Chess.parse(text) {
        Ok(pos) => panic!("{text} is read as {}", Chess.text(&pos)),
        Err(error) => error.to_string(),
    }
}

fn turns(pos: &Position) -> Vec<String> {
    legal_turns(pos)
        .iter()
        .map(|turn| Chess.turn_text(pos, turn))
        .collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_start_is_written_as_every_chess_program_writes_it() {
    assert_eq!(Chess.text(&Chess.start()), START);
}

#[test]
fn missing_counters_are_read_as_0_and_1_and_blanks_may_run() {
    let pos = read("  4k3/8/8/8/8/8/8/4K2R   w K  - ");
    assert_eq!(Chess.text(&pos), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn an_unsound_position_is_refused_with_the_field_and_the_reason() {
    for (text, reason) in [
        ("", "placement is missing"),
        ("8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/K3K3 w - -", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/4K2P w - -", "a pawn on h1"),
        ("p3k3/8/8/8/8/8/8/4K3 w - -", "a pawn on a8"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - -", "17 pieces"),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - -",
            "the king on e8 is in check, but not to move",
        ),
        ("4k3/8/8/8/8/8/8/4K2x w - -", "no piece is called \"x\""),
        ("4k3/8/8/8/8/8/8/4K3", "side to move is missing"),
        ("4k3/8/8/8/8/8/8/4K3 W - -", "side to move \"W\""),
        ("4k3/8/8/8/8/8/8/4K3 w", "castling is missing"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K -",
            "castling \"K\": K needs White's king on e1",
        ),
        (
            "4k2r/8/8/8/8/8/8/3K4 w q -",
            "castling \"q\": q needs Black's king on e8",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w QK -", "castling \"QK\""),
        ("4k3/8/8/8/8/8/8/R3K2R w KK -", "castling \"KK\""),
        ("4k3/8/8/8/8/8/8/R3K2R w K- -", "castling \"K-\""),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en passant is missing"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en passant \"e6\""),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "en passant \"e9\""),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6", "en passant \"e6\""),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "en passant \"e6\""),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6", "en passant \"e6\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove number is missing"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 00 1", "halfmove clock \"00\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 01", "fullmove number \"01\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove number \"0\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock \"-1\""),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999",
            "fullmove number \"99999999999999\"",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "unexpected \"x\""),
    ] {
        let error = refusal(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_double_step_that_no_pawn_can_capture_is_accepted_and_dropped() {
    for text in [
        "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1",
        // The pawn on d5 is pinned.
        "3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 1",
        // Both pawns would leave the king's rank.
        "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1",
    ] {
        assert_eq!(Chess.text(&read(text)), text.replace("e6", "-"));
    }
    let pos = after(START, "e2e4");
    assert_eq!(pos.en_passant(), None);
}

#[test]
fn a_double_step_that_a_pawn_can_capture_is_written() {
    let pos = after(START, "e2e4 a7a6 e4e5 d7d5");
    let text = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    assert_eq!(Chess.text(&pos), text);
    assert!(turns(&pos).contains(&"e5d6".to_owned()));
    assert!(!turns(&after(text, "h2h3 h7h6")).contains(&"e5d6".to_owned()));
}

#[test]
fn a_pinned_piece_may_not_expose_the_king() {
    let pos = read("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert!(turns(&pos).iter().all(|turn| !turn.starts_with("e2")));
    let pos = read("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(turns(&pos).contains(&"e2e8".to_owned()));
    assert!(!turns(&pos).contains(&"e2d2".to_owned()));
}

#[test]
fn a_king_does_not_castle_out_of_through_or_into_check() {
    for (attacker, castles) in [
        ("e3", 0),
        ("f3", 1),
        ("d3", 1),
        ("g3", 1),
        ("b3", 2),
        ("h3", 2),
    ] {
        let file = attacker.as_bytes()[0] - b'a';
        let rank = format!("{}r{}", digit(file), digit(7 - file));
        let text = format!("4k3/8/8/8/8/{rank}/8/R3K2R w KQ - 0 1");
        let castlings = ["e1g1", "e1c1"].map(|mv| turns(&read(&text)).contains(&mv.to_owned()));
        assert_eq!(
            castlings.into_iter().filter(|&is| is).count(),
            castles,
            "{text}"
        );
    }
}

fn digit(count: u8) -> String {
    if count == 0 {
        String::new()
    } else {
        count.to_string()
    }
}

#[test]
fn a_captured_rook_takes_the_right_to_castle_with_it() {
    let pos = after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "h8h1");
    assert!(Chess.text(&pos).contains(" w Qq "));
}

#[test]
fn a_promotion_needs_its_letter_and_nothing_else_has_one() {
    let pos = read("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (text, reason) in [
        ("a7a8", "letter q, r, b or n is missing"),
        ("a1b1q", "nothing promotes here"),
        ("a7a8k", "not two squares"),
        ("a7a8Q", "not two squares"),
        ("a7a8qq", "not two squares"),
        ("", "not two squares"),
        ("\u{e9}\u{e9}", "not two squares"),
        ("a7b8q", "the pawn cannot go"),
        ("b1b2", "b1 is empty"),
        ("h8g8", "the piece on h8 is Black's"),
        ("a1a7", "a7 holds a piece of the same player"),
        ("e1g1", "e1 is empty"),
    ] {
        let error = Chess.parse_turn(&pos, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let pinned = read("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    let error = Chess.parse_turn(&pinned, "e2c3").expect_err("it is pinned");
    assert_eq!(error.reason(), "the king would be in check");
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    let pos = read("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    let legal = turns(&pos).len();
    let noise = (1..1 << 24).filter_map(Step::unpack);
    assert_eq!(noise.filter(|&step| pos.is_legal(step)).count(), legal);
    assert!(!pos.is_legal(Step::new(u32::MAX)));
}

#[test]
fn dead_positions_are_draws_but_take_no_moves_away() {
    for (pieces, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        // f1, d7 and b7 are light, c8 too.
        ("2b1k3/1b1B4/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4kn2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/4K2R", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
    ] {
        let pos = read(&format!("{pieces} b - - 0 1"));
        assert_eq!(
            pos.drawn_by_material(),
            dead.then_some(DEAD_POSITION),
            "{pieces}"
        );
        assert!(pos.has_legal_step());
    }
}

#[test]
fn mate_counts_before_the_hundredth_ply() {
    let pos = read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
    let history = jabberwock_game::GameHistory::new(pos.key());
    let outcome = adjudicate(&pos, &history, Chess.profile()).expect("it is over");
    assert_eq!(outcome.to_string(), "1-0 {checkmate}");
    let pos = read("7k/5Q2/8/8/8/8/8/4K3 b - - 100 80");
    let outcome = adjudicate(&pos, &history, Chess.profile()).expect("it is over");
    assert_eq!(outcome.to_string(), "1/2-1/2 {stalemate}");
}

#[test]
fn positions_that_differ_only_in_a_dead_en_passant_square_are_the_same() {
    let dead = read("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1");
    assert_eq!(dead.key(), read("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1").key());
    let alive = read("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    assert_ne!(alive.key(), read("4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1").key());
}

#[test]
fn nobody_passes_in_check_or_with_pawns_alone() {
    assert!(read(START).null_move().is_some());
    assert!(
        read("4k3/8/8/8/8/8/4r3/4KR2 w - - 0 1")
            .null_move()
            .is_none()
    );
    assert!(
        read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
            .null_move()
            .is_none()
    );
}

#[test]
fn the_start_has_as_many_games_as_published() {
    assert_eq!(perft::perft(&Chess.start(), 4), 197_281);
}

/// Returns the quiet moves that give check, castling and promotions excepted, found by playing
/// every move.
fn quiet_checks(pos: &Position) -> Vec<Step> {
    let mut steps = Vec::new();
    pos.generate(Stage::Quiet, &mut steps);
    steps.retain(|&step| {
        let mv = Move::unpack(step);
        let mut after = pos.clone();
        after.play(step);
        mv.kind != MoveKind::Castling && mv.promotion.is_none() && after.is_check()
    });
    steps.sort();
    steps
}

#[test]
fn quiet_moves_that_give_check_are_generated_alone() {
    fn visit(pos: &Position, depth: u32) -> usize {
        let mut found = 0;
        if !pos.is_check() {
            let mut steps = Vec::new();
            pos.generate_quiet_checks(&mut steps);
            steps.sort();
            assert_eq!(steps, quiet_checks(pos), "{}", Chess.text(pos));
            found += steps.len();
        }
        if depth > 0 {
            for turn in legal_turns(pos) {
                let mut after = pos.clone();
                jabberwock_game::play(&mut after, &turn);
                found += visit(&after, depth - 1);
            }
        }
        found
    }
    // Lines that pawns, kings and knights leave, and squares that two pawns of a file may reach.
    let discovered = [
        "8/8/2k5/8/4P3/5B2/8/K7 w - - 0 1",
        "8/8/8/k2PR3/8/8/8/K7 w - - 0 1",
        "8/2k5/8/4P3/5P2/6B1/8/K7 w - - 0 1",
        "6k1/8/4P3/8/4P3/1B6/4P3/K7 w - - 0 1",
        "6k1/8/8/3N4/2B5/8/8/K7 w - - 0 1",
        "8/8/8/k2KR3/8/8/8/8 w - - 0 1",
        "8/8/8/8/k1p1R3/8/3P4/K7 b - - 0 1",
    ];
    let found = discovered
        .into_iter()
        .chain(include_str!("bench.txt").lines())
        .map(|text| visit(&read(text), 2));
    assert!(found.sum::<usize>() > 1_000);
}

#[test]
fn the_key_after_a_move_is_told_before_it_is_made_unless_it_can_be_captured_en_passant() {
    fn check(pos: &Position, depth: u32) {
        let mut steps: Vec<Step> = Vec::new();
        pos.generate_all(&mut steps);
        for step in steps {
            let mut child = pos.clone();
            child.play(step);
            let is_told = pos.key_after(step) == Some(child.table_key());
            let is_common = child.en_passant().is_none();
            let mv = Move::unpack(step);
            assert_eq!(is_told, is_common, "{} {mv:?}", Chess.text(pos));
            if depth > 1 {
                check(&child, depth - 1);
            }
        }
    }
    for text in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ] {
        check(&read(text), 3);
    }
}
