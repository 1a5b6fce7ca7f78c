//! What a search tells its caller.

use std::time::Duration;

use jabberwock_game::{Score, Step, Turn};

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this (the search failed high).
    Lower,
    /// The value is at most this (the search failed low).
    Upper,
}

/// The state of a search after an iteration, or after an aspiration window failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Finished depth in plies.
    pub depth: u32,
    /// Deepest line looked at, in turns from the root.
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
    pub pv: Vec<Step>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// A complete legal turn; empty only if there is none.
    pub best: Turn,
    /// The reply expected, if the principal variation has one.
    pub ponder: Option<Turn>,
    /// For the player to move at the root.
    pub score: Score,
    /// Finished depth in plies.
    pub depth: u32,
    /// Steps made, all threads together.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}
