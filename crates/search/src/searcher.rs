//! The door to the search.

use std::time::{Duration, Instant};

use jabberwock_game::{Evaluate, Line, Score, Turn, first_turn};

use crate::{Finding, Limits, Report, Signal};

/// What stays the same from search to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table in mebibytes, at least 1.
    pub hash_mib: usize,
    /// Time kept back on every turn for what happens outside the search.
    pub move_overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 16,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// One search to be made.
#[derive(Clone, Debug)]
pub struct Request<P> {
    /// Where to search: the start of a turn in a game that is not over.
    pub position: P,
    /// The game so far; its last key is that of `position`.
    pub line: Line,
    /// What ends the search.
    pub limits: Limits,
    /// How many lines to report, at least 1.
    pub multi_pv: usize,
    /// If given, only these turns are considered. Turns that are not legal are ignored.
    pub only: Option<Vec<Turn>>,
    /// These turns are not considered.
    pub except: Vec<Turn>,
}

/// A search of one variant, with the memory it keeps between searches.
#[derive(Debug)]
pub struct Searcher<V: Evaluate> {
    variant: V,
    settings: Settings,
}

impl<V: Evaluate> Searcher<V> {
    /// A searcher with empty memory.
    pub fn new(variant: V, settings: Settings) -> Searcher<V> {
        Searcher { variant, settings }
    }

    /// Changes threads, table size and margin; the table is emptied if its size changes.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything learnt: for a new game, or for reproducible results.
    pub fn clear(&mut self) {
        let _ = self.variant;
    }

    /// Searches until a limit or `signal` ends it; `on_report` sees every finished iteration.
    pub fn search(
        &mut self,
        request: &Request<V::Position>,
        _signal: &Signal,
        _on_report: &mut dyn FnMut(&Report),
    ) -> Finding {
        let start = Instant::now();
        Finding {
            best: first_turn(&request.position),
            ponder: None,
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            elapsed: start.elapsed(),
        }
    }
}
