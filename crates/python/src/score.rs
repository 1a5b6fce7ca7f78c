//! `Score`: the value of a position.

use std::ops::RangeInclusive;

use pyo3::prelude::*;

use crate::{
    arguments::{Integer, ranged},
    pickle::{Reduced, reduced},
};

/// The values of a position that is lost, and of one that is won.
const VALUES: RangeInclusive<i32> =
    -jabberwock_game::Score::MATE.0..=jabberwock_game::Score::MATE.0;

/// A score for the player to move. Its text is `cp 35` (centipawns) or `mate 3`, `mate -2`; scores are
/// ordered, the better one is greater. They may be used as keys, copied and pickled.
///
/// `Score(35)` is 35 centipawns; `value` says what other numbers are. `ValueError` if it is not from -32000 to
/// 32000.
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "jabberwock")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub(crate) struct Score(pub(crate) jabberwock_game::Score);

#[pymethods]
impl Score {
    #[new]
    fn new(value: Integer) -> PyResult<Score> {
        let value = ranged("value", value, &VALUES)?;
        Ok(Score(jabberwock_game::Score(value)))
    }

    /// The value by which scores are ordered: centipawns, or if an end is forced in N turns (those of
    /// both players count), 32000 - N for the player who wins and N - 32000 for the one who loses.
    #[getter]
    fn value(&self) -> i32 {
        self.0.0
    }

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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, (slf.get().value(),))
    }
}
