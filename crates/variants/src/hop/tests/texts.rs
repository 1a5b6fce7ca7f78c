//! Texts of positions and turns, and those that are refused.

use jabberwock_game::{Position as _, Variant};

use super::{EXTRA, Hop, START, after, read, refusal};

#[test]
fn texts_are_those_of_the_notation() {
    assert_eq!(Hop.text(&Hop.start()), START);
    let pos = after(START, "e2e4 g8f6@d5 d2d4@d3");
    let text = "rnbqkb1r/pppppppp/5n2/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2 d3/d5";
    assert_eq!(Hop.text(&pos), text);
    assert_eq!(Hop.text(&read(text)), text);
    assert_eq!(Hop.text(&read(&text.replace(' ', "   "))), text);
}

#[test]
fn a_wrong_position_is_refused_with_the_field_and_the_reason() {
    let pieces = "4k3/8/8/8/8/8/4P3/4K3";
    for (rest, reason) in [
        (
            "w - - 0 1",
            "hoppers (\"-/-\" where none is placed) is missing",
        ),
        ("w - -", "halfmove clock is missing"),
        ("w - - 0 1 -/- x", "unexpected \"x\""),
        ("w - - 0 1 d4", "hoppers \"d4\": not two squares"),
        ("w - - 0 1 d4/e9", "Black's is neither \"-\" nor a square"),
        ("w - - 0 1 /-", "White's is neither \"-\" nor a square"),
        ("w - - 0 1 -/-/-", "Black's is neither"),
        ("w - - 0 1 e2/-", "White's pawn stands on e2"),
        ("w - - 0 1 -/e8", "Black's king stands on e8"),
        ("w - - 0 1 d4/d4", "hoppers \"d4/d4\": both on d4"),
        ("w K - 0 1 -/-", "castling \"K\""),
        ("w - - 0 0 -/-", "fullmove number \"0\""),
    ] {
        let text = format!("{pieces} {rest}");
        match Hop.parse(&text) {
            Ok(pos) => panic!("{text} is read as {}", Hop.text(&pos)),
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
        }
    }
    // In check through a hopper, and not to move.
    let text = "4k3/8/8/8/8/r7/8/4K3 b - - 0 10 e3/-";
    let error = Hop.parse(text).expect_err(text).to_string();
    assert!(error.contains("the king on e1 is in check"), "{error}");
}

#[test]
fn a_wrong_turn_is_refused_with_the_reason() {
    for (turn, reason) in [
        ("", "not legs like"),
        ("@", "no square follows the @"),
        ("c8f5", "a hopper stands on f5: no move ends there"),
        ("c8e6", "the hopper's square is missing"),
        ("c8e6@", "no square follows"),
        ("c8e6@e4@e5", "no square follows"),
        ("c8e6@i9", "no square follows"),
        ("c8f5,f5e4,@d4", "not legs like"),
        ("c8f5;f5e4@d4", "not legs like"),
        ("\u{e9}\u{e9}@d4", "not legs like"),
        ("c8f5,f4e4@d4", "a leg ends on f5, the next starts on f4"),
        ("c8e6,e6e5@d4", "no hopper leads on from e6"),
        ("c8f5,f5c5@a4", "c5 holds a piece of the same player"),
        ("c8f5,f5g5@a4", "the bishop cannot go from c8 to g5"),
        ("e5e4@a4", "e5 is empty"),
        ("e2e4@a4", "the piece on e2 is White's"),
        ("e7e6q@a4", "nothing promotes here"),
        ("a7a6@d4", "the other hopper stands there"),
    ] {
        let text = EXTRA.replace(" w ", " b ");
        let refused = refusal(&text, turn);
        assert!(refused.contains(reason), "{turn}: {refused}");
    }
    let promotes = "8/P7/8/8/8/8/7k/K7 w - - 0 10 -/-";
    assert!(refusal(promotes, "a7a8@b1").contains("letter q, r, b or n is missing"));
    let castle = "4k3/8/8/8/8/8/8/R3K3 w - - 0 10 -/a6";
    assert_eq!(refusal(castle, "e1c1@d4"), "castling is not possible here");
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 10 -/-";
    assert!(refusal(pinned, "e2c3@b1").contains("in check wherever the hopper is put"));
}

#[test]
fn a_double_step_that_no_pawn_can_capture_is_accepted_and_dropped() {
    let text = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 10 d4/a6";
    assert_eq!(Hop.text(&read(text)), text.replace("e3", "-"));
}

#[test]
fn the_board_is_drawn_with_both_hoppers() {
    let board = Hop.scene(&read(EXTRA)).draw();
    assert!(board.contains(" + ") && board.contains(" - "), "{board}");
    let start = Hop.scene(&Hop.start()).draw();
    let legend = "    hoppers: White's (+) off the board, Black's (-) off the board\n";
    assert!(start.ends_with(legend), "{start}");
}

#[test]
fn a_mirrored_position_exchanges_the_hoppers() {
    let pos = read(EXTRA);
    let mirrored = Hop.mirror(&pos).expect("hoppers are placed");
    assert!(Hop.text(&mirrored).ends_with(" f4/d5"));
    assert_eq!(Hop.mirror(&mirrored), Some(pos));
    // Before hoppers are placed White and Black do not move alike (H4).
    assert!(Hop.mirror(&Hop.start()).is_none());
}

#[test]
fn nobody_passes_in_check_or_within_a_turn() {
    assert!(read(EXTRA).null_move().is_some());
    let check = read("4k3/8/8/8/8/r7/8/R3K3 w - - 0 10 e3/-");
    assert!(check.is_check() && check.null_move().is_none());
    let mut within = read(EXTRA);
    let turn = Hop.parse_turn(&within, "b1c3@a4").expect("it is legal");
    within.play(turn[0]);
    assert!(!within.at_turn_start() && within.null_move().is_none());
    assert!(!within.is_check());
}
