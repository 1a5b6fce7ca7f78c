//! `Score`: the value of a position.

use pyo3::prelude::*;

/// A score for the player to move. Its text is `cp 35` (centipawns) or `mate 3`, `mate -2`; scores are
/// ordered, the better one is greater.
#[pyclass(frozen, eq, ord, hash, module = "jabberwock")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub(crate) struct Score(pub(crate) jabberwock_game::Score);

#[pymethods]
impl Score {
    /// Centipawns; `None` if an end is forced.
    #[getter]
    fn cp(&self) -> Option<i32> {
        let is_forced = self.0.mate_moves().is_some();
        (!is_forced).then_some(self.0.0)
    }

    /// Moves until a forced end: above 0 if the player to move wins, below if it loses, 0 if it has lost;
    /// `None` if no end is forced.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.0.mate_moves()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.0)
    }
}
