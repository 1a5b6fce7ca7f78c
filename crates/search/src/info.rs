//! Output of a search: info while it runs, and its result.

use std::time::Duration;

use jabberwock_game::Score;

/// The relation of a score to the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is at least the score (fail high).
    Lower,
    /// The value is at most the score (fail low).
    Upper,
}

/// The state of a search after an iteration, or after a score outside its aspiration window.
///
/// `T` is the element of principal variations: steps in the search, texts of turns above it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo<T> {
    /// Depth in plies of the iteration that found the line: a finished one, or the one that was
    /// stopped.
    pub depth: u32,
    /// Selective depth: the longest line of PV nodes, in turns from the root.
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second, ...
    pub multi_pv: usize,
    /// The number of lines reported together, in order; 1 for a score outside its aspiration
    /// window.
    pub line_count: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Whether `score` is exact or a bound.
    pub bound: Bound,
    /// Steps made so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Occupancy of the transposition table in permille.
    pub hashfull: u32,
    /// The principal variation: complete legal turns, one after another. Never empty; a score that
    /// failed low comes with the best line known before.
    pub pv: Vec<T>,
}

impl<T> SearchInfo<T> {
    /// Returns the nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// The result of a search.
///
/// `T` is a turn: its steps in the search, its text above it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<T> {
    /// A complete legal turn; `None` only if no turn is legal and allowed.
    pub best: Option<T>,
    /// The expected reply, if the principal variation has one.
    pub ponder: Option<T>,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Finished depth in plies.
    pub depth: u32,
    /// Steps made, all threads together.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The error, if the search panicked; `best` is then an arbitrary legal turn.
    pub failure: Option<String>,
}

impl<T> SearchResult<T> {
    /// Returns the result if nothing was searched, or if the search failed.
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

    /// Returns the result as search info on the one line `pv`.
    pub fn info<L: Default>(&self, pv: Vec<L>) -> SearchInfo<L> {
        SearchInfo {
            depth: self.depth,
            multi_pv: 1,
            line_count: 1,
            score: self.score,
            nodes: self.nodes,
            elapsed: self.elapsed,
            pv,
            ..SearchInfo::default()
        }
    }

    /// Returns the nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.elapsed)
    }
}

/// Returns the nodes per second, rounded down; elapsed times below a nanosecond count as one.
pub fn nps(nodes: u64, elapsed: Duration) -> u64 {
    let nanoseconds = elapsed.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}
