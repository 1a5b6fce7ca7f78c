//! How far a search has come, shared by its thread and those of Python.

use std::{
    collections::BTreeMap,
    process,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use jabberwock_engine::{SearchEvent, SearchResult};
use jabberwock_search::{Bound, StopToken};
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::{interrupt::POLL_INTERVAL, line::Line};

/// The reports of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// All lines, in the order of reports.
    pub(crate) lines: Vec<Line>,
    /// In a game of games, the reasons for the turn.
    pub(crate) plan: Option<String>,
    /// The end.
    pub(crate) result: Option<SearchResult<String>>,
}

impl Found {
    /// The latest line of each rank, the best first.
    pub(crate) fn latest_lines(&self) -> Vec<Line> {
        let lines = self.lines.iter();
        let latest: BTreeMap<usize, &Line> = lines.map(|line| (line.rank(), line)).collect();
        latest.into_values().cloned().collect()
    }

    fn add(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Info(info) if info.bound == Bound::Exact => {
                self.lines.push(Line::new(info));
            }
            SearchEvent::Info(_) | SearchEvent::RootStep(_) => {}
            SearchEvent::Plan(plan) => self.plan = Some(plan.to_string()),
            SearchEvent::Result(result) => self.result = Some(result),
        }
    }
}

/// A search under way, or one that has ended. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    shared: Arc<(Mutex<Found>, Condvar)>,
    /// The process that has the threads of the search.
    process: u32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            shared: Arc::default(),
            process: process::id(),
        }
    }
}

impl Progress {
    /// Whether the search is one of this process. In one that was forked it does not go on.
    pub(crate) fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// Returns the reports so far.
    pub(crate) fn found(&self) -> MutexGuard<'_, Found> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what the search reports.
    pub(crate) fn add(&self, event: SearchEvent) {
        self.found().add(event);
        self.shared.1.notify_all();
    }

    /// Whether the search has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.found().result.is_some()
    }

    /// Waits until `wanted` finds something in what was reported. Python goes on meanwhile.
    ///
    /// # Errors
    /// The exception of a signal's handler, `KeyboardInterrupt` for Ctrl-C. `RuntimeError` if it would wait for a
    /// search of another process.
    pub(crate) fn wait<T: Send>(
        &self,
        py: Python<'_>,
        wanted: impl Fn(&Found) -> Option<T> + Sync,
    ) -> PyResult<T> {
        loop {
            let answer = py.detach(|| {
                let is_missing = |found: &mut Found| wanted(found).is_none();
                let guard =
                    self.shared
                        .1
                        .wait_timeout_while(self.found(), POLL_INTERVAL, is_missing);
                let (found, _) = guard.unwrap_or_else(PoisonError::into_inner);
                wanted(&found)
            });
            py.check_signals()?;
            if let Some(answer) = answer {
                return Ok(answer);
            }
            if !self.is_here() {
                return Err(PyRuntimeError::new_err(
                    "the search was started by another process, and ends only there",
                ));
            }
        }
    }
}

/// The search that an engine started last.
#[derive(Debug)]
pub(crate) struct Latest {
    /// The progress of the search.
    pub(crate) progress: Progress,
    /// The token that stops the search.
    pub(crate) stop_token: StopToken,
}
