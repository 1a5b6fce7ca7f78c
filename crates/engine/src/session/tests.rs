use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use jabberwock_game::{Color, Reason};
use jabberwock_search::{Limits, Settings};

use super::*;

const PATIENCE: Duration = Duration::from_secs(30);
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn chess() -> Box<dyn Session> {
    open("chess").unwrap()
}

fn depth(depth: u32) -> ThinkRequest {
    ThinkRequest {
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        ..ThinkRequest::default()
    }
}

fn infinite() -> ThinkRequest {
    ThinkRequest {
        limits: Limits {
            infinite: true,
            ..Limits::default()
        },
        ..ThinkRequest::default()
    }
}

fn think(session: &dyn Session, request: &ThinkRequest) -> (Thinking, Receiver<Event>) {
    let (sender, events) = channel();
    let listener = Box::new(move |event| drop(sender.send(event)));
    (session.think(request, listener).unwrap(), events)
}

/// What the search comes to. It is the last thing heard.
fn result(events: &Receiver<Event>) -> SearchResult<String> {
    loop {
        match events.recv_timeout(PATIENCE).expect("a search concludes") {
            Event::Info(_) | Event::Remark(_) => {}
            Event::Result(result) => {
                assert!(
                    events.recv_timeout(PATIENCE).is_err(),
                    "a result is the last word"
                );
                return result;
            }
        }
    }
}

fn best(session: &dyn Session, request: &ThinkRequest) -> Option<String> {
    let (thinking, events) = think(session, request);
    let result = result(&events);
    thinking.join();
    result.best
}

#[test]
fn a_variant_answers_to_its_name_and_aliases_and_to_no_other() {
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
    let illegal = ThinkRequest {
        after: vec!["e2e4".to_owned()],
        ..depth(1)
    };
    assert!(session.think(&illegal, Box::new(|_| ())).is_err());
    assert_eq!((session.position(), session.turns().len()), before);
}

#[test]
fn the_game_remembers_what_has_occurred() {
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
    let successors = session.successors();
    assert_eq!(successors.len(), 20);
    assert_eq!(session.perft(2, true), 400);
    assert_eq!(session.perft(2, false), 400);
    assert!(session.divide(2).iter().all(|(_, count)| *count == 20));
    assert!(session.legal_turns().is_sorted());
    let (turn, after) = &successors[7];
    session.play(turn).unwrap();
    assert_eq!(session.position(), *after);
}

#[test]
fn a_mate_is_found_and_its_line_is_in_texts() {
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let (thinking, events) = think(session.as_ref(), &depth(3));
    let Ok(Event::Info(line)) = events.recv_timeout(PATIENCE) else {
        panic!("a line comes first");
    };
    assert_eq!(line.pv, ["a1a8"]);
    let result = result(&events);
    assert_eq!(result.best.as_deref(), Some("a1a8"));
    assert_eq!(result.score, Score::mate_in(1));
    thinking.join();
}

#[test]
fn only_turns_asked_for_are_considered() {
    let mut session = chess();
    session.set_position(MATE_IN_ONE).unwrap();
    let only = ThinkRequest {
        only: Some(vec!["a1a7".to_owned()]),
        ..depth(3)
    };
    assert_eq!(best(session.as_ref(), &only).as_deref(), Some("a1a7"));
    let except = ThinkRequest {
        except: vec!["a1a8".to_owned()],
        ..depth(3)
    };
    assert_ne!(best(session.as_ref(), &except).as_deref(), Some("a1a8"));
    let none = ThinkRequest {
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
    let request = ThinkRequest {
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
fn a_search_without_limits_ends_when_it_is_told_to_or_forgotten() {
    let session = chess();
    let (thinking, events) = think(session.as_ref(), &infinite());
    thinking.stop();
    assert!(result(&events).best.is_some());
    let (thinking, events) = think(session.as_ref(), &infinite());
    drop(thinking);
    assert!(result(&events).best.is_some());
}

#[test]
fn a_search_waits_for_the_one_before_it() {
    let session = chess();
    let (first, first_events) = think(session.as_ref(), &infinite());
    let (_second, second_events) = think(session.as_ref(), &depth(2));
    first.stop();
    assert!(result(&first_events).best.is_some());
    assert!(result(&second_events).best.is_some());
}

#[test]
fn settings_may_change_while_a_search_is_under_way() {
    let mut session = chess();
    let (thinking, events) = think(session.as_ref(), &infinite());
    session.configure(Settings {
        threads: 2,
        hash_mib: 2,
        ..Settings::default()
    });
    session.clear();
    session.assume(Score(100), 5);
    thinking.stop();
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
fn a_search_that_panics_still_concludes_and_the_next_one_works() {
    let session = chess();
    let (sender, events) = channel();
    let listener = Box::new(move |event| {
        assert!(!matches!(event, Event::Info(_)), "a line too many");
        let _ = sender.send(event);
    });
    let thinking = session.think(&depth(3), listener).unwrap();
    let result = result(&events);
    assert_eq!(result.failure.as_deref(), Some("a line too many"));
    assert!(session.read_turn(&result.best.unwrap()).is_ok());
    thinking.join();
    assert!(best(session.as_ref(), &depth(3)).is_some());
}

#[test]
fn the_evaluation_is_the_same_from_both_sides_of_a_level_position() {
    let session = chess();
    let evaluation = session.evaluation();
    assert!(!evaluation.terms.is_empty());
    assert!(evaluation.total.0.abs() < 100, "{}", evaluation.total);
}
