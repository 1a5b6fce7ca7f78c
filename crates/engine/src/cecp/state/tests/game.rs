use super::{FOOLS_MATE, Harness};
use jabberwock_search::SearchResult;

use crate::{cecp::state::Mode, session::SearchEvent};

const NOTHING: [&str; 0] = [];

#[test]
fn a_turn_is_searched_for_and_answered() {
    let mut harness = Harness::after(&["new"]);
    assert_eq!(harness.send("usermove e2e4"), ["(search)"]);
    assert_eq!(harness.found("e7e5", None), ["move e7e5"]);
    assert_eq!(harness.turns(), ["e2e4", "e7e5"]);
}

#[test]
fn a_bare_move_is_a_move() {
    let mut harness = Harness::after(&["new"]);
    assert_eq!(harness.send("e2e4"), ["(search)"]);
}

#[test]
fn nothing_is_searched_in_force_mode() {
    let mut harness = Harness::after(&["new", "force"]);
    for turn in ["e2e4", "e7e5", "g1f3"] {
        assert_eq!(harness.send(&format!("usermove {turn}")), NOTHING);
    }
    assert_eq!(harness.send("go"), ["(search)"]);
    assert_eq!(
        harness.state.mode,
        Mode::Play(jabberwock_game::Color::Black)
    );
}

#[test]
fn force_while_searching_keeps_the_engine_from_moving() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(harness.send("force"), ["(abandon)"]);
    assert_eq!(harness.found("e7e5", None), NOTHING);
    assert_eq!(harness.turns(), ["e2e4"]);
}

#[test]
fn playother_waits_for_the_player_to_move() {
    let mut harness = Harness::after(&["new", "force", "usermove e2e4"]);
    assert_eq!(harness.send("playother"), NOTHING);
    assert_eq!(harness.send("usermove e7e5"), ["(search)"]);
    assert_eq!(harness.found("g1f3", None), ["move g1f3"]);
}

#[test]
fn a_move_while_the_engine_is_on_move_is_refused() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    let refused = ["Illegal move (not your turn): d2d4"];
    assert_eq!(harness.send("usermove d2d4"), refused);
    assert_eq!(harness.found("e7e5", None), ["move e7e5"]);
}

#[test]
fn move_now_ends_a_search_for_a_move_and_no_other() {
    let mut harness = Harness::after(&["new"]);
    assert_eq!(harness.send("?"), NOTHING);
    harness.send("usermove e2e4");
    assert_eq!(harness.send("?"), ["(stop)"]);
    harness.found("e7e5", None);
    harness.send("analyze");
    assert_eq!(harness.send("?"), NOTHING);
}

#[test]
fn a_ping_waits_for_the_engines_move() {
    let mut harness = Harness::after(&["new"]);
    assert_eq!(harness.send("ping 1"), ["pong 1"]);
    harness.send("usermove e2e4");
    assert_eq!(harness.send("ping 2"), NOTHING);
    assert_eq!(harness.send("?"), ["(stop)"]);
    assert_eq!(harness.found("e7e5", None), ["move e7e5", "pong 2"]);
}

#[test]
fn a_ping_is_answered_when_no_move_follows_any_more() {
    let mut harness = Harness::after(&["new", "usermove e2e4", "ping 3"]);
    assert_eq!(harness.send("force"), ["(abandon)", "pong 3"]);
}

#[test]
fn a_mate_is_claimed_by_both_sides() {
    let mut harness = Harness::after(&["new", "usermove f2f3"]);
    harness.found("e7e5", None);
    harness.send("usermove g2g4");
    assert_eq!(
        harness.found("d8h4", None),
        ["move d8h4", "0-1 {checkmate}"]
    );

    let mut harness = Harness::after(&["new", "force", "f2f3", "e7e5", "g2g4", "playother"]);
    assert_eq!(harness.send("usermove d8h4"), ["0-1 {checkmate}"]);
    assert_eq!(harness.send("go"), ["0-1 {checkmate}"]);
}

