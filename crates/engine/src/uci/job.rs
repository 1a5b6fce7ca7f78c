//! Long work other than searches for a turn, on a thread of its own.

use std::thread;

use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use crate::{
    bench,
    protocol::mailbox::{Mailbox, Message},
    session::Session,
};

/// The work.
#[derive(Debug)]
pub(super) enum Job {
    /// The number of sequences of turns behind each turn of the position.
    Perft(Box<dyn Session>, u32),
    /// The variant's bench.
    Bench(&'static Entry),
}

impl Job {
    /// Starts the work; its output is sent when it ends, with `number`.
    pub(super) fn start(self, number: u64, mailbox: Mailbox) -> StopToken {
        let stop_token = StopToken::new();
        let stop = stop_token.clone();
        thread::spawn(move || {
            let lines = match self {
                Job::Perft(mut session, depth) => perft(session.as_mut(), depth, &stop),
                Job::Bench(entry) => run_bench(entry, &stop),
            };
            // This fails if the session has ended.
            mailbox.send(Message::Job(number, lines));
        });
        stop_token
    }
}

fn perft(session: &mut dyn Session, depth: u32, stop: &StopToken) -> Vec<String> {
    let Some(listed) = session.listed_turns().filter(|_| depth > 0) else {
        let nodes = session.perft_text(depth);
        return vec![nodes.map_or_else(
            || format!("info string Error (too many turns to be made one by one): perft {depth}"),
            |nodes| format!("Nodes searched: {nodes}"),
        )];
    };
    let mut lines = Vec::new();
    let mut total = 0;
    for turn in listed.legal_turns() {
        if stop.is_stopped() {
            lines.push("info string perft stopped".to_owned());
            break;
        }
        if session.play(&turn).is_ok() {
            let listed = session.listed_turns();
            let count = listed.map_or(0, |turns| turns.perft(depth - 1, true));
            session.undo();
            total += count;
            lines.push(format!("{turn}: {count}"));
        }
    }
    lines.push(format!("Nodes searched: {total}"));
    lines
}

fn run_bench(entry: &'static Entry, stop: &StopToken) -> Vec<String> {
    let tally = bench::run(entry, stop, &mut |_| {});
    vec![
        format!("Nodes searched: {}", tally.nodes),
        format!("Nodes/second: {}", tally.nps()),
    ]
}
