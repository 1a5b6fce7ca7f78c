//! `Line` and `SearchResult`: what a search finds.

use std::hash::{Hash, Hasher};

use jabberwock_engine::SearchInfo;
use pyo3::{prelude::*, types::PySequence};

use crate::{
    arguments::{Integer, Seconds, Turns, elapsed, ranged},
    pickle::{Reduced, reduced},
    score::Score,
};

/// A line that a search has found: its turns, and what they are worth.
///
/// Lines are equal if all that they have is equal; they may be used as keys, copied and pickled. `ValueError`
/// if a number is out of range.
#[pyclass(frozen, get_all, eq, hash, from_py_object, module = "jabberwock")]
#[derive(Clone, Debug, PartialEq)]
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

/// Times are left out: they are no integers.
impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rank, self.depth, self.seldepth, self.nodes).hash(state);
        (&self.score, &self.turns).hash(state);
    }
}

#[pymethods]
impl Line {
    #[new]
    #[expect(
        clippy::too_many_arguments,
        reason = "they may be given by their names"
    )]
    fn from_values(
        rank: Integer,
        depth: Integer,
        seldepth: Integer,
        score: Score,
        nodes: Integer,
        time: Seconds,
        turns: Turns,
    ) -> PyResult<Line> {
        Ok(Line {
            rank: ranged("rank", rank, &(1..=usize::MAX))?,
            depth: ranged("depth", depth, &(0..=u32::MAX))?,
            seldepth: ranged("seldepth", seldepth, &(0..=u32::MAX))?,
            score,
            nodes: ranged("nodes", nodes, &(0..=u64::MAX))?,
            time: elapsed("time", time)?,
            turns: turns.0,
        })
    }

    fn __repr__(&self) -> String {
        let (score, turns) = (self.score.0, self.turns.join(" "));
        format!("<Line {} depth {} {score}: {turns}>", self.rank, self.depth)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let Line {
            rank,
            depth,
            seldepth,
            score,
            nodes,
            time,
            turns,
        } = slf.get();
        let score = score.clone();
        reduced(slf, (rank, depth, seldepth, score, nodes, time, turns))
    }
}

/// The final result of a search.
///
/// Results are equal if all that they have is equal, their times too; they may be used as keys, copied and
/// pickled. `ValueError` if a number is out of range.
#[pyclass(frozen, get_all, eq, hash, module = "jabberwock")]
#[derive(Clone, Debug, PartialEq)]
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

/// Times are left out: they are no integers.
impl Hash for SearchResult {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.turn, &self.reply, &self.score, &self.lines).hash(state);
        (self.depth, self.nodes, &self.plan).hash(state);
    }
}

#[pymethods]
impl SearchResult {
    #[new]
    #[pyo3(signature = (turn, reply, score, lines, depth, nodes, time, plan))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they may be given by their names"
    )]
    fn from_values(
        turn: Option<String>,
        reply: Option<String>,
        score: Score,
        lines: &Bound<'_, PySequence>,
        depth: Integer,
        nodes: Integer,
        time: Seconds,
        plan: Option<String>,
    ) -> PyResult<SearchResult> {
        let lines = lines.try_iter()?.map(|line| Ok(line?.extract()?));
        Ok(SearchResult {
            turn,
            reply,
            score,
            lines: lines.collect::<PyResult<_>>()?,
            depth: ranged("depth", depth, &(0..=u32::MAX))?,
            nodes: ranged("nodes", nodes, &(0..=u64::MAX))?,
            time: elapsed("time", time)?,
            plan,
        })
    }

    fn __repr__(&self) -> String {
        let turn = self.turn.as_deref().unwrap_or("none");
        format!(
            "<SearchResult {turn} depth {} {}>",
            self.depth, self.score.0
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let SearchResult {
            turn,
            reply,
            score,
            lines,
            depth,
            nodes,
            time,
            plan,
        } = slf.get();
        let (score, lines) = (score.clone(), lines.clone());
        reduced(slf, (turn, reply, score, lines, depth, nodes, time, plan))
    }
}
