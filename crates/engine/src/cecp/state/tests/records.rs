use super::{FOOLS_MATE, Harness};

/// The start of orthodox chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the record of a game of chess from its start.
fn recorded(turns: &[&str], result: &str, reason: &str) -> String {
    let turns = serde_json::to_string(turns).unwrap();
    format!(
        "{{\"variant\":\"chess\",\"start\":\"{START}\",\"turns\":{turns},\
         \"result\":\"{result}\",\"reason\":\"{reason}\"}}"
    )
}

/// Returns the games that `line` records.
fn records(harness: &mut Harness, line: &str) -> Vec<String> {
    harness.send(line);
    harness.records()
}

#[test]
fn a_game_is_recorded_when_its_end_is_claimed_and_not_again() {
    let mut harness = Harness::after(&["new", "force"]);
    for turn in &FOOLS_MATE[..3] {
        assert_eq!(records(&mut harness, turn), [""; 0]);
    }
    let record = recorded(&FOOLS_MATE, "0-1", "checkmate");
    assert_eq!(records(&mut harness, FOOLS_MATE[3]), [record]);
    for line in ["result 0-1 {Black mates}", "go", "new", "variant hop"] {
        assert_eq!(records(&mut harness, line), [""; 0], "{line}");
    }
    assert_eq!(harness.state.end_session("quit"), []);
}

#[test]
fn a_mate_by_the_engine_is_recorded() {
    let mut harness = Harness::after(&["new", "usermove f2f3"]);
    harness.found("e7e5", None);
    harness.send("usermove g2g4");
    let record = recorded(&FOOLS_MATE, "0-1", "checkmate");
    harness.found("d8h4", None);
    assert_eq!(harness.records(), [record]);
}

#[test]
fn a_result_told_by_the_client_is_recorded_in_its_words() {
    for (line, result, reason) in [
        (
            "result 1-0 {Black forfeits on time}",
            "1-0",
            "Black forfeits on time",
        ),
        ("result 0-1", "0-1", ""),
        ("result 1/2-1/2 agreed", "1/2-1/2", "agreed"),
        ("result * {broken off}", "*", "broken off"),
        ("result nonsense here", "*", "nonsense here"),
        ("result", "*", ""),
    ] {
        let mut harness = Harness::after(&["new", "force", "e2e4"]);
        assert_eq!(
            records(&mut harness, line),
            [recorded(&["e2e4"], result, reason)],
            "{line}"
        );
    }
}

#[test]
fn a_game_that_is_given_up_is_recorded_without_a_result() {
    let position = "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    for (line, reason) in [
        ("new", "new game"),
        ("variant hop", "new game"),
        (position, "new position"),
        ("setboard nonsense", "new position"),
    ] {
        let mut harness = Harness::after(&["new", "usermove e2e4"]);
        harness.found("e7e5", None);
        let record = recorded(&["e2e4", "e7e5"], "*", reason);
        assert_eq!(records(&mut harness, line), [record], "{line}");
        assert_eq!(records(&mut harness, "new"), [""; 0]);
    }
    let mut harness = Harness::after(&["new", "force", "e2e4"]);
    harness.effects = harness.state.end_session("quit");
    assert_eq!(harness.records(), [recorded(&["e2e4"], "*", "quit")]);
    // Rejected commands end no game, and a game without turns is not recorded.
    let mut harness = Harness::after(&["new", "force", "e2e4"]);
    assert_eq!(records(&mut harness, "variant atomic"), [""; 0]);
    let mut harness = Harness::after(&["new", "force", "e2e4", "undo"]);
    assert_eq!(records(&mut harness, "result * {quit}"), [""; 0]);
}

#[test]
fn a_resignation_is_recorded() {
    let mut harness = Harness::after(&["new", "option Resign=1", "force", "e2e4", "go"]);
    for turn in ["e7e5", "d7d6"] {
        harness.scored(turn, None, -1500);
        harness.send(if turn == "e7e5" { "d2d4" } else { "c2c4" });
    }
    let record = recorded(
        &["e2e4", "e7e5", "d2d4", "d7d6", "c2c4"],
        "1-0",
        "Black resigns",
    );
    assert_eq!(harness.scored("a7a6", None, -1500), ["resign"]);
    assert_eq!(harness.records(), [record]);
}

#[test]
fn a_game_continued_after_its_end_is_recorded_again() {
    let mut harness = Harness::after(&["new", "force"]);
    for turn in FOOLS_MATE {
        harness.send(turn);
    }
    for line in ["undo", "a7a6"] {
        assert_eq!(records(&mut harness, line), [""; 0], "{line}");
    }
    let turns = ["f2f3", "e7e5", "g2g4", "a7a6"];
    let record = recorded(&turns, "1/2-1/2", "agreed");
    assert_eq!(records(&mut harness, "result 1/2-1/2 {agreed}"), [record]);
}

#[test]
fn turns_made_while_analyzing_are_no_part_of_a_game() {
    let mut harness = Harness::after(&["new", "force", "e2e4", "analyze"]);
    let record = recorded(&["e2e4"], "*", "analysis");
    assert_eq!(records(&mut harness, "e7e5"), [record.as_str()]);
    for line in ["d2d4", "undo", "undo", "d7d5", "new"] {
        assert_eq!(records(&mut harness, line), [""; 0], "{line}");
    }
    let mut harness = Harness::after(&["new", "force", "e2e4", "analyze"]);
    assert_eq!(records(&mut harness, "undo"), [record]);
}
