//! Immobilization and backstabs (X7 to X12).

use jabberwock_game::{Position as _, Variant};

use super::{after, goes, is_legal, outcome, placement, read, refusal};
use crate::chaotic::Chaotic;

#[test]
fn an_enemy_merchant_beside_a_piece_immobilizes_it() {
    // X7, X8: orthogonally, not diagonally.
    let beside = "k7/8/8/8/3mR3/8/8/K7 w - - 0 1";
    assert_eq!(goes(beside, "e4"), "");
    assert!(refusal(beside, "e4e5").contains("a merchant immobilises the rook on e4"));
    assert!(refusal(beside, "e4d4").contains("immobilises"));
    let diagonal = "k7/8/8/3m4/4R3/8/8/K7 w - - 0 1";
    assert_eq!(goes(diagonal, "e4").split(' ').count(), 14);
    for (pieces, king) in [("mN", "7K"), ("mA", "7K"), ("mK", "7R")] {
        let text = format!("k7/8/8/8/3{pieces}3/8/8/{king} w - - 0 1");
        assert_eq!(goes(&text, "e4"), "", "{pieces}");
    }
}

#[test]
fn a_friendly_merchant_frees_from_any_number_of_enemies() {
    // X7.
    for text in [
        "k7/8/4M3/3mR3/8/8/8/K7 w - - 0 1",
        "k7/8/4M3/3mRm2/4m3/8/8/K7 w - - 0 1",
    ] {
        assert!(!goes(text, "e5").is_empty(), "{text}");
    }
    let far = "k7/8/3M4/3mR3/8/8/8/K7 w - - 0 1";
    assert_eq!(goes(far, "e5"), "");
}

#[test]
fn merchants_and_pawns_are_never_immobilized() {
    // X7.
    let text = "k7/8/8/3mM3/3mP3/8/8/K7 w - - 0 1";
    assert!(!goes(text, "e5").is_empty());
    assert!(!goes(text, "e4").is_empty());
}

#[test]
fn an_immobilized_piece_can_be_captured_and_any_piece_may_become_one() {
    // X8.
    assert!(is_legal("k7/8/8/4r3/8/4R2m/8/K3M3 w - - 0 1", "e3e5"));
    let immobilized = "k7/8/8/3Mr3/8/4R2m/8/K7 w - - 0 1";
    assert!(is_legal(immobilized, "e3e5"));
    let walks_in = "k7/8/8/3m4/8/8/4K3/N7 w - - 0 1";
    let pos = after(walks_in, "e2e3 a8a7 e3e4 a7a8 e4e5");
    assert_eq!(outcome(&pos), None);
    let pos = after(walks_in, "e2e3 a8a7 e3e4 a7a8 e4e5 a8a7");
    assert_eq!(goes(&Chaotic.text(&pos), "e5"), "");
}

#[test]
fn an_immobilized_rook_gives_no_check_until_the_merchant_steps_away() {
    // X8, X9, the last of the derived facts.
    let text = "rM5k/8/8/8/8/8/8/K6N w - - 0 1";
    assert!(!read(text).is_check());
    assert_eq!(goes(text, "b8"), "a7");
    assert_eq!(refusal(text, "b8c7"), "the king would be in check");
    // After its capture it no longer immobilizes the rook.
    let text = "rM5k/3n4/8/8/8/8/8/K6N b - - 0 1";
    assert!(!after(text, "h8h7").is_check());
    assert!(after(text, "d7b8").is_check());
    // A friendly merchant frees it as well, unless it blocks the file.
    let text = "1rM4k/8/m7/8/8/8/8/1K5N b - - 0 1";
    assert!(!after(text, "a6b7").is_check());
    let text = "1rM4k/m7/8/8/8/8/8/1K5N b - - 0 1";
    assert!(after(text, "a7a8").is_check());
}

#[test]
fn a_merchant_may_not_free_a_piece_that_would_give_check() {
    // X17: the knight on c2 would attack the king.
    let text = "7k/8/8/8/8/2M5/2n5/K6N w - - 0 1";
    assert!(!read(text).is_check());
    assert_eq!(goes(text, "c3"), "b2 d2");
}

#[test]
fn check_is_met_by_immobilizing_the_attacker() {
    // X8, X17.
    let text = "r6k/8/2M5/8/8/8/8/K6N w - - 0 1";
    assert!(read(text).is_check());
    assert_eq!(goes(text, "c6"), "");
    let text = "r6k/2M5/8/8/8/8/8/K6N w - - 0 1";
    assert_eq!(goes(text, "c7"), "b8");
}

