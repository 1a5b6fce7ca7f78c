use super::Bench;
use crate::cecp::state::Purpose;

const NOTHING: [&str; 0] = [];

/// The engine has answered `e2e4` and thinks about `g1f3`.
fn pondering() -> Bench {
    let mut bench = Bench::after(&["new", "st 5", "hard", "usermove e2e4"]);
    assert_eq!(bench.found("e7e5", Some("g1f3")), ["move e7e5", "(ponder)"]);
    assert_eq!(bench.request().after, ["g1f3"]);
    bench
}

#[test]
fn a_hit_turns_pondering_into_thinking() {
    let mut bench = pondering();
    assert_eq!(bench.send("usermove g1f3"), ["(ponder hit)"]);
    assert_eq!(
        bench.state.activity.as_ref().unwrap().purpose,
        Purpose::Move
    );
    assert_eq!(bench.found("b8c6", None), ["move b8c6"]);
    assert_eq!(bench.turns(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
}

#[test]
fn a_miss_begins_a_new_search() {
    let mut bench = pondering();
    assert_eq!(bench.send("usermove f2f4"), ["(abandon)", "(think)"]);
    assert_eq!(bench.request().after, NOTHING);
}

#[test]
fn what_was_found_before_the_hit_is_played_at_the_hit() {
    let mut bench = pondering();
    assert_eq!(bench.found("b8c6", Some("f1b5")), NOTHING);
    assert_eq!(bench.send("usermove g1f3"), ["move b8c6", "(ponder)"]);
}

#[test]
fn what_was_found_is_forgotten_at_a_miss() {
    let mut bench = pondering();
    bench.found("b8c6", None);
    assert_eq!(bench.send("usermove f2f4"), ["(abandon)", "(think)"]);
}

#[test]
fn an_illegal_move_does_not_disturb_pondering() {
    let mut bench = pondering();
    let refused = bench.send("usermove g1g5");
    assert!(refused[0].starts_with("Illegal move ("), "{refused:?}");
    assert_eq!(bench.send("usermove g1f3"), ["(ponder hit)"]);
}

#[test]
fn a_hit_under_other_limits_begins_a_new_search() {
    let mut bench = pondering();
    bench.send("st 1");
    assert_eq!(bench.send("usermove g1f3"), ["(abandon)", "(think)"]);
}

#[test]
fn easy_ends_pondering_and_hard_begins_it() {
    let mut bench = pondering();
    assert_eq!(bench.send("easy"), ["(abandon)"]);
    assert_eq!(bench.send("hard"), ["(ponder)"]);
    assert_eq!(bench.send("hard"), NOTHING);
}

#[test]
fn a_ping_is_answered_while_pondering() {
    let mut bench = pondering();
    assert_eq!(bench.send("ping 4"), ["pong 4"]);
    assert_eq!(bench.send("?"), NOTHING);
}

#[test]
fn lines_pondered_on_begin_with_the_move_expected() {
    let mut bench = pondering();
    bench.send("post");
    assert_eq!(bench.line(&["b8c6"]), ["5 30 100 1000 8 1000 0\tg1f3 b8c6"]);
    bench.send("usermove g1f3");
    assert_eq!(bench.line(&["b8c6"]), ["5 30 100 1000 8 1000 0\tb8c6"]);
}

#[test]
fn pondering_is_suspended_by_pause_and_taken_up_by_resume() {
    let mut bench = pondering();
    assert_eq!(bench.send("pause"), ["(abandon)"]);
    assert_eq!(bench.send("resume"), ["(ponder)"]);
}

#[test]
fn taking_back_ends_pondering() {
    let mut bench = pondering();
    assert_eq!(bench.send("undo"), ["(abandon)"]);
    assert_eq!(bench.send("hint"), ["(think)"]);
}

#[test]
fn nothing_is_pondered_on_when_the_game_is_over() {
    let mut bench = Bench::after(&["new", "hard", "usermove f2f3"]);
    bench.found("e7e5", None);
    bench.send("usermove g2g4");
    assert_eq!(bench.found("d8h4", None), ["move d8h4", "0-1 {checkmate}"]);
}

#[test]
fn a_mate_on_the_expected_reply_is_claimed() {
    let mut bench = Bench::after(&["new", "hard", "force", "f2f3", "e7e5", "go"]);
    assert_eq!(bench.found("g2g4", Some("d8h4")), ["move g2g4", "(ponder)"]);
    assert_eq!(
        bench.send("usermove d8h4"),
        ["(abandon)", "0-1 {checkmate}"]
    );
}
