//! The state machine without a process: messages in, lines out.

use std::{ops::ControlFlow, sync::mpsc::Receiver};

use super::Uci;
use crate::protocol::{
    front_end::FrontEnd,
    mailbox::{Mailbox, Message},
};

/// A session and what it has said so far.
struct Talk {
    uci: Uci,
    messages: Receiver<Message>,
    said: Vec<u8>,
    over: bool,
}

impl Talk {
    fn new() -> Talk {
        let (mailbox, messages) = Mailbox::new();
        Talk {
            uci: Uci::new(mailbox),
            messages,
            said: Vec::new(),
            over: false,
        }
    }

    fn receive(&mut self, message: Message) {
        let flow = self.uci.receive(message, &mut self.said).unwrap();
        self.over |= flow == ControlFlow::Break(());
    }

    /// Sends lines and gives the answers to them.
    fn say(&mut self, lines: &[&str]) -> Vec<String> {
        self.said.clear();
        for &line in lines {
            self.receive(Message::Line(line.to_owned()));
        }
        self.lines()
    }

    /// Passes on what searches have to say until nothing is owed, and gives the answers.
    fn wait(&mut self) -> Vec<String> {
        while self.uci.is_busy() {
            let message = self.messages.recv().unwrap();
            self.receive(message);
        }
        self.lines()
    }

    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.said.clone()).unwrap();
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
    let mut talk = Talk::new();
    talk.say(&["position startpos moves e2e4 e7e5"]);
    let before = talk.position();
    for bad in [
        "position startpos moves d2d4 d2d4",
        "position fen 7k/8/6K1/8/8/8/R7/8 w - - 0 1 moves a2a9",
        "position fen 7k/8/6K1/8/8/8/R7/8 x - - 0 1",
    ] {
        let answers = talk.say(&[bad]);
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert!(answers[0].ends_with(bad), "{answers:?}");
        assert_eq!(talk.position(), before);
        assert_eq!(talk.uci.session.turns(), ["e2e4", "e7e5"]);
    }
}

#[test]
fn commands_that_came_during_a_search_are_obeyed_after_it_in_order() {
    let mut talk = Talk::new();
    talk.say(&[
        "go nodes 2000",
        MATE_IN_ONE,
        "go depth 2",
        "position startpos",
        "go depth 1 searchmoves h2h3",
    ]);
    let answers = talk.wait();
    let best = best_turns(&answers);
    assert_eq!(best.len(), 3, "{answers:?}");
    assert_eq!(best[1..], ["a2a8", "h2h3"]);
}

#[test]
fn an_endless_search_says_its_turn_only_when_it_is_stopped() {
    let mut talk = Talk::new();
    let mut answers = talk.say(&[MATE_IN_ONE, "go infinite depth 1"]);
    while !answers.iter().any(|line| line.starts_with("info depth 1 ")) {
        let message = talk.messages.recv().unwrap();
        talk.receive(message);
        answers = talk.lines();
    }
    assert_eq!(best_turns(&answers), [""; 0]);
    assert!(talk.uci.is_busy());
    talk.say(&["stop"]);
    assert_eq!(best_turns(&talk.wait()), ["a2a8"]);
}

#[test]
fn reports_of_an_older_search_are_not_passed_on() {
    let mut talk = Talk::new();
    talk.say(&["go depth 1"]);
    talk.wait();
    let old = talk.uci.number;
    talk.say(&["go perft 1"]);
    talk.receive(Message::Job(old, vec!["stale".to_owned()]));
    let answers = talk.wait();
    assert_eq!(answers.len(), 21, "{answers:?}");
    assert_eq!(answers[20], "Nodes searched: 20");
}

#[test]
fn a_stopped_perft_counts_no_further() {
    let mut talk = Talk::new();
    talk.say(&["go perft 6", "stop"]);
    let answers = talk.wait();
    assert!(answers.len() < 22, "{answers:?}");
    let total = &answers[answers.len() - 1];
    assert_ne!(total, "Nodes searched: 119060324");
    assert!(answers.contains(&"info string perft stopped".to_owned()));
}

#[test]
fn the_end_of_the_input_stops_the_search_and_drops_what_waits() {
    let mut talk = Talk::new();
    talk.say(&["go infinite"]);
    talk.receive(Message::End);
    assert_eq!(best_turns(&talk.wait()).len(), 1);
    talk.say(&["go nodes 1000000000", "go depth 1"]);
    talk.receive(Message::End);
    assert_eq!(best_turns(&talk.wait()).len(), 1);
    assert!(!talk.over, "the loop ends the session");
}

#[test]
fn quit_breaks_at_once() {
    let mut talk = Talk::new();
    talk.say(&["go infinite", "quit"]);
    assert!(talk.over);
}

#[test]
fn a_variant_keeps_its_game_when_it_is_chosen_again() {
    let mut talk = Talk::new();
    talk.say(&["position startpos moves e2e4"]);
    let before = talk.position();
    let name = talk.uci.session.entry().name;
    talk.say(&[&format!("setoption name UCI_Variant value {name}")]);
    assert_eq!(talk.position(), before);
}