#[test]
fn check_is_met_by_capturing_the_merchant_that_frees_the_attacker() {
    // The rook on a5 is touched by both; without the merchant on b5 it is immobilized.
    let text = "7k/8/M7/rm6/8/8/8/K4A2 w - - 0 1";
    assert!(read(text).is_check());
    assert_eq!(goes(text, "f1"), "b5");
    assert!(!after(text, "f1b5").is_check());
    // The same by a piece that shields the king from the rook.
    let text = "7k/M7/rm6/8/N7/8/8/K7 w - - 0 1";
    assert_eq!(goes(text, "a4"), "b6");
    let held_by_none = "7k/1M6/rm6/8/N7/8/8/K7 w - - 0 1";
    assert_eq!(goes(held_by_none, "a4"), "");
}

#[test]
fn the_merchants_step_captures_what_stands_between_two() {
    // X10.
    let text = "7k/8/8/8/3Mr3/5M2/8/K6n w - - 0 1";
    assert_eq!(placement(text, "f3f4"), "7k/8/8/8/3M1M2/8/8/K6n");
    // The other merchant must stand exactly opposite.
    let text = "7k/8/8/3M4/4r3/5M2/8/K6n w - - 0 1";
    assert_eq!(placement(text, "f3f4"), "7k/8/8/3M4/4rM2/8/8/K6n");
}

#[test]
fn one_step_captures_in_several_directions() {
    // X10: from the e-file, the pieces to the north and to the west.
    let text = "7k/8/4M3/4n3/2Ma4/5M2/7r/K7 w - - 0 1";
    assert_eq!(placement(text, "f3e4"), "7k/8/4M3/8/2M1M3/8/7r/K7");
}

#[test]
fn every_piece_but_pawns_can_be_backstabbed() {
    // X10: merchants too, and pieces with a friendly merchant beside them.
    for (piece, captured) in [
        ("p", false),
        ("r", true),
        ("n", true),
        ("a", true),
        ("m", true),
    ] {
        let text = format!("7k/8/8/4m3/3M{piece}3/5M2/8/K6n w - - 0 1");
        let after = placement(&text, "f3f4");
        assert_eq!(!after.contains(&format!("M{piece}M")), captured, "{piece}");
    }
}

#[test]
fn who_steps_or_is_pushed_between_merchants_is_safe() {
    // X11.
    let text = "7k/8/8/4r3/3M1M2/8/8/K6n b - - 0 1";
    assert_eq!(placement(text, "e5e4"), "7k/8/8/8/3MrM2/8/8/K6n");
    // The merchant on d5 stops the rook between those on e4 and e6.
    let pushed = "7k/8/4M3/3m1r1P/4M3/8/8/K7 w - - 0 1";
    assert_eq!(placement(pushed, "h5g5"), "7k/8/4M3/3mr1P1/4M3/8/8/K7");
}

#[test]
fn a_backstab_of_the_king_ends_the_game_and_a_king_that_walks_in_is_safe() {
    // X12, X11, the second of the derived facts.
    let pos = after("8/8/8/8/3Mk3/5M2/8/K6n w - - 0 1", "f3f4");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {backstab}"));
    assert!(!pos.has_legal_step() && !pos.is_check());
    let pos = after("8/8/8/4k3/3M1M2/8/8/K6n b - - 0 1", "e5e4");
    assert_eq!(outcome(&pos), None);
    let text = Chaotic.text(&pos);
    assert_eq!(placement(&text, "a1a2"), "8/8/8/8/3MkM2/8/K7/7n");
}

#[test]
fn a_backstab_of_the_king_is_legal_in_check_and_into_check() {
    // X12.
    let in_check = "r7/8/8/8/3Mk3/5M2/8/K7 w - - 0 1";
    assert!(read(in_check).is_check());
    let pos = after(in_check, "f3f4");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {backstab}"));
    // The merchant shields its king on the rank; of its steps away from there only this is legal.
    let into_check = "8/8/8/8/3Mk3/K4M1r/8/8 w - - 0 1";
    assert!(!read(into_check).is_check());
    assert_eq!(goes(into_check, "f3"), "e3 f4 g3");
}

#[test]
fn the_threat_of_a_backstab_is_no_check() {
    // X12.
    let text = "n7/8/8/8/3Mk3/5M2/8/K7 b - - 0 1";
    assert!(!read(text).is_check());
    assert!(is_legal(text, "a8b6"));
    assert!(is_legal("n7/8/8/4k3/3M4/5M2/8/K7 b - - 0 1", "e5e4"));
}
