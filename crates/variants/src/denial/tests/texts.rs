//! Texts of positions and turns.

use super::*;

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const START_JOINED: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";

#[test]
fn the_right_and_the_last_turn_follow_the_fields_of_chess() {
    assert_eq!(HARD.text(&HARD.start()), START);
    assert_eq!(
        HARD.text(&played("e2e4")),
        format!("{AFTER_E4} b0 d:e2e4@{START_JOINED}")
    );
    assert_eq!(HARD.text(&played("e2e4 deny")), format!("{FEN} w1! x:e2e4"));
    assert_eq!(
        HARD.text(&played("e2e4 deny d2d4")),
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 w1! -"
    );
    assert_eq!(
        HARD.text(&played("g1f3")),
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 b0 -"
    );
}

#[test]
fn four_six_or_eight_fields_are_read_d18() {
    let four = FEN.trim_end_matches(" 0 1");
    for text in [four, FEN, START, &START.replace(' ', "   ")] {
        assert_eq!(HARD.text(&read(text)), START);
    }
    for (text, reason) in [
        (format!("{four} 0"), "fullmove number is missing"),
        (format!("{FEN} b0"), "last turn is missing"),
        (format!("{START} -"), "unexpected \"-\""),
        (format!("{four} b0 -"), "halfmove clock \"b0\""),
        (String::new(), "placement is missing"),
    ] {
        let error = refusal(HARD, &text);
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn an_unsound_right_is_refused_with_the_reason() {
    for right in [
        "-", "w", "x0", "W0", "w4", "w-1", "w01", "w1!!", "w1?", "w1x", "!", "w\u{e9}", "b!",
    ] {
        let error = refusal(HARD, &format!("{FEN} {right} -"));
        assert!(error.contains("denial \""), "{right}: {error}");
    }
    let error = refusal(HARD, &format!("{FEN} w0! -"));
    assert!(error.contains("without a denial"), "{error}");
    // Consistency of holder and count is not checked.
    for right in ["w0", "b1", "w2!", "b3!", "w3"] {
        let text = format!("{FEN} {right} -");
        assert_eq!(HARD.text(&read(&text)), text);
    }
}

#[test]
fn an_unsound_last_turn_is_refused_with_the_reason_d18() {
    let x = |right: &str, turn: &str| format!("{FEN} {right} x:{turn}");
    let d = |right: &str, turn: &str, before: &str| format!("{AFTER_E4} {right} d:{turn}@{before}");
    for (text, reason) in [
        (x("b1!", "e2e4"), "only the holder"),
        (x("w1", "e2e4"), "after a denial"),
        (x("w1!", "e2e5"), "no legal move"),
        (x("w1!", "e2e4q"), "no legal move"),
        (x("w1!", "deny"), "no legal move"),
        (x("w1!", ""), "no legal move"),
        (x("w1!", "g1f3"), "cannot be denied"),
        (d("w0", "e2e4", START_JOINED), "does not hold the right"),
        (d("b1!", "e2e4", START_JOINED), "could not be denied"),
        (d("b0", "d2d4", START_JOINED), "no legal move"),
        (d("b0", "e2e3", START_JOINED), "no legal move"),
        (d("b0", "e2e4", &START_JOINED.replace("0_1", "4_1")), ""),
        (
            d("b0", "e2e4", &START_JOINED.replace("0_1", "0_2")),
            "no legal move that is written like this leads here",
        ),
        (
            d("b0", "e2e4", &START_JOINED.replace("KQkq", "KQk")),
            "no legal move that is written like this leads here",
        ),
        (
            d("b0", "e2e4", &START_JOINED.replace('_', "__")),
            "single underscores",
        ),
        (d("b0", "e2e4", "8/8_w"), "no position"),
        (d("b0", "e2e4", ""), "single underscores"),
        (format!("{AFTER_E4} b0 d:e2e4"), "no @"),
        (format!("{AFTER_E4} b0 e2e4"), "neither"),
        (format!("{AFTER_E4} b0 d"), "neither"),
    ] {
        if reason.is_empty() {
            // A pawn's move resets the clock, so any clock before it agrees.
            assert_eq!(HARD.text(&read(&text)), text);
            continue;
        }
        let error = refusal(HARD, &text);
        assert!(error.contains(reason), "{text}: {error}");
        assert!(error.contains("last turn \""), "{text}: {error}");
    }
    let knight = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    let error = refusal(HARD, &format!("{knight} b0 d:g1f3@{START_JOINED}"));
    assert!(error.contains("the move cannot be denied"), "{error}");
}

#[test]
fn the_fields_before_may_lack_their_counters() {
    let short = START_JOINED.trim_end_matches("_0_1");
    let pos = read(&format!("{AFTER_E4} b0 d:e2e4@{short}"));
    assert_eq!(pos, played("e2e4"));
}

#[test]
fn king_moves_are_no_last_turns_of_the_soft_version() {
    let before = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (turn, after) in [
        ("e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("e1d1", "4k3/8/8/8/8/8/8/R2K3R b - - 1 1"),
    ] {
        let deniable = format!("{after} b0 d:{turn}@{}", before.replace(' ', "_"));
        let excluded = format!("{before} w1! x:{turn}");
        for text in [deniable, excluded] {
            assert_eq!(HARD.text(&read(&text)), text);
            let error = refusal(SOFT, &text);
            assert!(error.contains("the move cannot be denied"), "{error}");
        }
    }
}

#[test]
fn promotions_are_named_without_their_letter() {
    let text = "7k/P7/8/8/8/8/8/K7 w - - 0 1 b0 -";
    let mut denied = Vec::new();
    for letter in ["q", "r", "b", "n"] {
        let (pos, _) = played_as(HARD, text, &format!("a7a8{letter}"));
        let written = HARD.text(&pos);
        assert!(
            written.ends_with(" b0 d:a7a8@7k/P7/8/8/8/8/8/K7_w_-_-_0_1"),
            "{written}"
        );
        assert_eq!(read(&written), pos);
        if pos.may_deny() {
            denied.push(played_as(HARD, text, &format!("a7a8{letter} deny")).0);
        }
    }
    assert_eq!(denied.len(), 4);
    for pos in &denied {
        assert_eq!(HARD.text(pos), "7k/P7/8/8/8/8/8/K7 w - - 0 1 w1! x:a7a8");
        assert_eq!(pos, &denied[0]);
        assert_eq!(pos, &read(&HARD.text(pos)));
    }
}

#[test]
fn a_turn_that_is_not_legal_is_refused_with_the_reason() {
    let refused = |game: Layer<Chess>, pos: &Denial, turn: &str| {
        game.parse_turn(pos, turn).expect_err(turn).to_string()
    };
    for (pos, turn, reason) in [
        (
            played(""),
            "deny",
            "the player to move does not hold the right",
        ),
        (played("g1f3"), "deny", "the last move cannot be denied"),
        (
            played("e2e4 deny"),
            "deny",
            "a denial is answered by a move",
        ),
        (played("e2e4 deny d2d4"), "deny", "does not hold the right"),
        (played("e2e4 deny"), "e2e4", "the movement has been denied"),
        (played("e2e4 deny"), "e2e5", "the pawn cannot go"),
        (played("e2e4"), "draw", "may not make the game a draw"),
        (played("e2e4"), "DENY", "not two squares"),
        (played("e2e4"), "deny ", "not two squares"),
    ] {
        let error = refused(HARD, &pos, turn);
        assert!(error.contains(reason), "{turn}: {error}");
    }
    let (over, _) = played_as(CLAIM, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 w3 -", "draw");
    for turn in ["e2e4", "deny", "draw"] {
        assert!(refused(CLAIM, &over, turn).contains("the game is over"));
    }
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    for pos in [played("e2e4"), played("e2e4 deny"), played("g1f3")] {
        let legal = legal_turns(&pos).len();
        let noise = (1..1 << 24).filter_map(Step::unpack).chain([DENY, DRAW]);
        assert_eq!(noise.filter(|&step| pos.is_legal(step)).count(), legal);
        assert!(!pos.is_legal(Step::new(u32::MAX - 2)));
    }
}

#[test]
fn facts_give_the_state_of_denials() {
    let facts = |turns: &str| HARD.scene(&played(turns)).facts;
    assert_eq!(
        facts(""),
        ["Black holds the right to deny, no denial so far"]
    );
    assert_eq!(
        facts("e2e4"),
        [
            "Black holds the right to deny, no denial so far",
            "e2e4 can be denied"
        ]
    );
    assert_eq!(
        facts("e2e4 deny"),
        [
            "White holds the right to deny, 1 denial so far",
            "Black's next move cannot be denied",
            "e2e4 has been denied"
        ]
    );
}
