//! The game that `XBoard` shows: its marks, and unrelated positions.

use super::{Harness, xboard::shown};

/// A piece on a chakra, and none.
const COVERED: &str = "7k/8/8/8/8/3a4/8/K7 w d3k,h5n/- - 0 1";
const VACANT: &str = "7k/8/8/8/8/8/3a4/K7 w d3k,h5n/- - 0 1";
const MARKED: &str = "highlight 8/8/8/8/8/3b4/8/8";
const UNMARKED: &str = "highlight 8/8/8/8/8/8/8/8";

#[test]
fn what_is_under_pieces_is_marked_after_every_change_of_the_board() {
    let mut harness = shown("chakra");
    assert_eq!(harness.send(&format!("setboard {COVERED}")), [MARKED]);
    assert_eq!(harness.send(&format!("setboard {VACANT}")), [UNMARKED]);
    assert_eq!(harness.send(&format!("setboard {VACANT}")), [""; 0]);
    let set_up = harness.send(&format!("option Position={COVERED}"));
    assert_eq!(set_up.len(), 3, "{set_up:?}");
    assert_eq!(set_up[2], MARKED);
    let set_up = harness.send("variant chakra");
    assert_eq!(set_up.len(), 2, "{set_up:?}");
    assert_eq!(set_up[1], MARKED);
    // Back over a turn, both by the command and by the board.
    assert_eq!(harness.send("usermove a1b1"), [MARKED]);
    assert_eq!(harness.send("usermove h8g8"), [MARKED]);
    assert_eq!(harness.send("undo"), [MARKED]);
    harness.send("go");
    assert_eq!(harness.found("h8g8", None), ["move h8g8", MARKED]);
    assert_eq!(harness.send("remove"), [MARKED]);
}

#[test]
fn an_engine_is_not_shown_marks() {
    let mut harness = shown("chakra");
    harness.send("computer");
    assert_eq!(harness.send(&format!("setboard {COVERED}")), [""; 0]);
}

/// Sends `line`, which is rejected for `reason`; afterwards there is no position, and the game is
/// unchanged.
fn check_refused(harness: &mut Harness, line: &str, reason: &str) {
    let game = |harness: &Harness| (harness.state.session.position(), harness.turns().len());
    let before = game(harness);
    let replies = harness.send(line);
    let start = format!("tellusererror Illegal position ({reason}");
    assert!(
        replies.len() == 1 && replies[0].starts_with(&start),
        "{replies:?}"
    );
    assert_eq!(game(harness), before);
    let reply = harness.send("usermove e2e4");
    assert_eq!(reply, ["Illegal move (no valid position): e2e4"]);
    assert_eq!(harness.send("go"), ["Error (no valid position): go"]);
    assert_eq!(game(harness), before);
}

#[test]
fn a_board_that_does_not_tell_everything_is_refused() {
    let mut harness = shown("crazy");
    harness.send("usermove e2e4");
    let line = "setboard 4k3/8/8/8/8/8/8/T6K w - 0 1";
    check_refused(&mut harness, line, "the pieces inside the rook on a1 ");
    harness.send("new");
    harness.send("variant crazy");
    harness.send("force");
    assert_eq!(harness.send("usermove e2e4"), [""; 0]);
}

#[test]
fn a_new_position_within_a_turn_is_refused() {
    for against_engine in [false, true] {
        let mut harness = shown("hop");
        if against_engine {
            harness.send("computer");
        }
        harness.send("usermove e2e4");
        harness.send("usermove g8f6");
        let line = "setboard 4k3/8/8/8/8/8/8/R3K3[Hh] w - - 0 1";
        check_refused(&mut harness, line, "the turn is not complete");
        // A position of the game is a step within it.
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w - - 0 1";
        assert_eq!(harness.send(&format!("setboard {start}")), [""; 0]);
        assert_eq!(harness.turns(), [""; 0]);
        assert_eq!(harness.send("usermove e2e4"), [""; 0]);
    }
}

#[test]
fn undo_at_the_start_and_a_variant_without_a_name_change_nothing() {
    let mut harness = shown("hop");
    let before = harness.state.session.position();
    for line in ["undo", "remove"] {
        let reply = format!("Error (no move to take back): {line}");
        assert_eq!(harness.send(line), [reply]);
    }
    assert_eq!(
        harness.send("variant"),
        ["Error (the variant's name is missing): variant"]
    );
    assert_eq!(harness.state.session.position(), before);
    assert_eq!(harness.send("usermove e2e4"), [""; 0]);
}

#[test]
fn the_engine_that_is_told_to_go_within_the_opponents_turn_waits_for_its_end() {
    let mut harness = shown("hop");
    harness.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1 -/-");
    harness.send("computer");
    assert_eq!(harness.send("usermove e1g1"), [""; 0]);
    assert_eq!(harness.send("go"), [""; 0]);
    assert_eq!(harness.send("usermove @@@@"), [""; 0]);
    assert_eq!(harness.send("usermove h1f1"), ["(search)"]);
    assert_eq!(harness.turns(), ["e1g1"]);
}
