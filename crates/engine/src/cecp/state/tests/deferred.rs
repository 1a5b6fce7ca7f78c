//! A game in progress, sent before the features are answered.

use super::Harness;

/// The lines that `XBoard` sends up to a board with a king and a rook on their origin squares for
/// each side.
const BOARD: [&str; 14] = [
    "xboard",
    "protover 2",
    "new",
    "nopost",
    "force",
    "edit",
    "#",
    "Ke1",
    "Rh1",
    "c",
    "Ke8",
    "Ra8",
    "junk",
    ".",
];

/// Returns the lines of `replies` that report errors.
fn complaints(replies: &[String]) -> Vec<&str> {
    let words = ["Error", "Illegal", "tellusererror"];
    let lines = replies.iter().map(String::as_str);
    lines
        .filter(|line| words.iter().any(|word| line.starts_with(word)))
        .collect()
}

/// Returns the position and the number of turns made since.
fn game(harness: &Harness) -> (String, usize) {
    (harness.state.session.position(), harness.turns().len())
}

#[test]
fn what_follows_an_edited_board_is_deferred_until_extmoves_is_answered() {
    let mut harness = Harness::after(&BOARD);
    for line in ["h1h7", "analyze", ".", "accepted ping", "rejected setscore"] {
        assert_eq!(harness.send(line), [""; 0], "{line}");
    }
    let replies = harness.send("rejected extmoves");
    assert!(
        replies[0].starts_with("feature variants=\"normal,"),
        "{replies:?}"
    );
    assert!(!replies[0].contains("mega"), "{replies:?}");
    assert_eq!(complaints(&replies), [""; 0]);
    let last: Vec<&str> = replies.iter().rev().take(2).map(String::as_str).collect();
    assert_eq!(last, ["stat01: 0 0 0 0 0", "(analyze)"]);
    let position = "r3k3/7R/8/8/8/8/8/4K3 b q - 1 1";
    assert_eq!(game(&harness), (position.to_owned(), 1));
    // Nothing is deferred any more.
    assert_eq!(harness.send("ping 1"), ["pong 1"]);
    assert_eq!(harness.send("edit"), ["Error (unknown command): edit"]);
}

#[test]
fn a_client_of_native_turns_is_answered_as_if_nothing_had_been_deferred() {
    let after_one = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let after_two = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (answer, position, turns) in [
        ("accepted extmoves", after_one, 1),
        ("ping 3", after_one, 1),
        ("usermove e7e5", after_two, 2),
    ] {
        let mut harness = Harness::after(&BOARD);
        assert_eq!(harness.send("e2e4"), [""; 0]);
        let replies = harness.send(answer);
        let complaints = complaints(&replies);
        assert_eq!(complaints.len(), 8, "{replies:?}");
        assert_eq!(complaints[0], "Error (unknown command): edit");
        assert_eq!(game(&harness), (position.to_owned(), turns), "{answer}");
        assert_eq!(harness.send("edit"), ["Error (unknown command): edit"]);
    }
}

#[test]
fn after_a_game_that_cannot_be_read_the_engine_has_no_position() {
    let mut harness = Harness::after(&BOARD);
    for line in ["h1h7", "h1h7", "a8a1", "analyze"] {
        harness.send(line);
    }
    let replies = harness.send("rejected extmoves");
    let complaint = "Error (the game so far cannot be read): h1h7";
    assert_eq!(complaints(&replies), [complaint]);
    assert_eq!(harness.send("go"), ["Error (no valid position): go"]);
    // The same if the board is invalid: XBoard receives an error.
    let mut harness = Harness::after(&["protover 2", "force", "edit", "#", "Ke1", "."]);
    harness.send("e1e2");
    let replies = harness.send("rejected extmoves");
    let complaints = complaints(&replies);
    assert_eq!(complaints.len(), 1, "{replies:?}");
    assert!(complaints[0].starts_with("tellusererror Illegal position"));
}

#[test]
fn quit_is_not_deferred_and_no_more_lines_are_than_a_game_takes() {
    let mut harness = Harness::after(&BOARD);
    assert_eq!(harness.send("quit"), ["(quit)"]);
    let mut harness = Harness::after(&BOARD);
    let kept = (0..10_000).position(|_| !harness.send("?").is_empty());
    assert!(kept.is_some_and(|kept| kept < 5_000), "{kept:?}");
    let mut harness = Harness::after(&BOARD);
    assert_ne!(harness.send(&"x".repeat(10_000)), [""; 0]);
}
