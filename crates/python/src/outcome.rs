//! `Outcome`: how a game has ended.

use jabberwock_game::Color;
use pyo3::prelude::*;

/// The player of this color, as Python is told.
pub(crate) fn player(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// How a game has ended. Its text is like `1-0 {checkmate}`.
#[pyclass(frozen, eq, hash, module = "jabberwock")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) jabberwock_game::Outcome);

#[pymethods]
impl Outcome {
    /// `white`, `black`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(player)
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result()
    }

    /// Why: `checkmate`, `stalemate`, `repetition`, ...
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.text()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.0)
    }
}
