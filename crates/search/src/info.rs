//! What a search reports: info while it runs, and its result.

use std::time::Duration;

use jabberwock_game::Score;

/// What a score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The value is at least this (the search failed high).
    Lower,
    /// The value is at most this (the search failed low).
    Upper,
}

/// The state of a search after an iteration, or after an aspiration window failed.
///
/// `T` is what principal variations consist of: steps inside the search, texts of turns above it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo<T> {
    /// Finished depth in plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, in turns from the root.
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second, ...
    pub multi_pv: usize,
    /// For the player to move at the root.
    pub score: Score,
    /// What `score` is.
    pub bound: Bound,
    /// Steps made so far, all threads together.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Used part of the transposition table in permille.
    pub hashfull: u32,
    /// The principal variation: complete legal turns, one after another.
    pub pv: Vec<T>,
}

impl<T> SearchInfo<T> {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// The result of a search.
///
/// `T` is a turn: its steps inside the search, its text above it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<T> {
    /// A complete legal turn; `None` only if there is none to choose from.
    pub best: Option<T>,
    /// The reply expected, if the principal variation has one.
    pub ponder: Option<T>,
    /// For the player to move at the root.
    pub score: Score,
    /// Finished depth in plies.
    pub depth: u32,
    /// Steps made, all threads together.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Why the search failed, if it did; `best` is then an arbitrary legal turn.
    pub failure: Option<String>,
}

impl<T> SearchResult<T> {
    /// The result where nothing was searched, or where the search failed.
    pub fn without_search(best: Option<T>, failure: Option<String>) -> SearchResult<T> {
        SearchResult {
            best,
            ponder: None,
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            failure,
        }
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// Whole nodes a second; elapsed times below a nanosecond count as one.
pub fn nps(nodes: u64, elapsed: Duration) -> u64 {
    let nanoseconds = elapsed.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}
