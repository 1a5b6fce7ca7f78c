//! The state machine without a process: messages in, lines out.

use std::{
    ops::ControlFlow,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use jabberwock_search::{Clock, RootStep};

use super::Uci;
use crate::{
    protocol::{
        dispatcher::{Dispatcher, Message},
        front_end::FrontEnd,
    },
    session::SearchEvent,
};

/// A session and its output.
struct Harness {
    uci: Uci,
    messages: Receiver<Message>,
    output: Vec<u8>,
    over: bool,
}

impl Harness {
    fn new() -> Harness {
        let (dispatcher, messages) = Dispatcher::with_receiver();
        Harness {
            uci: Uci::new(dispatcher, None),
            messages,
            output: Vec::new(),
            over: false,
        }
    }

    fn receive(&mut self, message: Message) {
        let flow = self.uci.receive(message, &mut self.output).unwrap();
        self.over |= flow == ControlFlow::Break(());
    }

    /// Sends lines and returns their output.
    fn send(&mut self, lines: &[&str]) -> Vec<String> {
        self.output.clear();
        for &line in lines {
            self.receive(Message::Line(line.to_owned()));
        }
        self.lines()
    }

    /// Handles messages until the session is idle, and returns the output.
    fn wait(&mut self) -> Vec<String> {
        while self.uci.is_busy() {
            let message = self.messages.recv().unwrap();
            self.receive(message);
        }
        self.lines()
    }

    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.output.clone()).unwrap();
        text.lines().map(ToOwned::to_owned).collect()
    }

    fn position(&self) -> String {
        self.uci.session.position()
    }
}

fn best_turns(lines: &[String]) -> Vec<&str> {
    let bests = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    bests
        .map(|rest| rest.split(' ').next().unwrap_or_default())
        .collect()
}

const MATE_IN_ONE: &str = "position fen 7k/8/6K1/8/8/8/R7/8 w - - 0 1";

#[test]
fn a_position_with_a_bad_turn_leaves_the_game_as_it_was() {
    let mut harness = Harness::new();
    harness.send(&["position startpos moves e2e4 e7e5"]);
    let before = harness.position();
    for bad in [
        "position startpos moves d2d4 d2d4",
        "position fen 7k/8/6K1/8/8/8/R7/8 w - - 0 1 moves a2a9",
        "position fen 7k/8/6K1/8/8/8/R7/8 x - - 0 1",
    ] {
        let answers = harness.send(&[bad]);
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert!(answers[0].ends_with(bad), "{answers:?}");
        assert_eq!(harness.position(), before);
        assert_eq!(harness.uci.session.turns(), ["e2e4", "e7e5"]);
    }
}

#[test]
fn a_position_is_the_same_whatever_was_set_up_before_it() {
    let positions = [
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e2e4 e7e5 g1f3 b8c6",
        "position startpos moves e2e4 c7c5",
        "position startpos",
        MATE_IN_ONE,
        "position fen 7k/8/6K1/8/8/8/R7/8 w - - 0 1 moves a2a3 h8g8",
        "position fen 7k/8/6K1/8/8/8/R7/8 w - - 0 1 moves a2a3",
    ];
    let mut harness = Harness::new();
    for first in positions {
        for second in positions {
            for bad in ["", " moves h2h9", " a1a1"] {
                let mut fresh = Harness::new();
                fresh.send(&[second]);
                assert_eq!(harness.send(&[first, second]), [""; 0]);
                if !bad.is_empty() {
                    assert_eq!(harness.send(&[&format!("{first}{bad}")]).len(), 1);
                }
                assert_eq!(harness.position(), fresh.position());
                let turns = harness.uci.session.turns();
                assert_eq!(turns, fresh.uci.session.turns(), "{first}, {second}");
            }
        }
    }
}

#[test]
fn commands_sent_during_a_search_are_handled_after_it_in_order() {
    let mut harness = Harness::new();
    harness.send(&[
        "go nodes 2000",
        MATE_IN_ONE,
        "go depth 2",
        "position startpos",
        "go depth 1 searchmoves h2h3",
    ]);
    let answers = harness.wait();
    let best = best_turns(&answers);
    assert_eq!(best.len(), 3, "{answers:?}");
    assert_eq!(best[1..], ["a2a8", "h2h3"]);
}

