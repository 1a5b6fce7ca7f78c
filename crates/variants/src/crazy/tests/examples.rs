//! The source's examples.

use jabberwock_game::Position as _;

use super::{START, after, leads, outcome, read};

#[test]
fn of_two_rooks_and_a_pawn_taken_by_a_rook_with_a_pawn_the_pawn_remains() {
    leads(
        "8/7k/8/3(rrp)4/8/8/K7/3(RP)4 w - - 7 1",
        "d1d5",
        "8/7k/8/3p4/8/8/K7/8 b - - 0 1",
    );
}

#[test]
fn when_the_third_of_four_rooks_is_taken_the_pawn_above_them_remains() {
    leads(
        "8/7k/8/3(rrrrp)4/3N4/8/K7/8 w - - 0 1",
        "d4c6xd5^2",
        "8/7k/2N5/3p4/8/8/K7/8 b - - 0 1",
    );
}

#[test]
fn a_bishop_taken_inside_a_rook_rises_and_captures_it() {
    leads(
        "8/7k/8/3(rb)4/3N4/8/8/2K5 w - - 0 1",
        "d4c6xd5^1",
        "8/7k/2N5/3b~4/8/8/8/2K5 b - - 0 1",
    );
}

#[test]
fn a_bishop_taken_by_a_rook_with_a_pawn_rises_and_falls_to_the_pawn() {
    leads(
        "8/7k/8/3b4/8/8/8/2K(RP)4 w - - 0 1",
        "d1d5",
        "8/7k/8/3P4/8/8/8/2K5 b - - 0 1",
    );
}

#[test]
fn a_bishop_attacks_the_king_alone_inside_a_rook() {
    assert!(read("8/7k/8/8/8/1b6/8/3(RK)4 w - - 0 1").is_check());
    // A rook does not: the king falls on it and lives.
    assert!(!read("3r4/7k/8/8/8/8/8/3(RK)4 w - - 0 1").is_check());
    // It dies even with a piece above it.
    assert!(read("3r4/7k/8/8/8/8/8/3(RKN)4 w - - 0 1").is_check());
}

#[test]
fn an_attack_on_the_queen_next_to_its_king_is_an_attack_on_the_king() {
    assert!(read("3r4/7k/8/8/8/8/8/3QK3 w - - 0 1").is_check());
    assert!(!read("3r4/7k/8/8/8/8/8/3Q1K2 w - - 0 1").is_check());
    // Through another queen, too.
    assert!(read("3r4/7k/8/8/8/8/8/3QQK2 w - - 0 1").is_check());
    assert!(read("3r4/7k/8/8/8/8/8/3QqK2 w - - 0 1").is_check());
}

#[test]
fn whites_first_move_may_be_an_all_round_capture_that_loses() {
    let pos = after(START, "d1*");
    assert_eq!(
        jabberwock_game::Variant::text(&super::Crazy, &pos),
        "rnbqkbnr/pppppppp/8/8/8/8/PP3PPP/RNB~Q1BNR b kq - 0 1"
    );
    assert_eq!(outcome(&pos), "0-1 {king lost}");
}
