use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use jabberwock_game::{Color, Coord, MarkKind, Reason};
use jabberwock_search::{Clock, Limits, Settings};

use super::*;
use crate::open::open;

const PATIENCE: Duration = Duration::from_mins(2);
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

#[test]
fn a_scene_marks_the_path_of_the_last_turn() {
    let last = |variant: &str, turns: &str, place: &str| {
        let mut session = open(variant).unwrap();
        for turn in turns.split_whitespace() {
            session.play(turn).unwrap();
        }
        let scene = session.scene(place).unwrap();
        let mut marks = scene.marks.into_iter();
        let mark = marks.find(|mark| mark.kind == MarkKind::LastTurn)?;
        let names: Vec<String> = mark.squares.iter().map(Coord::to_string).collect();
        Some(format!("{}: {}", mark.owner.unwrap(), names.join(" ")))
    };
    let boards = "{a1,b1,c1,d1,e1,f1,g1=e2e4;h1=d2d4}";
    for (variant, turns, place, path) in [
        ("chess", "", "", None),
        ("chess", "e2e4", "", Some("White: e2 e4")),
        ("hop", "e2e4 g8f6@d5", "", Some("Black: g8 f6 d5")),
        ("denial", "e2e4 deny", "", None),
        ("mega", "e2e4", "", Some("White: e2 e4")),
        ("mega", "e2e4", "a1", None),
        ("mega", boards, "", Some("White: a1 b1 c1 d1 e1 f1 g1 h1")),
        ("mega", boards, "h1", Some("White: d2 d4")),
        ("mega", boards, "h8", None),
    ] {
        assert_eq!(
            last(variant, turns, place).as_deref(),
            path,
            "{variant} {turns}"
        );
    }
}

#[test]
fn a_scene_of_a_finished_game_has_nothing_to_be_done() {
    let mut session = open("denial").unwrap();
    session
        .set_position("4k3/8/8/8/8/8/8/R3K3 w - - 99 60 b0 -")
        .unwrap();
    session.play("a1b1").unwrap();
    let scene = session.scene("").unwrap();
    assert!(scene.facts.is_empty());
    let kinds: Vec<MarkKind> = scene.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::LastTurn]);
}

fn chess() -> Box<dyn Session> {
    open("chess").unwrap()
}

fn depth(depth: u32) -> SearchRequest {
    SearchRequest {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        ..SearchRequest::default()
    }
}

fn infinite() -> SearchRequest {
    SearchRequest {
        limits: Limits {
            infinite: true,
            ..Limits::default()
        },
        ..SearchRequest::default()
    }
}

fn start_search(
    session: &dyn Session,
    request: &SearchRequest,
) -> (RunningSearch, Receiver<SearchEvent>) {
    let (sender, events) = channel();
    let listener = Box::new(move |event| drop(sender.send(event)));
    (session.start_search(request, listener).unwrap(), events)
}

/// Returns the result of the search, which must be its last event.
fn result(events: &Receiver<SearchEvent>) -> SearchResult<String> {
    loop {
        match events
            .recv_timeout(PATIENCE)
            .expect("a search has a result")
        {
            SearchEvent::Info(_) | SearchEvent::RootStep(_) | SearchEvent::Plan(_) => {}
            SearchEvent::Result(result) => {
                assert!(
                    events.recv_timeout(PATIENCE).is_err(),
                    "a result is the last event"
                );
                return result;
            }
        }
    }
}

fn best(session: &dyn Session, request: &SearchRequest) -> Option<String> {
    let (search, events) = start_search(session, request);
    let result = result(&events);
    search.join();
    result.best
}

#[test]
fn a_variant_is_opened_by_its_name_and_aliases_and_by_no_other() {
    assert_eq!(open("chess").unwrap().entry().name, "chess");
    assert_eq!(open("normal").unwrap().entry().name, "chess");
    let error = open("atomic").unwrap_err();
    assert_eq!(error.to_string(), "unknown variant \"atomic\"");
}

#[test]
fn turns_are_made_and_taken_back() {
    let mut session = chess();
    let start = session.position();
    assert_eq!(session.play("e2e4").as_deref(), Ok("e2e4"));
    assert_eq!(session.turn(), Color::Black);
    assert_eq!(session.turns(), ["e2e4"]);
    assert_eq!(session.origin(), start);
    assert_eq!(session.undo().as_deref(), Some("e2e4"));
    assert_eq!(session.position(), start);
    assert_eq!(session.undo(), None);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = chess();
    session.play("e2e4").unwrap();
    let before = (session.position(), session.turns().len());
    assert!(session.play("e2e4").is_err());
    assert!(session.read_turn("e7e4").is_err());
    assert!(session.set_position("8/8 w").is_err());
    let illegal = SearchRequest {
        after: vec!["e2e4".to_owned()],
        ..depth(1)
    };
    assert!(session.start_search(&illegal, Box::new(|_| ())).is_err());
    assert_eq!((session.position(), session.turns().len()), before);
}