#[test]
fn an_infinite_search_prints_its_turn_only_when_it_is_stopped() {
    let mut harness = Harness::new();
    let mut answers = harness.send(&[MATE_IN_ONE, "go infinite depth 1"]);
    while !answers.iter().any(|line| line.starts_with("info depth 1 ")) {
        let message = harness.messages.recv().unwrap();
        harness.receive(message);
        answers = harness.lines();
    }
    assert_eq!(best_turns(&answers), [""; 0]);
    assert!(harness.uci.is_busy());
    harness.send(&["stop"]);
    assert_eq!(best_turns(&harness.wait()), ["a2a8"]);
}

#[test]
fn reports_of_an_older_search_are_not_printed() {
    let mut harness = Harness::new();
    harness.send(&["go depth 1"]);
    harness.wait();
    let old = harness.uci.number;
    harness.send(&["go perft 1"]);
    harness.receive(Message::Job(old, vec!["stale".to_owned()]));
    let answers = harness.wait();
    assert_eq!(answers.len(), 21, "{answers:?}");
    assert_eq!(answers[20], "Nodes searched: 20");
}

#[test]
fn a_game_goes_on_after_pondering_on_its_start() {
    let mut harness = Harness::new();
    harness.send(&["position startpos", "go ponder nodes 5", "stop"]);
    assert_eq!(best_turns(&harness.wait()).len(), 1);
    harness.send(&["position startpos moves e2e4", "go depth 1"]);
    assert_eq!(best_turns(&harness.wait()).len(), 1);
}

#[test]
fn a_stopped_perft_counts_no_further() {
    let mut harness = Harness::new();
    harness.send(&["go perft 6", "stop"]);
    let answers = harness.wait();
    assert!(answers.len() < 22, "{answers:?}");
    let total = &answers[answers.len() - 1];
    assert_ne!(total, "Nodes searched: 119060324");
    assert!(answers.contains(&"info string perft stopped".to_owned()));
}

#[test]
fn stop_ends_the_searches_that_were_sent_before_it() {
    let mut harness = Harness::new();
    let lines = ["go nodes 1000000000", "position startpos moves e2e4"];
    harness.send(&lines);
    harness.send(&["go infinite", "go perft 9", "stop", "go depth 1"]);
    let answers = harness.wait();
    assert_eq!(best_turns(&answers).len(), 3, "{answers:?}");
    assert!(answers.contains(&"info string perft stopped".to_owned()));
    assert_eq!(harness.uci.session.turns(), ["e2e4"]);
}

#[test]
fn the_end_of_the_input_stops_the_search_and_drops_what_waits() {
    let mut harness = Harness::new();
    harness.send(&["go infinite"]);
    harness.receive(Message::End);
    assert_eq!(best_turns(&harness.wait()).len(), 1);
    harness.send(&["go nodes 1000000000", "go depth 1"]);
    harness.receive(Message::End);
    assert_eq!(best_turns(&harness.wait()).len(), 1);
    assert!(!harness.over, "the loop ends the session");
}

#[test]
fn quit_breaks_at_once() {
    let mut harness = Harness::new();
    harness.send(&["go infinite", "quit"]);
    assert!(harness.over);
}

#[test]
fn a_variant_keeps_its_game_when_it_is_chosen_again() {
    let mut harness = Harness::new();
    harness.send(&["position startpos moves e2e4"]);
    let before = harness.position();
    let name = harness.uci.session.entry().name;
    harness.send(&[&format!("setoption name UCI_Variant value {name}")]);
    assert_eq!(harness.position(), before);
}