#[test]
fn a_third_occurrence_is_claimed_as_a_draw() {
    let mut harness = Harness::after(&["new", "force"]);
    let circle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut output = Vec::new();
    for turn in circle.into_iter().cycle().take(8) {
        assert_eq!(output, NOTHING);
        output = harness.send(turn);
    }
    assert_eq!(output, ["1/2-1/2 {repetition}"]);
}

#[test]
fn a_game_that_is_over_is_not_searched() {
    let mut harness = Harness::after(&["new", "force"]);
    for turn in FOOLS_MATE {
        harness.send(turn);
    }
    assert_eq!(harness.send("hint"), NOTHING);
    assert_eq!(harness.send("playother"), NOTHING);
    let refused = harness.send("usermove a2a3");
    assert!(refused[0].starts_with("Illegal move ("), "{refused:?}");
}

#[test]
fn moves_are_taken_back_one_at_a_time_or_in_pairs() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    harness.found("e7e5", None);
    assert_eq!(harness.send("remove"), NOTHING);
    assert_eq!(harness.turns(), NOTHING);
    harness.send("usermove d2d4");
    assert_eq!(harness.send("undo"), ["(abandon)"]);
    assert_eq!(harness.turns(), NOTHING);
    assert_eq!(harness.found("d7d5", None), NOTHING);
    assert_eq!(harness.send("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn the_result_of_an_abandoned_search_is_ignored() {
    let mut harness = Harness::after(&["new", "post", "usermove e2e4"]);
    let number = harness.state.last_search;
    harness.send("new");
    harness.send("usermove d2d4");
    let stale = SearchResult::without_search(Some("e7e5".to_owned()), None);
    assert_eq!(harness.event(number, SearchEvent::Result(stale)), NOTHING);
    assert_eq!(harness.turns(), ["d2d4"]);
}

#[test]
fn the_end_of_the_game_ends_the_search() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(harness.send("result 1-0 {Black resigns}"), ["(abandon)"]);
    assert_eq!(harness.send("usermove e7e5"), NOTHING);
}

#[test]
fn search_info_is_shown_only_after_post() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(harness.line(&["e7e5"]), NOTHING);
    harness.send("post");
    assert_eq!(harness.line(&["e7e5"]), ["5 30 100 1000 8 1000 0\te7e5"]);
    harness.send("nopost");
    assert_eq!(harness.line(&["e7e5"]), NOTHING);
}

#[test]
fn a_variant_begins_at_its_start_and_new_returns_to_chess() {
    let mut harness = Harness::after(&["new", "force", "e2e4"]);
    assert_eq!(harness.send("variant 8x8+0_chess"), NOTHING);
    assert_eq!(harness.turns(), NOTHING);
    harness.send("new");
    assert_eq!(harness.state.session.entry().name, "chess");
}

#[test]
fn a_hint_is_the_reply_expected_or_is_searched_for() {
    let mut harness = Harness::after(&["new"]);
    assert_eq!(harness.send("hint"), ["(search)"]);
    assert_eq!(harness.found("e2e4", None), ["Hint: e2e4"]);
    assert_eq!(harness.turns(), NOTHING);
    harness.send("usermove d2d4");
    assert_eq!(harness.send("hint"), NOTHING);
    harness.found("d7d5", Some("c2c4"));
    assert_eq!(harness.send("hint"), ["Hint: c2c4"]);
}

#[test]
fn a_draw_is_accepted_late_and_without_an_advantage() {
    let offer = |pairs: usize, centipawns: i32| {
        let mut harness = Harness::after(&["new", "force"]);
        for turn in PAWN_MOVES.iter().take(2 * pairs) {
            assert_eq!(harness.send(turn), NOTHING);
        }
        harness.send("go");
        harness.scored("b1c3", None, centipawns);
        harness.send("draw")
    };
    assert_eq!(offer(30, 0), ["offer draw"]);
    assert_eq!(offer(30, -500), ["offer draw"]);
    assert_eq!(offer(30, 20), NOTHING);
    assert_eq!(offer(2, 0), NOTHING);
}