#[test]
fn a_turn_after_the_end_is_refused_because_the_game_is_over() {
    for (variant, turns, outcome) in [
        ("chess", "f2f3 e7e5 g2g4 d8h4", "0-1 {checkmate}"),
        ("crazy", "d1*", "0-1 {king lost}"),
    ] {
        let mut session = open(variant).unwrap();
        for turn in turns.split(' ') {
            session.play(turn).unwrap();
        }
        let refused = session.play("a2a3").unwrap_err();
        assert_eq!(refused.reason(), format!("the game is over: {outcome}"));
    }
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut session = chess();
    for turn in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8) {
        assert_eq!(session.outcome(), None);
        session.play(turn).unwrap();
    }
    assert_eq!(session.outcome().unwrap().reason, Reason::REPETITION);
    session.undo();
    assert_eq!(session.outcome(), None);
}

#[test]
fn the_turns_listed_lead_to_the_positions_listed() {
    let mut session = chess();
    let turns = session.listed_turns().unwrap();
    let successors = turns.successors().unwrap();
    assert_eq!(successors.len(), 20);
    assert_eq!(turns.perft(2, true), 400);
    assert_eq!(turns.perft(2, false), 400);
    assert!(
        turns
            .divide(2)
            .unwrap()
            .iter()
            .all(|(_, count)| *count == 20)
    );
    assert!(turns.legal_turns().unwrap().is_sorted());
    let (turn, after) = &successors[7];
    session.play(turn).unwrap();
    assert_eq!(session.position(), *after);
}

#[test]
fn a_mate_is_found_and_its_line_is_in_texts() {
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let (search, events) = start_search(session.as_ref(), &depth(3));
    let Ok(SearchEvent::Info(line)) = events.recv_timeout(PATIENCE) else {
        panic!("a line comes first");
    };
    assert_eq!(line.pv, ["a1a8"]);
    let result = result(&events);
    assert_eq!(result.best.as_deref(), Some("a1a8"));
    assert_eq!(result.score, Score::mate_in(1));
    search.join();
}

#[test]
fn only_turns_asked_for_are_considered() {
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let only = SearchRequest {
        only: Some(vec!["a1a7".to_owned()]),
        ..depth(3)
    };
    assert_eq!(best(session.as_ref(), &only).as_deref(), Some("a1a7"));
    let except = SearchRequest {
        except: vec!["a1a8".to_owned()],
        ..depth(3)
    };
    assert_ne!(best(session.as_ref(), &except).as_deref(), Some("a1a8"));
    let none = SearchRequest {
        only: Some(vec!["a1a7".to_owned()]),
        except: vec!["a1a7".to_owned()],
        ..depth(3)
    };
    assert_eq!(best(session.as_ref(), &none), None);
}

#[test]
fn a_search_may_begin_after_turns_that_are_not_made() {
    let mut session = chess();
    session.play("f2f3").unwrap();
    let request = SearchRequest {
        after: vec!["e7e5".to_owned(), "g2g4".to_owned()],
        ..depth(3)
    };
    assert_eq!(best(session.as_ref(), &request).as_deref(), Some("d8h4"));
    assert_eq!(session.turns(), ["f2f3"]);
}

#[test]
fn a_finished_game_has_no_best_turn() {
    let mut session = chess();
    for turn in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        session.play(turn).unwrap();
    }
    assert_eq!(best(session.as_ref(), &infinite()), None);
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped_or_dropped() {
    let session = chess();
    let (search, events) = start_search(session.as_ref(), &infinite());
    search.stop();
    assert!(result(&events).best.is_some());
    let (search, events) = start_search(session.as_ref(), &infinite());
    drop(search);
    assert!(result(&events).best.is_some());
}

#[test]
fn a_search_waits_for_the_one_before_it() {
    let session = chess();
    let (first, first_events) = start_search(session.as_ref(), &infinite());
    let (_second, second_events) = start_search(session.as_ref(), &depth(2));
    first.stop();
    assert!(result(&first_events).best.is_some());
    assert!(result(&second_events).best.is_some());
}

