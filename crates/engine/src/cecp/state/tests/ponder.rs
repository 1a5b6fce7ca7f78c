use jabberwock_search::SearchResult;

use super::Harness;
use crate::{cecp::state::Purpose, session::SearchEvent};

const NOTHING: [&str; 0] = [];

/// Returns a state in which the engine has answered `e2e4` and ponders on `g1f3`.
fn pondering() -> Harness {
    let mut harness = Harness::after(&["new", "st 5", "hard", "usermove e2e4"]);
    assert_eq!(
        harness.found("e7e5", Some("g1f3")),
        ["move e7e5", "(ponder)"]
    );
    assert_eq!(harness.request().after, ["g1f3"]);
    harness
}

#[test]
fn a_hit_turns_pondering_into_a_search_for_a_move() {
    let mut harness = pondering();
    assert_eq!(harness.send("usermove g1f3"), ["(ponder hit)"]);
    assert_eq!(
        harness.state.search.as_ref().unwrap().purpose,
        Purpose::Move
    );
    assert_eq!(harness.found("b8c6", None), ["move b8c6"]);
    assert_eq!(harness.turns(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
}

#[test]
fn a_miss_begins_a_new_search() {
    let mut harness = pondering();
    assert_eq!(harness.send("usermove f2f4"), ["(abandon)", "(search)"]);
    assert_eq!(harness.request().after, NOTHING);
}

#[test]
fn a_result_before_the_hit_is_played_at_the_hit() {
    let mut harness = pondering();
    assert_eq!(harness.found("b8c6", Some("f1b5")), NOTHING);
    assert_eq!(harness.send("usermove g1f3"), ["move b8c6", "(ponder)"]);
}

#[test]
fn a_failed_search_is_started_again_at_the_hit() {
    let mut harness = pondering();
    let failed = SearchResult::without_search(None, Some("no thread".to_owned()));
    assert_eq!(
        harness.event(2, SearchEvent::Result(failed)),
        ["Error (the search failed: no thread): hard"]
    );
    assert_eq!(harness.send("usermove g1f3"), ["(search)"]);
    assert_eq!(harness.request().after, NOTHING);
    assert_eq!(harness.found("b8c6", None), ["move b8c6"]);
}

#[test]
fn a_move_made_at_once_at_the_hit_comes_with_its_line() {
    let mut harness = pondering();
    harness.send("post");
    harness.line(&["b8c6", "f1b5"]);
    harness.found("b8c6", Some("f1b5"));
    let line = "5 30 100 1000 8 1000 0\tb8c6 f1b5";
    assert_eq!(
        harness.send("usermove g1f3"),
        [line, "move b8c6", "(ponder)"]
    );
    // The turn is not that of the last line; the search ends right after the hit.
    let mut harness = pondering();
    harness.send("post");
    harness.line(&["d7d6"]);
    assert_eq!(harness.send("usermove g1f3"), ["(ponder hit)"]);
    assert_eq!(
        harness.found("b8c6", Some("f1b5")),
        ["9 0 100 1000 9 1000 0\tb8c6 f1b5", "move b8c6", "(ponder)"]
    );
}

#[test]
fn a_line_shown_after_the_hit_is_not_repeated() {
    let mut harness = pondering();
    harness.send("post");
    harness.line(&["b8c6"]);
    harness.send("usermove g1f3");
    harness.line(&["b8c6"]);
    assert_eq!(harness.found("b8c6", None), ["move b8c6"]);
    let mut harness = Harness::after(&["new", "post", "usermove e2e4"]);
    harness.line(&["e7e5"]);
    assert_eq!(harness.found("e7e5", None), ["move e7e5"]);
}

#[test]
fn a_result_is_dropped_at_a_miss() {
    let mut harness = pondering();
    harness.found("b8c6", None);
    assert_eq!(harness.send("usermove f2f4"), ["(abandon)", "(search)"]);
}

#[test]
fn an_illegal_move_does_not_disturb_pondering() {
    let mut harness = pondering();
    let refused = harness.send("usermove g1g5");
    assert!(refused[0].starts_with("Illegal move ("), "{refused:?}");
    assert_eq!(harness.send("usermove g1f3"), ["(ponder hit)"]);
}

#[test]
fn a_hit_under_other_limits_begins_a_new_search() {
    let mut harness = pondering();
    harness.send("st 1");
    assert_eq!(harness.send("usermove g1f3"), ["(abandon)", "(search)"]);
}

#[test]
fn easy_ends_pondering_and_hard_begins_it() {
    let mut harness = pondering();
    assert_eq!(harness.send("easy"), ["(abandon)"]);
    assert_eq!(harness.send("hard"), ["(ponder)"]);
    assert_eq!(harness.send("hard"), NOTHING);
}

#[test]
fn a_ping_is_answered_while_pondering() {
    let mut harness = pondering();
    assert_eq!(harness.send("ping 4"), ["pong 4"]);
    assert_eq!(harness.send("?"), NOTHING);
}

#[test]
fn lines_pondered_on_begin_with_the_move_expected() {
    let mut harness = pondering();
    harness.send("post");
    assert_eq!(
        harness.line(&["b8c6"]),
        ["5 30 100 1000 8 1000 0\tg1f3 b8c6"]
    );
    harness.send("usermove g1f3");
    assert_eq!(harness.line(&["b8c6"]), ["5 30 100 1000 8 1000 0\tb8c6"]);
}

#[test]
fn pondering_is_suspended_by_pause_and_restarted_by_resume() {
    let mut harness = pondering();
    assert_eq!(harness.send("pause"), ["(abandon)"]);
    assert_eq!(harness.send("resume"), ["(ponder)"]);
}

#[test]
fn taking_back_ends_pondering() {
    let mut harness = pondering();
    assert_eq!(harness.send("undo"), ["(abandon)"]);
    assert_eq!(harness.send("hint"), ["(search)"]);
}

#[test]
fn nothing_is_pondered_on_when_the_game_is_over() {
    let mut harness = Harness::after(&["new", "hard", "usermove f2f3"]);
    harness.found("e7e5", None);
    harness.send("usermove g2g4");
    assert_eq!(
        harness.found("d8h4", None),
        ["move d8h4", "0-1 {checkmate}"]
    );
}

#[test]
fn a_mate_on_the_expected_reply_is_claimed() {
    let mut harness = Harness::after(&["new", "hard", "force", "f2f3", "e7e5", "go"]);
    assert_eq!(
        harness.found("g2g4", Some("d8h4")),
        ["move g2g4", "(ponder)"]
    );
    assert_eq!(
        harness.send("usermove d8h4"),
        ["(abandon)", "0-1 {checkmate}"]
    );
}
