//! `Search`: a search under way.

use std::sync::atomic::{AtomicUsize, Ordering};

use jabberwock_engine::RunningSearch;
use jabberwock_game::Score;
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyTuple};

use crate::{
    line::{Line, SearchResult},
    pickle::not_reduced,
    progress::Progress,
};

/// A search under way: an iterator of lines as they are found, which ends with the search.
///
/// As a context manager it stops the search at the end of the block. A search that is not referred to
/// any more is stopped.
///
/// In a process that was forked it has what was found before, and does not go on: `RuntimeError` if that is
/// waited for.
#[pyclass(frozen, module = "jabberwock")]
#[derive(Debug)]
pub(crate) struct Search {
    running: RunningSearch,
    progress: Progress,
    /// If the game is over there, the score of the position.
    end: Option<Score>,
    /// The number of lines that were given out.
    given: AtomicUsize,
}

impl Search {
    pub(crate) fn new(running: RunningSearch, progress: Progress, end: Option<Score>) -> Search {
        Search {
            running,
            progress,
            end,
            given: AtomicUsize::new(0),
        }
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// The exception of a signal's handler. `RuntimeError` if the search failed.
    pub(crate) fn finish(&self, py: Python<'_>) -> PyResult<SearchResult> {
        let (mut result, lines, plan) = self.progress.wait(py, |found| {
            let result = found.result.clone()?;
            Some((result, found.latest_lines(), found.plan.clone()))
        })?;
        if let (None, Some(score)) = (&result.best, self.end) {
            result.score = score;
        }
        match &result.failure {
            Some(failure) => Err(PyRuntimeError::new_err(format!(
                "the search failed: {failure}"
            ))),
            None => Ok(SearchResult::new(&result, lines, plan)),
        }
    }
}

#[pymethods]
impl Search {
    /// Ends the search within milliseconds.
    fn stop(&self) {
        self.running.stop();
    }

    /// Waits for the end of the search and gives what it has found. Ctrl-C ends only the waiting.
    fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        self.finish(py)
    }

    /// Whether the search has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.progress.is_over()
    }

    fn __iter__(slf: PyRef<'_, Search>) -> PyRef<'_, Search> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        let order = Ordering::Relaxed;
        loop {
            let index = self.given.load(order);
            let next = self.progress.wait(py, |found| {
                let line = found.lines.get(index).cloned();
                (line.is_some() || found.result.is_some()).then_some(line)
            })?;
            if next.is_none() {
                return Ok(None);
            }
            // Another thread of Python may have got the line meanwhile.
            let claim = self.given.compare_exchange(index, index + 1, order, order);
            if claim.is_ok() {
                return Ok(next);
            }
        }
    }

    fn __enter__(slf: PyRef<'_, Search>) -> PyRef<'_, Search> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.running.stop();
        if !self.progress.is_here() {
            return Ok(());
        }
        self.progress
            .wait(py, |found| found.result.is_some().then_some(()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<()> {
        not_reduced(slf)
    }
}
