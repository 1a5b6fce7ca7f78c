use std::time::Duration;

use super::Harness;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn the_engine_uses_the_clock_that_the_client_sends() {
    let mut harness = Harness::after(&["new", "level 40 5 0", "time 12345", "otim 30000"]);
    harness.send("usermove e2e4");
    let clock = harness.request().limits.clock.unwrap();
    assert_eq!(clock.remaining, Duration::from_millis(123_450));
    assert_eq!(
        (clock.increment, clock.moves_to_go),
        (Duration::ZERO, Some(40))
    );
}

#[test]
fn without_time_the_engine_keeps_its_own_clock() {
    let mut harness = Harness::after(&["new", "level 0 60 5", "usermove e2e4"]);
    harness.found("e7e5", None);
    harness.send("usermove g1f3");
    let clock = harness.request().limits.clock.unwrap();
    assert!(
        clock.remaining > 3500 * SECOND && clock.remaining <= 3605 * SECOND,
        "{clock:?}"
    );
    assert_eq!((clock.increment, clock.moves_to_go), (5 * SECOND, None));
}

#[test]
fn the_search_after_a_turn_knows_its_lag() {
    let mut harness =
        Harness::after(&["new", "hard", "level 0 5 0", "time 30000", "usermove e2e4"]);
    assert_eq!(harness.request().limits.clock.unwrap().lag, None);
    // The turn takes no time here, and half a second on the client's clock.
    harness.found("e7e5", Some("g1f3"));
    assert_eq!(harness.request().limits.clock.unwrap().lag, None);
    harness.send("time 29950");
    harness.send("usermove b1c3");
    let lag = harness.request().limits.clock.unwrap().lag.unwrap();
    assert!(lag < SECOND / 2, "{lag:?}");
}

#[test]
fn st_and_sd_are_limits_of_one_turn() {
    let mut harness = Harness::after(&["new", "st 7", "sd 12", "usermove e2e4"]);
    let limits = harness.request().limits.clone();
    assert_eq!(
        (limits.move_time, limits.depth),
        (Some(7 * SECOND), Some(12))
    );
    assert_eq!(limits.clock, None);
    harness.send("new");
    harness.send("usermove e2e4");
    assert_eq!(harness.request().limits.depth, None);
}

#[test]
fn level_and_st_replace_each_other() {
    let mut harness = Harness::after(&["new", "st 7", "level 0 1 0", "usermove e2e4"]);
    assert_eq!(harness.request().limits.move_time, None);
    assert_eq!(
        harness.request().limits.clock.unwrap().remaining,
        60 * SECOND
    );
    harness.send("force");
    harness.send("st 3");
    harness.send("go");
    assert_eq!(harness.request().limits.move_time, Some(3 * SECOND));
}

#[test]
fn nodes_are_the_clock_under_nps() {
    let harness = Harness::after(&["new", "st 8", "nps 10000", "usermove e2e4"]);
    assert_eq!(harness.request().limits.nodes, Some(80_000));
}

#[test]
fn nodes_of_the_opponents_time_are_not_taken_off_the_clock() {
    let mut harness = Harness::after(&["new", "hard", "level 0 1 0", "nps 1000", "usermove e2e4"]);
    assert_eq!(harness.request().limits.nodes, Some(2000));
    // A second is used, and 59 are left for 30 turns.
    harness.found("e7e5", Some("g1f3"));
    harness.line(&["b8c6"]);
    harness.send("usermove g1f3");
    harness.found("b8c6", Some("f1c4"));
    assert_eq!(harness.request().limits.nodes, Some(1966));
    // A turn that was found before the hit takes no time.
    harness.found("g8f6", Some("d2d3"));
    harness.send("usermove f1c4");
    assert_eq!(harness.request().limits.nodes, Some(1966));
    harness.send("usermove b1c3");
    harness.found("f8c5", None);
    harness.send("usermove a2a3");
    assert_eq!(harness.request().limits.nodes, Some(1933));
}
