//! Long computations other than searches for a turn, on their own thread.

use std::{fmt::Display, io, thread};

use jabberwock_game::perft::MAX_DEPTH;
use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use crate::{
    bench,
    protocol::dispatcher::{Dispatcher, Message},
    session::{Session, TooDeepToCount},
};

/// Stack size of a job's thread in bytes: enough for perft to its greatest depth.
const STACK_SIZE: usize = 16 << 20;

/// The last line of a perft that was stopped.
const STOPPED: &str = "info string perft stopped";

/// The computation.
#[derive(Debug)]
pub(super) enum Job {
    /// The number of sequences of turns behind each turn of the position.
    Perft(Box<dyn Session>, u32),
    /// The variant's bench.
    Bench(&'static Entry),
}

/// A running computation. It ends soon after this is dropped.
#[derive(Debug)]
pub(super) struct RunningJob {
    stop_token: StopToken,
}

impl RunningJob {
    /// Ends the computation; its output follows.
    pub(super) fn stop(&self) {
        self.stop_token.stop();
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Job {
    /// Starts the computation; its output is sent when it ends, with `number`.
    ///
    /// # Errors
    /// If the system cannot create a thread.
    pub(super) fn start(self, number: u64, dispatcher: Dispatcher) -> io::Result<RunningJob> {
        let stop_token = StopToken::new();
        let stop = stop_token.clone();
        let run = move || {
            let lines = match self {
                Job::Perft(mut session, depth) => perft(session.as_mut(), depth, &stop),
                Job::Bench(entry) => run_bench(entry, &stop),
            };
            dispatcher.report(Message::Job(number, lines));
        };
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        builder.spawn(run).map(|_| RunningJob { stop_token })
    }
}

fn perft(session: &mut dyn Session, depth: u32, stop: &StopToken) -> Vec<String> {
    let command = format!("go perft {depth}");
    if depth > MAX_DEPTH {
        return vec![error(&command, &format_args!("at most depth {MAX_DEPTH}"))];
    }
    let Some(listed) = session.listed_turns().filter(|_| depth > 0) else {
        return vec![match session.perft_text(depth, stop) {
            Some(nodes) => format!("Nodes searched: {nodes}"),
            None if stop.is_stopped() => STOPPED.to_owned(),
            None => error(&command, &TooDeepToCount(depth)),
        }];
    };
    let turns = match listed.legal_turns() {
        Ok(turns) => turns,
        Err(reason) => return vec![error(&command, &reason)],
    };
    let mut lines = Vec::new();
    let mut total = 0;
    for turn in turns {
        if session.play(&turn).is_ok() {
            let listed = session.listed_turns();
            let count = listed.map_or(Some(0), |turns| turns.perft_until(depth - 1, stop));
            session.undo();
            let Some(count) = count.filter(|_| !stop.is_stopped()) else {
                lines.push(STOPPED.to_owned());
                return lines;
            };
            total += count;
            lines.push(format!("{turn}: {count}"));
        }
    }
    lines.push(format!("Nodes searched: {total}"));
    lines
}

fn run_bench(entry: &'static Entry, stop: &StopToken) -> Vec<String> {
    match bench::run(entry, stop, &mut |_| {}) {
        Err(reason) => vec![error("bench", &reason)],
        Ok(None) => vec!["info string bench stopped".to_owned()],
        Ok(Some(tally)) => vec![
            format!("Nodes searched: {}", tally.nodes),
            format!("Nodes/second: {}", tally.nps()),
        ],
    }
}

/// Returns the line that reports an error.
fn error(command: &str, reason: &dyn Display) -> String {
    format!("info string Error ({reason}): {command}")
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::find;

    use super::Job;
    use crate::{
        open,
        protocol::dispatcher::{Dispatcher, Message},
    };

    #[test]
    fn work_ends_with_the_session_that_asked_for_it() {
        let endless = Job::Perft(open("chess").unwrap(), 30);
        let bench = Job::Bench(find("mega").unwrap());
        for job in [endless, bench] {
            let (dispatcher, messages) = Dispatcher::with_receiver();
            drop(job.start(1, dispatcher).unwrap());
            let Ok(Message::Job(1, lines)) = messages.recv() else {
                panic!("no output");
            };
            assert!(lines[0].ends_with("stopped"), "{lines:?}");
        }
    }
}