#[test]
fn the_time_that_a_position_takes_counts_for_the_search_that_follows() {
    let mut harness = Harness::new();
    harness.send(&["position startpos moves e2e4"]);
    assert!(harness.uci.preparation > Duration::ZERO);
    // A client that waited for the position has not started its clock.
    harness.send(&["isready"]);
    assert_eq!(harness.uci.preparation, Duration::ZERO);
    harness.uci.preparation = Duration::from_secs(61);
    let start = Instant::now();
    harness.send(&["go movetime 60000"]);
    assert_eq!(harness.uci.preparation, Duration::ZERO);
    let output = harness.wait();
    assert!(
        output
            .last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn another_variant_has_no_lag_of_the_game_before() {
    let lag = |between: &str| {
        let mut harness = Harness::new();
        harness.send(&["go wtime 60000 btime 60000 nodes 1"]);
        harness.wait();
        harness.send(&[between]);
        let shown = Clock {
            remaining: Duration::from_millis(59_500),
            increment: Duration::ZERO,
            moves_to_go: None,
            lag: None,
        };
        let player = harness.uci.session.turn();
        let meter = &mut harness.uci.clock_lag;
        meter.begin(player, Some(shown), Instant::now())
    };
    assert!(lag("setoption name UCI_Variant value chess").is_some());
    assert_eq!(lag("setoption name UCI_Variant value hop"), None);
}

#[test]
fn the_turn_that_is_searched_is_told_with_its_number() {
    let mut harness = Harness::new();
    let step = |step: &str, number| {
        let step = step.to_owned();
        SearchEvent::RootStep(RootStep {
            depth: 21,
            step,
            number,
        })
    };
    harness.send(&["go infinite"]);
    let number = harness.uci.number;
    harness.receive(Message::Search(number, step("e2e4", 1)));
    harness.receive(Message::Search(number - 1, step("a2a3", 2)));
    harness.send(&["stop"]);
    harness.receive(Message::Search(number, step("d2d4", 2)));
    harness.wait();
    harness.receive(Message::Search(number, step("c2c4", 3)));
    let lines = harness.lines();
    let told: Vec<&String> = lines
        .iter()
        .filter(|line| line.contains("currmove"))
        .collect();
    assert_eq!(told, ["info depth 21 currmove d2d4 currmovenumber 2"]);
}

#[test]
fn the_score_of_a_finished_game_has_the_probabilities_of_its_result() {
    let mut harness = Harness::new();
    harness.send(&["setoption name UCI_ShowWDL value true"]);
    for (position, score) in [
        (
            "position startpos moves f2f3 e7e5 g2g4 d8h4",
            "mate 0 wdl 0 0 1000",
        ),
        (
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "cp 0 wdl 0 1000 0",
        ),
    ] {
        harness.send(&[position, "go depth 1"]);
        let lines = harness.wait();
        assert!(
            lines.contains(&format!("info depth 0 score {score}")),
            "{lines:?}"
        );
    }
}

#[test]
fn chess_is_chess960_while_the_option_says_so() {
    let mut harness = Harness::new();
    let game = |harness: &Harness| harness.uci.session.entry().name;
    let on = "setoption name UCI_Chess960 value true";
    let off = "setoption name UCI_Chess960 value false";
    let castling = "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let refused = harness.send(&[castling]);
    assert!(refused[0].contains("castling \"HFhf\""), "{refused:?}");
    assert_eq!(harness.send(&[on, castling]), [""; 0]);
    assert_eq!(game(&harness), "chess960");
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
    assert_eq!(harness.position(), fen);
    harness.send(&["setoption name UCI_Variant value chess"]);
    assert_eq!(
        (game(&harness), harness.position().as_str()),
        ("chess960", fen)
    );
    harness.send(&[off]);
    assert_eq!(game(&harness), "chess");
    let answers = harness.send(&["setoption name UCI_Variant value hop", on]);
    assert!(
        answers[0].contains("UCI_Chess960 changes nothing in hop"),
        "{answers:?}"
    );
    assert_eq!(game(&harness), "hop");
    assert_eq!(
        harness.send(&["setoption name UCI_Variant value chess"]),
        [""; 0]
    );
    assert_eq!(game(&harness), "chess960");
}

#[test]
fn chess960_that_was_chosen_itself_is_played_without_the_option() {
    let mut harness = Harness::new();
    let option = |value: bool| format!("setoption name UCI_Chess960 value {value}");
    for before in [true, false] {
        harness.send(&[&option(before)]);
        harness.send(&["setoption name UCI_Variant value chess960"]);
        harness.send(&[&option(!before), &option(false)]);
        assert_eq!(harness.uci.session.entry().name, "chess960");
        harness.send(&["setoption name UCI_Variant value chess"]);
        assert_eq!(harness.uci.session.entry().name, "chess");
    }
}

#[test]
fn castling_in_chess960_is_the_kings_capture_of_its_rook() {
    let mut harness = Harness::new();
    let start = "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1";
    harness.send(&["setoption name UCI_Chess960 value true"]);
    harness.send(&[&format!("{start} moves e1h1")]);
    assert_eq!(harness.position(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    harness.send(&[start, "go depth 1 searchmoves e1h1"]);
    assert_eq!(best_turns(&harness.wait()), ["e1h1"]);
}
