//! The bench: searches to a fixed depth, whose node counts are a variant's signature.

use std::time::Duration;

use jabberwock_game::PositionError;
use jabberwock_search::{Limits, SearchResult, StopToken};
use jabberwock_variants::{Entry, UnknownVariant};

use crate::{
    open::open,
    session::{SearchError, SearchRequest},
};

/// The counts of a bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions searched to the end.
    pub positions: usize,
    /// Nodes searched in them.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Tally {
    /// Returns the nodes per second.
    pub fn nps(&self) -> u64 {
        jabberwock_search::nps(self.nodes, self.elapsed)
    }
}

/// Returns the positions that the bench of `entry` searches.
pub fn positions(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    let lines = entry.bench.lines().map(str::trim);
    lines.filter(|line| !line.is_empty())
}

/// Searches each bench position of `entry` on one thread with empty tables and calls `on_progress`
/// after each. `None` if `stop` ends it early, as partial counts must not be mistaken for complete
/// ones.
///
/// # Errors
/// If a position cannot be searched.
pub fn run(
    entry: &'static Entry,
    stop: &StopToken,
    on_progress: &mut dyn FnMut(&Tally),
) -> Result<Option<Tally>, BenchError> {
    let mut tally = Tally::default();
    for position in positions(entry) {
        let result = search(entry, position, stop)?;
        if stop.is_stopped() {
            return Ok(None);
        }
        if let Some(failure) = result.failure {
            return Err(BenchError::Failure(failure));
        }
        tally.positions += 1;
        tally.nodes += result.nodes;
        tally.elapsed += result.elapsed;
        on_progress(&tally);
    }
    Ok(Some(tally))
}

/// The reason why a bench position was not searched.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The game cannot be opened.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The position is not one of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search gave no result.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The search panicked.
    #[error("the search failed: {0}")]
    Failure(String),
}

/// Searches one position to the depth of the bench.
fn search(
    entry: &'static Entry,
    position: &str,
    stop: &StopToken,
) -> Result<SearchResult<String>, BenchError> {
    let mut session = open(entry.name)?;
    session.set_position(position)?;
    let request = SearchRequest {
        limits: Limits {
            depth: Some(entry.bench_depth),
            ..Limits::default()
        },
        ..SearchRequest::default()
    };
    Ok(session.search_blocking(&request, stop, None)?)
}