#[test]
fn a_search_that_is_held_up_has_a_result_when_its_time_is_up() {
    for name in ["chess", "hop", "denial", "chakra", "chaotic", "crazy"] {
        let session = open(name).unwrap();
        session.prepare();
        // The second search waits for the first one to end.
        let (first, first_events) = start_search(session.as_ref(), &infinite());
        let request = SearchRequest {
            limits: Limits {
                move_time: Some(Duration::from_millis(20)),
                ..Limits::default()
            },
            ..SearchRequest::default()
        };
        let (second, events) = start_search(session.as_ref(), &request);
        let SearchEvent::Result(given) = events.recv_timeout(PATIENCE).unwrap() else {
            panic!("{name}: it has not begun");
        };
        assert!(given.nodes > 0, "{name}: {given:?}");
        assert!(session.read_turn(&given.best.unwrap()).is_ok(), "{name}");
        first.stop();
        assert!(result(&first_events).best.is_some(), "{name}");
        second.join();
        assert!(events.recv().is_err(), "{name}: there is one result");
    }
}

#[test]
fn settings_may_change_while_a_search_is_under_way() {
    let mut session = chess();
    let (search, events) = start_search(session.as_ref(), &infinite());
    session.configure(Settings {
        threads: 2,
        hash_mib: 2,
        ..Settings::default()
    });
    session.clear();
    session.assume(Score(100), 5);
    search.stop();
    assert!(result(&events).best.is_some());
    assert!(best(session.as_ref(), &depth(3)).is_some());
}

#[test]
fn a_position_assumed_lost_is_avoided() {
    let mut session = chess();
    let popular = best(session.as_ref(), &depth(4)).unwrap();
    session.clear();
    session.play(&popular).unwrap();
    session.assume(Score(3000), 50);
    session.undo();
    assert_ne!(best(session.as_ref(), &depth(4)), Some(popular));
}

#[test]
fn a_turn_to_a_position_assumed_won_is_found_and_scored_so() {
    let mut session = chess();
    session.play("a2a4").unwrap();
    session.assume(Score(-900), 50);
    session.undo();
    let (search, events) = start_search(session.as_ref(), &depth(6));
    let result = result(&events);
    search.join();
    assert_eq!(result.best.as_deref(), Some("a2a4"));
    assert_eq!(result.score, Score(900));
    session.clear();
    assert_ne!(best(session.as_ref(), &depth(6)).as_deref(), Some("a2a4"));
}

#[test]
fn a_score_assumed_after_deeper_searches_counts_all_the_same() {
    let mut session = chess();
    // The first reply is forced.
    let start = "6k1/5pp1/7p/8/8/5N2/5PPP/4R1K1 w - - 0 1";
    session.set_position(start).unwrap();
    let depths = [depth(14), depth(8)];
    let mut results = depths.iter().map(|request| {
        let (search, events) = start_search(session.as_ref(), request);
        let result = result(&events);
        search.join();
        for turn in ["e1e8", "g8h7", "e8a8"] {
            session.play(turn).unwrap();
        }
        session.assume(Score(-2000), 50);
        session.set_position(start).unwrap();
        result
    });
    assert_ne!(results.next().unwrap().best.as_deref(), Some("e1e8"));
    let again = results.next().unwrap();
    assert_eq!(
        (again.best.as_deref(), again.score),
        (Some("e1e8"), Score(2000))
    );
}

#[test]
fn a_turn_without_an_alternative_takes_little_time() {
    let mut session = chess();
    let clock = Clock {
        remaining: Duration::from_hours(1),
        ..Clock::default()
    };
    let limits = Limits {
        clock: Some(clock),
        nodes: Some(500_000),
        ..Limits::default()
    };
    let request = SearchRequest {
        limits,
        ..SearchRequest::default()
    };
    let searched = |session: &dyn Session, request: &SearchRequest| {
        let result = session.search_blocking(request, &StopToken::new(), None);
        result.unwrap().nodes
    };
    assert!(searched(session.as_ref(), &request) >= 500_000);
    let only = SearchRequest {
        only: Some(vec!["a2a4".to_owned()]),
        ..request.clone()
    };
    assert!(searched(session.as_ref(), &only) < 50_000);
    // The king has one escape square.
    let in_check = "r5k1/5ppp/8/8/8/2q5/P1P2PPP/K6R w - - 0 1";
    session.set_position(in_check).unwrap();
    assert!(searched(session.as_ref(), &request) < 50_000);
}

