//! The rules, one sentence a test.

use std::collections::HashSet;

use jabberwock_game::{Position as _, Variant, legal_turns, perft, play};

use super::{Chess960, Position};
use crate::chess::Chess;

fn read(text: &str) -> Position {
    Chess960
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    match Chess960.parse(text) {
        Ok(pos) => panic!("{text} is read as {}", Chess960.text(&pos)),
        Err(error) => error.to_string(),
    }
}

/// Returns the position after a turn, as a text.
fn after(text: &str, turn: &str) -> String {
    let mut pos = read(text);
    let turn = Chess960.parse_turn(&pos, turn);
    play(&mut pos, &turn.unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(pos.key(), pos.recomputed_key());
    Chess960.text(&pos)
}

fn illegal(text: &str, turn: &str) -> String {
    match Chess960.parse_turn(&read(text), turn) {
        Ok(_) => panic!("{turn} is legal in {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_starts_have_scharnagls_numbers() {
    for (number, rank) in [
        (0, "bbqnnrkr"),
        (1, "bqnbnrkr"),
        (518, "rnbqkbnr"),
        (534, "rnbkqbnr"),
        (959, "rkrnnqbb"),
    ] {
        let text = Chess960.start_text(number);
        assert_eq!(text.split('/').next(), Some(rank), "{number}");
    }
    assert_eq!(Chess960.start_text(518), Chess960::START);
}

#[test]
fn every_start_is_another_with_its_king_between_its_rooks() {
    let mut ranks = HashSet::new();
    for number in 0..Chess960::STARTS {
        let text = Chess960.start_text(number);
        assert_eq!(Chess960.text(&read(&text)), text);
        assert_eq!(Chess960.text(&read(&number.to_string())), text);
        let rank: String = text.split('/').next().unwrap().to_owned();
        let pieces: String = rank.matches(['r', 'k']).collect();
        assert_eq!(pieces, "rkr", "{text}");
        let bishops: Vec<usize> = rank.match_indices('b').map(|(file, _)| file).collect();
        assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{text}");
        ranks.insert(rank);
    }
    assert_eq!(ranks.len(), 960);
}

#[test]
fn a_number_without_a_start_is_refused_by_name() {
    for number in ["960", "99999999999999999999"] {
        let expected = format!("number of the start \"{number}\": not from 0 to 959");
        assert!(refusal(number).ends_with(&expected), "{}", refusal(number));
    }
}

#[test]
fn rights_are_read_as_x_fen_and_shredder_fen_and_written_as_x_fen() {
    let board = "1r2k1rr/8/8/8/8/8/8/1R2K1RR w";
    for (read_as, written) in [
        ("KQkq", "KQkq"),
        ("HBhb", "KQkq"),
        ("qkQK", "KQkq"),
        ("GBgb", "GQgq"),
        ("Gk", "Gk"),
        ("-", "-"),
    ] {
        let text = format!("{board} {read_as} - 0 1");
        let expected = format!("{board} {written} - 0 1");
        assert_eq!(Chess960.text(&read(&text)), expected);
    }
}

#[test]
fn impossible_rights_are_refused_by_name() {
    for (text, reason) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w Q -",
            "castling \"Q\": Q has no rook",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w A -",
            "castling \"A\": A has no rook",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w E -",
            "castling \"E\": E has no rook",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w h -",
            "castling \"h\": h has no rook of Black",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K -",
            "castling \"K\": K needs White's king on rank 1",
        ),
        (
            "r7/4k3/8/8/8/8/8/4K3 w q -",
            "castling \"q\": q needs Black's king on rank 8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w GH -",
            "castling \"GH\": H is a second right",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK -",
            "castling \"KK\": K is a second right",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w x -",
            "castling \"x\": not \"-\" or letters",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K- -",
            "castling \"K-\": not \"-\" or letters",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w é -",
            "castling \"é\": not \"-\" or letters",
        ),
    ] {
        let refused = refusal(text);
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}

#[test]
fn king_and_rook_end_where_they_do_in_chess() {
    for (text, turn, expected) in [
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "e1h1",
            "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "e1a1",
            "4k3/8/8/8/8/8/8/2KR3R b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/6KR w K - 0 1",
            "g1h1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/2RK4 w Q - 0 1",
            "d1c1",
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
        ),
        (
            "1rk5/8/8/8/8/8/8/4K3 b q - 3 9",
            "c8b8",
            "2kr4/8/8/8/8/8/8/4K3 w - - 4 10",
        ),
        (
            "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1",
            "b1h1",
            "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
        ),
    ] {
        assert_eq!(after(text, turn), expected, "{text}");
    }
}

#[test]
fn castling_has_other_spellings_where_no_other_move_is_meant() {
    let text = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for turn in ["e1h1", "e1g1", "O-O", "0-0"] {
        assert_eq!(after(text, turn), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    }
    for turn in ["e1a1", "e1c1", "O-O-O", "0-0-0"] {
        assert_eq!(after(text, turn), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    }
    // The king goes to c1 by itself.
    let text = "4k3/8/8/8/8/8/8/R2K4 w Q - 0 1";
    assert_eq!(after(text, "d1c1"), "4k3/8/8/8/8/8/8/R1K5 b - - 1 1");
}

#[test]
fn castling_needs_free_ways_and_no_check() {
    for (text, turn) in [
        // A piece between king and end square, between rook and end square, on the rook's.
        ("4k3/8/8/8/8/8/8/RN2K3 w Q -", "e1a1"),
        ("4k3/8/8/8/8/8/8/2N1K1RR w G -", "O-O-O"),
        ("4k3/8/8/8/8/8/8/1RN1K3 w Q -", "e1b1"),
        ("4k3/8/8/8/8/8/8/1RK1N3 w Q -", "O-O"),
        ("4k3/8/8/8/8/8/8/RK1N4 w Q -", "b1a1"),
        // The king is in check, crosses an attacked square, ends on one.
        ("4k3/8/4r3/8/8/8/8/R3K3 w Q -", "e1a1"),
        ("4k3/8/3r4/8/8/8/8/R3K3 w Q -", "e1a1"),
        ("4k3/8/2r5/8/8/8/8/R3K3 w Q -", "e1a1"),
        // The rook that leaves has shielded the end square.
        ("4k3/8/8/8/8/8/8/rR1K4 w Q -", "d1b1"),
        ("4k3/8/8/8/8/8/8/rRK5 w Q -", "c1b1"),
        // The right is lost.
        ("4k3/8/8/8/8/8/8/R3K3 w - -", "e1a1"),
    ] {
        let reason = illegal(text, turn);
        assert!(
            reason.ends_with("castling is not possible here"),
            "{text}: {reason}"
        );
    }
    // Attacked squares of the rook's do not matter, nor does an attack on the rook.
    let text = "4k3/8/1r6/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(after(text, "e1a1"), "4k3/8/1r6/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn rights_are_lost_by_moves_of_king_and_rook_and_by_capture() {
    for (turn, rights) in [
        ("e1e2", "kq"),
        ("h1h2", "Qkq"),
        ("b1b8", "Kk"),
        ("a2a3", "KQkq"),
    ] {
        let text = after("1r2k2r/8/8/8/8/8/P7/1R2K2R w KQkq - 0 1", turn);
        assert_eq!(text.split(' ').nth(2), Some(rights), "{turn}");
    }
}

#[test]
fn in_positions_of_chess_the_turns_are_those_of_chess() {
    for text in [
        Chess::START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let (pos, chess) = (read(text), Chess.parse(text).unwrap());
        assert_eq!(Chess960.text(&pos), text);
        assert_eq!(perft::perft(&pos, 3), perft::perft(&chess, 3));
        assert_eq!(legal_turns(&pos).len(), legal_turns(&chess).len());
    }
}

#[test]
fn the_key_after_a_move_by_which_rights_are_lost_is_told_before_it_is_made() {
    let pos = read("1r2k2r/8/8/8/8/8/P7/1R2K2R w KQkq - 0 1");
    for turn in ["e1e2", "h1h2", "b1b8", "a2a3"] {
        let steps = Chess960.parse_turn(&pos, turn).unwrap();
        let mut child = pos.clone();
        play(&mut child, &steps);
        assert_eq!(pos.key_after(steps[0]), Some(child.table_key()), "{turn}");
    }
}
