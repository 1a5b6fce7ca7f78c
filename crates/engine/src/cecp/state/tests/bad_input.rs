use super::Harness;

/// Returns all state that input can change.
fn fingerprint(harness: &Harness) -> String {
    let state = &harness.state;
    format!(
        "{} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        state.session.entry().name,
        state.session.position(),
        state.session.turns(),
        state.mode,
        state.options,
        state.clock,
        state.posting,
        state.pondering,
        state.search.as_ref().map(|search| search.number),
        state.selection,
        state.paused,
        state.expected,
    )
}

/// Rejected lines and their messages.
const REJECTED: &[(&str, &str)] = &[
    ("hello", "Error (unknown command): hello"),
    ("hello world", "Error (unknown command): hello world"),
    ("edit", "Error (unknown command): edit"),
    ("force now", "Error (too many parameters): force now"),
    ("variant", "Error (the variant's name is missing): variant"),
    ("variant atomic", "Error (unknown variant): variant atomic"),
    (
        "variant 8x8+0_atomic",
        "Error (unknown variant): variant 8x8+0_atomic",
    ),
    ("usermove", "Error (the move is missing): usermove"),
    ("ping x", "Error (the ping must be a whole number): ping x"),
    (
        "level 40 x 0",
        "Error (the base time must be minutes or minutes:seconds): level 40 x 0",
    ),
    (
        "st 0",
        "Error (the time must be a number of seconds above 0): st 0",
    ),
    (
        "sd -3",
        "Error (the depth must be a whole number above 0): sd -3",
    ),
    (
        "nps fast",
        "Error (the rate must be a whole number): nps fast",
    ),
    (
        "time soon",
        "Error (the time must be a whole number of centiseconds): time soon",
    ),
    ("remove", "Error (no move to take back): remove"),
    ("exit", "Error (not analyzing): exit"),
    (
        "memory lots",
        "Error (option Hash is a number from 1 to 65536, not \"lots\"): memory lots",
    ),
    (
        "cores 0",
        "Error (option Threads is a number from 1 to 1024, not \"0\"): cores 0",
    ),
    (
        "option Style=Tal",
        "Error (unknown option \"Style\"): option Style=Tal",
    ),
    (
        "option MultiPV=0",
        "Error (option MultiPV is a number from 1 to 256, not \"0\"): option MultiPV=0",
    ),
    (
        "option Resign=perhaps",
        "Error (option Resign is true or false, not \"perhaps\"): option Resign=perhaps",
    ),
    ("setscore 35", "Error (the depth is missing): setscore 35"),
    ("setboard", "Error (the position is missing): setboard"),
];

#[test]
fn each_kind_of_bad_input_has_a_message_and_changes_nothing() {
    for prepare in [&["new", "force", "e2e4"][..], &["new", "usermove e2e4"]] {
        let mut harness = Harness::after(prepare);
        let before = fingerprint(&harness);
        for &(line, message) in REJECTED {
            assert_eq!(harness.send(line), [message]);
            assert_eq!(fingerprint(&harness), before, "{line}");
        }
    }
}

#[test]
fn an_illegal_move_is_named_with_its_reason_and_changes_nothing() {
    let mut harness = Harness::after(&["new", "force", "e2e4"]);
    let before = fingerprint(&harness);
    for text in ["e2e4", "e7e4", "e8e7", "a1a9", "xyz", "e7e5q", "e7e5 d7d5"] {
        let output = harness.send(&format!("usermove {text}")).concat();
        assert!(output.starts_with("Illegal move ("), "{output}");
        assert!(output.ends_with(&format!("): {text}")), "{output}");
        assert_eq!(fingerprint(&harness), before, "{text}");
    }
    let output = harness.send("e7e4").concat();
    assert!(
        output.starts_with("Illegal move (") && output.ends_with("): e7e4"),
        "{output}"
    );
    let output = harness.send("exclude e7e4").concat();
    assert!(
        output.starts_with("Error (") && output.ends_with("): exclude e7e4"),
        "{output}"
    );
    assert_eq!(fingerprint(&harness), before);
}

