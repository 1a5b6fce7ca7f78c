//! Checks and ends (X17 to X20).

use jabberwock_game::{Outcome, Position as _, Reason};

use super::{after, goes, is_legal, outcome, read, refusal};

#[test]
fn an_immobilized_king_attacks_nothing() {
    // X8, X17: White's king may stand beside it, Black's may not be left next to that king.
    let text = "8/8/8/3Mk3/8/4K3/8/n7 w - - 0 1";
    assert!(is_legal(text, "e3e4"));
    let free = "8/8/3M4/4k3/8/4K3/8/n7 w - - 0 1";
    assert_eq!(refusal(free, "e3e4"), "the king would be in check");
}

#[test]
fn a_capture_that_leaves_the_enemy_bare_wins_at_once() {
    // X18.
    let pos = after("4k3/8/2p5/8/8/2n5/8/K1R5 w - - 0 1", "c1c3");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {bare army}"));
    assert!(!pos.has_legal_step());
    let pos = after("4k3/8/2p5/8/2n5/8/2K5/4N3 b - - 0 1", "c4d2 c2d2");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {bare army}"));
}

#[test]
fn a_capture_that_leaves_the_enemy_bare_may_not_leave_the_own_king_in_check() {
    // X17: the knight is Black's last piece, but Black's king guards it.
    let text = "8/8/8/8/8/4k3/4n3/5K1R w - - 0 1";
    assert_eq!(refusal(text, "f1e2"), "the king would be in check");
}

#[test]
fn of_two_bare_sides_the_one_to_move_has_lost() {
    // X18.
    let pos = read("4k3/8/2p5/8/8/8/8/K1P5 w - - 0 1");
    assert_eq!(outcome(&pos).as_deref(), Some("0-1 {bare army}"));
    let pos = read("4k3/8/2p5/8/8/8/8/K1P5 b - - 0 1");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {bare army}"));
    let pos = read("4k3/8/2p5/8/8/8/8/K1M5 w - - 0 1");
    assert_eq!(outcome(&pos).as_deref(), Some("1-0 {bare army}"));
}

#[test]
fn check_without_an_answer_is_mate() {
    // X18.
    let pos = read("k6R/6R1/8/8/8/8/n7/K7 b - - 0 1");
    assert!(pos.is_check() && !pos.has_legal_step());
    let mate = Outcome::win(jabberwock_game::Color::White, Reason::CHECKMATE);
    assert_eq!(pos.outcome_when_stuck(), mate);
    assert_eq!(pos.outcome(), None);
}

#[test]
fn no_legal_move_without_check_is_a_draw() {
    // X19: the king is immobilized, and so is the rook.
    let pos = read("kM6/rM6/8/8/8/8/8/K7 b - - 0 1");
    assert!(!pos.is_check() && !pos.has_legal_step());
    assert_eq!(pos.outcome_when_stuck(), Outcome::draw(Reason::STALEMATE));
}

#[test]
fn captures_alone_reset_the_clock() {
    // X20.
    let text = "4k3/8/2p5/8/8/2n5/8/K1RP4 w - - 7 30";
    assert_eq!(after(text, "d1d2").clock(), 8);
    assert_eq!(after(text, "c1c3").clock(), 0);
    let backstab = "7k/8/8/8/3Mr3/5M2/8/K6n w - - 7 30";
    assert_eq!(after(backstab, "f3f4").clock(), 0);
    assert_eq!(after(backstab, "f3g3").reversible_turns(), 8);
}

#[test]
fn who_is_threatened_by_a_bare_army_may_still_move() {
    // X18: the last knight is attacked, nothing has happened yet.
    let text = "4k3/8/2p5/8/8/2n5/8/K1R5 b - - 0 1";
    assert_eq!(outcome(&read(text)), None);
    assert!(!goes(text, "c3").is_empty());
}
