use jabberwock_search::Bound;

use super::Harness;
use crate::cecp::state::Mode;

const NOTHING: [&str; 0] = [];
const ANEW: [&str; 2] = ["(abandon)", "(analyze)"];

fn analyzing() -> Harness {
    let mut harness = Harness::after(&["new", "post", "force"]);
    assert_eq!(harness.send("analyze"), ["(analyze)"]);
    harness
}

#[test]
fn every_new_position_is_analyzed() {
    let mut harness = analyzing();
    for line in [
        "usermove e2e4",
        "e7e5",
        "undo",
        "d7d5",
        "remove",
        "setboard 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
        "new",
        "variant chess",
    ] {
        assert_eq!(harness.send(line), ANEW, "{line}");
    }
    assert_eq!(harness.state.mode, Mode::Analyze);
}

#[test]
fn the_engine_makes_no_moves_while_analyzing() {
    let mut harness = analyzing();
    harness.send("usermove e2e4");
    assert_eq!(harness.found("e7e5", None), NOTHING);
    assert_eq!(harness.turns(), ["e2e4"]);
}

#[test]
fn exit_leads_to_force_mode() {
    let mut harness = analyzing();
    assert_eq!(harness.send("exit"), ["(abandon)"]);
    assert_eq!(harness.state.mode, Mode::Force);
    assert_eq!(harness.send("exit"), ["Error (not analyzing): exit"]);
}

#[test]
fn a_dot_asks_for_the_state_of_the_analysis() {
    let mut harness = analyzing();
    let status = harness.send(".").concat();
    assert!(
        status.starts_with("stat01: ") && status.ends_with(" 0 0 0 0"),
        "{status}"
    );
    harness.line(&["e2e4", "e7e5"]);
    let status = harness.send(".").concat();
    assert!(status.ends_with(" 1000 5 0 0 e2e4"), "{status}");
    assert_eq!(harness.send("hint"), ["Hint: e2e4"]);
    harness.send("exit");
    assert_eq!(harness.send("."), NOTHING);
}

#[test]
fn a_ping_does_not_wait_for_the_analysis() {
    assert_eq!(analyzing().send("ping 5"), ["pong 5"]);
}

#[test]
fn no_result_is_claimed_of_a_position_analyzed() {
    let mut harness = analyzing();
    for turn in super::FOOLS_MATE {
        assert_eq!(harness.send(turn), ANEW);
    }
}

#[test]
fn turns_are_excluded_and_included() {
    let mut harness = analyzing();
    assert_eq!(harness.send("exclude e2e4"), ANEW);
    assert_eq!(harness.request().except, ["e2e4"]);
    harness.send("exclude d2d4");
    harness.send("include e2e4");
    assert_eq!(harness.request().except, ["d2d4"]);
    harness.send("exclude all");
    harness.send("include g1f3");
    assert_eq!(
        harness.request().only.as_deref(),
        Some(&["g1f3".to_owned()][..])
    );
    harness.send("include e2e4");
    harness.send("exclude g1f3");
    assert_eq!(
        harness.request().only.as_deref(),
        Some(&["e2e4".to_owned()][..])
    );
    harness.send("include all");
    assert_eq!(
        (
            harness.request().only.clone(),
            harness.request().except.len()
        ),
        (None, 0)
    );
}

#[test]
fn a_new_position_has_all_its_turns() {
    let mut harness = analyzing();
    harness.send("exclude e2e4");
    harness.send("usermove d2d4");
    assert_eq!(harness.request().except, NOTHING);
    harness.send("undo");
    assert_eq!(harness.request().except, NOTHING);
}

#[test]
fn a_new_option_or_score_takes_effect_at_once() {
    let mut harness = analyzing();
    assert_eq!(harness.send("option MultiPV=3"), ANEW);
    assert_eq!(harness.request().multi_pv, 3);
    assert_eq!(harness.send("cores 2"), ANEW);
    assert_eq!(harness.state.options.settings.threads, 2);
    assert_eq!(harness.send("memory 8"), ANEW);
    assert_eq!(harness.state.options.settings.hash_mib, 8);
    assert_eq!(harness.send("setscore 35 12"), ANEW);
}

#[test]
fn go_leaves_the_analysis_and_plays() {
    let mut harness = analyzing();
    assert_eq!(harness.send("go"), ["(abandon)", "(search)"]);
    assert_eq!(harness.found("e2e4", None)[1..], ["move e2e4"]);
}

#[test]
fn the_analysis_is_suspended_by_pause_and_restarted_by_resume() {
    let mut harness = analyzing();
    assert_eq!(harness.send("pause"), ["(abandon)"]);
    assert_eq!(harness.send("resume"), ["(analyze)"]);
}

#[test]
fn the_best_of_several_lines_is_shown_last() {
    let mut harness = analyzing();
    harness.send("option MultiPV=3");
    let line = |turn: &str| format!("5 30 100 1000 8 1000 0\t{turn}");
    // Other lines that fail high or low are not shown: they are not the engine's evaluation.
    assert_eq!(
        harness.line_of(1, 1, Bound::Lower, &["e2e4"]),
        [line("e2e4 !")]
    );
    assert_eq!(harness.line_of(2, 1, Bound::Upper, &["d2d4"]), NOTHING);
    for _ in 0..2 {
        assert_eq!(harness.line_of(1, 3, Bound::Exact, &["e2e4"]), NOTHING);
        assert_eq!(
            harness.line_of(2, 3, Bound::Exact, &["d2d4"]),
            [line("d2d4")]
        );
        assert_eq!(
            harness.line_of(3, 3, Bound::Exact, &["c2c4"]),
            [line("c2c4"), line("e2e4")]
        );
    }
    assert_eq!(harness.send("hint"), ["Hint: e2e4"]);
}
