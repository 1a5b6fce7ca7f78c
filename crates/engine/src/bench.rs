//! The bench: searches to a fixed depth, whose node counts are a variant's signature.

use std::{sync::mpsc, time::Duration};

use jabberwock_game::PositionError;
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::Entry;

use crate::{Event, ThinkRequest, open};

/// How often a search under way looks whether the bench is to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// What a bench has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions searched to the end.
    pub positions: usize,
    /// Steps made in them.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Tally {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        jabberwock_search::nps(self.nodes, self.elapsed)
    }
}

/// The positions that the bench of `entry` searches.
pub fn positions(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    let lines = entry.bench.lines().map(str::trim);
    lines.filter(|line| !line.is_empty())
}

/// Searches each bench position of `entry` on one thread with empty memory and tells `on_progress`
/// after each; `stop` ends it early.
pub fn run(entry: &'static Entry, stop: &StopToken, on_progress: &mut dyn FnMut(&Tally)) -> Tally {
    let mut tally = Tally::default();
    for position in positions(entry) {
        match search(entry, position, stop) {
            Ok(Some((nodes, elapsed))) => {
                tally.positions += 1;
                tally.nodes += nodes;
                tally.elapsed += elapsed;
                on_progress(&tally);
            }
            Ok(None) => break,
            Err(error) => log::error!("bench of {}: {error}", entry.name),
        }
    }
    tally
}

/// Nodes and time of one search; `None` if it was stopped.
fn search(
    entry: &'static Entry,
    position: &str,
    stop: &StopToken,
) -> Result<Option<(u64, Duration)>, PositionError> {
    let Ok(mut session) = open(entry.name) else {
        return Ok(None);
    };
    session.set_position(position)?;
    let request = ThinkRequest {
        limits: Limits {
            depth: Some(entry.bench_depth),
            ..Limits::default()
        },
        ..ThinkRequest::default()
    };
    let (sender, receiver) = mpsc::channel();
    let listener = Box::new(move |event| {
        if let Event::Result(result) = event {
            sender.send(result).ok();
        }
    });
    let Ok(thinking) = session.think(&request, listener) else {
        return Ok(None);
    };
    loop {
        if stop.is_stopped() {
            return Ok(None);
        }
        match receiver.recv_timeout(PATIENCE) {
            Ok(result) => {
                thinking.join();
                return Ok(Some((result.nodes, result.elapsed)));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}
