//! `Line` and `SearchResult`: what a search finds.

use jabberwock_engine::SearchInfo;
use pyo3::prelude::*;

use crate::score::Score;

/// A line that a search has found: its turns, and what they are worth.
#[pyclass(frozen, get_all, module = "jabberwock")]
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// 1 for the best line, 2 for the second, ...
    rank: usize,
    /// Finished depth in plies.
    depth: u32,
    /// The longest line searched, in turns.
    seldepth: u32,
    /// For the player to move.
    score: Score,
    /// Nodes searched so far.
    nodes: u64,
    /// Seconds since the search began.
    time: f64,
    /// Turns one after another, at least one.
    turns: Vec<String>,
}

impl Line {
    pub(crate) fn new(info: SearchInfo<String>) -> Line {
        Line {
            rank: info.multi_pv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: Score(info.score),
            nodes: info.nodes,
            time: info.elapsed.as_secs_f64(),
            turns: info.pv,
        }
    }

    pub(crate) fn rank(&self) -> usize {
        self.rank
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let (score, turns) = (self.score.0, self.turns.join(" "));
        format!("<Line {} depth {} {score}: {turns}>", self.rank, self.depth)
    }
}

/// What a search has found in the end.
#[pyclass(frozen, get_all, module = "jabberwock")]
#[derive(Clone, Debug)]
pub(crate) struct SearchResult {
    /// The turn to play; `None` if no turn is legal.
    turn: Option<String>,
    /// The reply that is expected, if there is one.
    reply: Option<String>,
    /// For the player to move.
    score: Score,
    /// The lines of the last iteration, the best first. None if the search was stopped before the
    /// first one.
    lines: Vec<Line>,
    /// Finished depth in plies.
    depth: u32,
    /// Nodes searched.
    nodes: u64,
    /// Seconds that the search took.
    time: f64,
    /// In a game of games, why the turn was chosen.
    plan: Option<String>,
}

impl SearchResult {
    pub(crate) fn new(
        result: &jabberwock_engine::SearchResult<String>,
        lines: Vec<Line>,
        plan: Option<String>,
    ) -> SearchResult {
        SearchResult {
            turn: result.best.clone(),
            reply: result.ponder.clone(),
            score: Score(result.score),
            lines,
            depth: result.depth,
            nodes: result.nodes,
            time: result.elapsed.as_secs_f64(),
            plan,
        }
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let turn = self.turn.as_deref().unwrap_or("none");
        format!(
            "<SearchResult {turn} depth {} {}>",
            self.depth, self.score.0
        )
    }
}