/// Thirty turns of each player that repeat no position and leave `b1c3` to be played.
const PAWN_MOVES: [&str; 60] = [
    "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6",
    "g2g3", "g7g6", "h2h3", "h7h6", "a3a4", "a6a5", "b3b4", "b6b5", "c3c4", "c6c5", "d3d4", "d6d5",
    "e3e4", "e6e5", "f3f4", "f6f5", "g3g4", "g6g5", "h3h4", "h6h5", "g1f3", "g8f6", "f3g1", "f6g8",
    "h1h2", "h8h7", "h2h1", "h7h8", "h1h3", "h8h6", "h3h1", "h6h8", "a1a2", "a8a7", "a2a1", "a7a8",
    "a1a3", "a8a6", "a3a1", "a6a8", "h1h2", "h8h6", "h2h1", "h6h7", "c1d2", "c8d7", "d2c1", "d7e6",
];

#[test]
fn the_engine_resigns_only_if_it_may_and_after_several_lost_scores() {
    let play = |first: &str| {
        let mut harness = Harness::after(&["new", first]);
        let turns = [
            ("e2e4", "e7e5"),
            ("g1f3", "g8f6"),
            ("f1c4", "f8c5"),
            ("d2d3", "d7d6"),
        ];
        let answers = turns.map(|(turn, reply)| {
            harness.send(turn);
            harness.scored(reply, None, -2000)
        });
        answers.map(|output| output.join(" "))
    };
    let moves = ["move e7e5", "move g8f6", "move f8c5", "move d7d6"];
    assert_eq!(play("option Resign=0"), moves);
    assert_eq!(play("option Resign=1"), [moves[0], moves[1], "resign", ""]);
}

#[test]
fn a_search_is_suspended_by_pause_and_restarted_by_resume() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(harness.send("pause"), ["(abandon)"]);
    assert_eq!(harness.send("pause"), NOTHING);
    assert_eq!(harness.send("resume"), ["(search)"]);
    assert_eq!(harness.found("e7e5", None), ["move e7e5"]);
    harness.send("pause");
    assert_eq!(harness.send("resume"), NOTHING);
}

#[test]
fn a_search_without_a_turn_is_reported_to_the_client() {
    let mut harness = Harness::after(&["new", "usermove e2e4", "ping 1"]);
    let none = SearchResult::without_search(None, None);
    assert_eq!(
        harness.event(1, SearchEvent::Result(none)),
        ["Error (no turn to choose from): go", "pong 1"]
    );
}

#[test]
fn a_failed_search_is_reported_with_its_reason() {
    let failed = |turn: Option<&str>| {
        let failure = Some("no thread".to_owned());
        SearchEvent::Result(SearchResult::without_search(
            turn.map(str::to_owned),
            failure,
        ))
    };
    let mut harness = Harness::after(&["new", "usermove e2e4", "ping 1"]);
    assert_eq!(
        harness.event(1, failed(None)),
        ["Error (the search failed: no thread): go", "pong 1"]
    );
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(
        harness.event(1, failed(Some("e7e5"))),
        ["Error (the search failed: no thread): go", "move e7e5"]
    );
    let mut harness = Harness::after(&["new", "analyze"]);
    assert_eq!(
        harness.event(1, failed(None)),
        ["Error (the search failed: no thread): analyze"]
    );
}

#[test]
fn features_are_shown_to_the_second_version_of_the_protocol() {
    let mut harness = Harness::new();
    assert_eq!(harness.send("xboard"), NOTHING);
    assert_eq!(harness.send("protover 1"), NOTHING);
    let features = harness.send("protover 2").concat();
    let lines: Vec<&str> = features.lines().collect();
    assert_eq!(lines.first(), Some(&"feature done=0"));
    assert_eq!(lines.last(), Some(&"feature done=1"));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("feature variants=\"normal"))
    );
    assert!(lines.contains(&"feature option=\"MultiPV -spin 1 1 256\""));
}

#[test]
fn quit_ends_the_session_during_a_search() {
    let mut harness = Harness::after(&["new", "usermove e2e4"]);
    assert_eq!(harness.send("quit"), ["(quit)"]);
}