/// Invalid positions. In the second Black is in check with White to move.
const INVALID: [&str; 6] = [
    "8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
    "nonsense",
];

#[test]
fn a_bad_position_is_named_with_its_fault() {
    let mut harness = Harness::after(&["new", "force", "e2e4"]);
    let before = fingerprint(&harness);
    for text in INVALID {
        let output = harness.send(&format!("setboard {text}")).concat();
        assert!(
            output.starts_with("tellusererror Illegal position ("),
            "{output}"
        );
        assert!(output.ends_with(&format!("): {text}")), "{output}");
        assert_eq!(fingerprint(&harness), before, "{text}");
    }
}

#[test]
fn a_start_position_that_is_none_of_the_chosen_game_is_named() {
    let position = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    let mut harness = Harness::after(&["new"]);
    harness.send(&format!("option Position={position}"));
    let output = harness.send("variant hop");
    let last = output.last().unwrap();
    assert!(
        last.starts_with("tellusererror Illegal position (hoppers "),
        "{output:?}"
    );
    assert!(
        last.ends_with(&format!("): Position={position}")),
        "{output:?}"
    );
    assert_eq!(harness.state.session.entry().name, "hop");
}

#[test]
fn a_line_that_is_too_long_is_rejected_with_its_beginning() {
    let mut harness = Harness::new();
    harness.effects = harness.state.reject_long("setboard 8/8");
    assert_eq!(
        harness.described(),
        ["Error (line too long): setboard 8/8..."]
    );
}

#[test]
fn after_a_refused_position_no_move_is_made_or_accepted() {
    for text in INVALID {
        let mut harness = Harness::after(&["new", "hard", "force", "e2e4"]);
        harness.send(&format!("setboard {text}"));
        for turn in ["d2d4", "e7e5"] {
            let refused = format!("Illegal move (no valid position): {turn}");
            assert_eq!(harness.send(turn), [refused.as_str()]);
            assert_eq!(harness.send(&format!("usermove {turn}")), [refused]);
        }
        for line in ["go", "playother", "hint", "undo", "exclude e7e5", "show"] {
            assert_eq!(
                harness.send(line),
                [format!("Error (no valid position): {line}")]
            );
        }
        for line in ["analyze", "option MultiPV=2", "pause", "resume", "."] {
            assert_eq!(harness.send(line), [""; 0], "{line}");
        }
        assert_eq!(harness.send("ping 1"), ["pong 1"]);
        assert_eq!(harness.turns(), ["e2e4"]);
    }
}

#[test]
fn a_refused_position_ends_the_search_of_the_one_before() {
    let mut harness = Harness::after(&["new", "usermove e2e4", "ping 1"]);
    let number = harness.state.last_search;
    let output = harness.send("setboard nonsense");
    assert_eq!(output[0], "(abandon)");
    assert!(output[1].starts_with("tellusererror Illegal position ("));
    assert_eq!(output[2], "pong 1");
    assert_eq!(harness.found("e7e5", None), [""; 0]);
    assert_eq!(harness.state.last_search, number);
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    harness.effects = harness.state.reject_long("setboard 8/8");
    assert_eq!(
        harness.described(),
        ["(abandon)", "Error (line too long): setboard 8/8..."]
    );
}

#[test]
fn a_legal_position_game_or_variant_ends_the_refusal() {
    for line in [
        "new",
        "variant hop",
        "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    ] {
        let mut harness = Harness::after(&["new", "force", "setboard nonsense", line]);
        assert_eq!(harness.send("go"), ["(search)"], "{line}");
        let mut harness = Harness::after(&["new", "analyze", "setboard nonsense"]);
        assert_eq!(harness.send(line), ["(analyze)"]);
    }
}
