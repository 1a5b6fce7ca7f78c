//! `Outcome`: how a game has ended.

use jabberwock_game::{Color, result_text};
use pyo3::prelude::*;

use crate::{
    arguments::refused,
    pickle::{Reduced, reduced},
};

/// The player of this color, as Python is told.
pub(crate) fn player(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The outcome of a game. Its text is like `1-0 {checkmate}`.
///
/// Outcomes are equal if they have the same winner and the same reason; they may be used as keys, copied
/// and pickled. `ValueError` if `winner` is not `white`, `black` or `None`.
#[pyclass(frozen, eq, hash, module = "jabberwock")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    winner: Option<Color>,
    reason: String,
}

impl From<jabberwock_game::Outcome> for Outcome {
    fn from(outcome: jabberwock_game::Outcome) -> Outcome {
        Outcome {
            winner: outcome.winner,
            reason: outcome.reason.text().to_owned(),
        }
    }
}

#[pymethods]
impl Outcome {
    #[new]
    #[pyo3(signature = (winner, reason))]
    fn new(winner: Option<&str>, reason: String) -> PyResult<Outcome> {
        let winner = winner.map(|name| {
            let colors = [Color::White, Color::Black];
            let color = colors.into_iter().find(|&color| player(color) == name);
            color.ok_or_else(|| refused(format!("winner is white, black or None, not {name:?}")))
        });
        Ok(Outcome {
            winner: winner.transpose()?,
            reason,
        })
    }

    /// `white`, `black`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.winner.map(player)
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    #[getter]
    fn result(&self) -> &'static str {
        result_text(self.winner)
    }

    /// The reason: `checkmate`, `stalemate`, `repetition`, ...
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    fn __str__(&self) -> String {
        format!("{} {{{}}}", self.result(), self.reason)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.__str__())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let outcome = slf.get();
        reduced(slf, (outcome.winner(), outcome.reason()))
    }
}