#[test]
fn a_search_that_panics_still_has_a_result_and_the_next_one_works() {
    let session = chess();
    let (sender, events) = channel();
    let listener = Box::new(move |event| {
        assert!(!matches!(event, SearchEvent::Info(_)), "a line too many");
        let _ = sender.send(event);
    });
    let search = session.start_search(&depth(3), listener).unwrap();
    let result = result(&events);
    assert_eq!(result.failure.as_deref(), Some("a line too many"));
    assert!(session.read_turn(&result.best.unwrap()).is_ok());
    search.join();
    assert!(best(session.as_ref(), &depth(3)).is_some());
}

#[test]
fn the_evaluation_is_the_same_from_both_sides_of_a_level_position() {
    let session = chess();
    let evaluation = session.evaluation();
    assert!(!evaluation.terms.is_empty());
    assert!(evaluation.total.0.abs() < 100, "{}", evaluation.total);
}

#[test]
fn a_blocking_search_gives_its_result() {
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let result = session.search_blocking(&depth(3), &StopToken::new(), None);
    assert_eq!(result.unwrap().best.as_deref(), Some("a1a8"));
    let illegal = SearchRequest {
        after: vec!["e1e5".to_owned()],
        ..depth(1)
    };
    let error = session.search_blocking(&illegal, &StopToken::new(), None);
    assert!(matches!(error, Err(SearchError::Turn(_))), "{error:?}");
}

#[test]
fn a_blocking_search_that_is_stopped_gives_what_it_has_found() {
    let stop = StopToken::new();
    stop.stop();
    let result = chess().search_blocking(&infinite(), &stop, None).unwrap();
    assert!(chess().read_turn(&result.best.unwrap()).is_ok());
}

#[test]
fn a_blocking_search_waits_no_longer_than_to_its_deadline() {
    let session = chess();
    let result = session.search_blocking(&infinite(), &StopToken::new(), Some(Instant::now()));
    assert_eq!(result, Err(SearchError::Deadline));
    // The search was stopped, so that the next one can begin.
    assert!(best(session.as_ref(), &depth(2)).is_some());
}

#[test]
fn a_fork_is_the_same_game_and_independent_of_it() {
    for name in ["hop", "mega"] {
        let mut session = open(name).unwrap();
        let survey = session.survey().unwrap_or_default();
        let turn = survey.moves.first().cloned();
        let listed = session.listed_turns();
        let turn = turn.or_else(|| listed?.legal_turns().unwrap().first().cloned());
        let turn = turn.unwrap();
        session.play(&turn).unwrap();
        let mut fork = session.fork();
        assert_eq!(fork.position(), session.position());
        assert_eq!(fork.origin(), session.origin());
        assert_eq!(fork.turns(), [turn.as_str()]);
        assert_eq!(fork.undo(), Some(turn));
        assert_eq!(fork.position(), session.origin());
        assert_eq!(session.turns().len(), 1, "{name}");
        assert!(best(fork.as_ref(), &depth(1)).is_some());
    }
}

#[test]
fn a_fork_can_be_made_during_a_search_and_keeps_the_past_of_the_game() {
    let mut session = chess();
    for turn in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(7) {
        session.play(turn).unwrap();
    }
    let (search, events) = start_search(session.as_ref(), &infinite());
    let mut fork = session.fork();
    fork.play("f6g8").unwrap();
    assert_eq!(fork.outcome().unwrap().reason, Reason::REPETITION);
    search.stop();
    result(&events);
}

#[test]
fn a_fork_searches_with_the_same_weights() {
    const WEIGHTS: &str = include_str!("../../../variants/src/chess/weights.txt");
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let ordinary = session.evaluation().total;
    session.set_weights(&WEIGHTS.replace(':', "1:")).unwrap();
    let fork = session.fork();
    assert_eq!(fork.evaluation(), session.evaluation());
    assert_ne!(fork.evaluation().total, ordinary);
}

#[test]
fn a_fork_searches_with_the_weights_and_numbers_set_before_any_search() {
    const WEIGHTS: &str = include_str!("../../../variants/src/chess/weights.txt");
    let nodes = |session: &dyn Session| {
        let (_search, events) = start_search(session, &depth(6));
        result(&events).nodes
    };
    let ordinary = nodes(chess().as_ref());
    let mut session = chess();
    session.set_weights(&WEIGHTS.replace(':', "1:")).unwrap();
    let fork = session.fork();
    let other = nodes(session.as_ref());
    assert_ne!(other, ordinary);
    assert_eq!(nodes(fork.as_ref()), other);
}

#[test]
fn keys_are_those_of_repetition() {
    let mut session = chess();
    let (key, text) = (session.key(), session.position());
    for turn in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        session.play(turn).unwrap();
        assert_eq!(session.key() == key, turn == "f6g8", "{turn}");
    }
    assert_ne!(session.position(), text);
}
