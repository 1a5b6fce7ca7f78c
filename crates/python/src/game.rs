//! `Game`: a row of the registry.

use jabberwock_engine::open;
use jabberwock_variants::{Entry, UnknownVariant, entries, find};
use pyo3::{
    prelude::*,
    types::{PyString, PyTuple},
};

use crate::{
    arguments::{refused, wrong_type},
    pickle::{Reduced, reduced},
};

/// A game that can be played, by its name or an alias of it in any case: `Game("crazy")`.
///
/// Games are equal if they are the same game, and may be used as keys. `ValueError` if there is no game
/// of this name; `games()` lists them.
#[pyclass(frozen, module = "jabberwock")]
#[derive(Clone, Debug)]
pub(crate) struct Game(pub(crate) &'static Entry);

/// The row of the registry of a `Game`, or of the game with this name.
///
/// # Errors
/// If there is no such game; `TypeError` if `game` is neither.
pub(crate) fn entry_of(game: &Bound<'_, PyAny>) -> PyResult<&'static Entry> {
    if let Ok(game) = game.cast::<Game>() {
        return Ok(game.get().0);
    }
    match game.cast::<PyString>() {
        Ok(name) => named(&name.extract::<String>()?),
        Err(_) => Err(wrong_type("game is a Game or the name of one", game)),
    }
}

fn named(name: &str) -> PyResult<&'static Entry> {
    find(name).map_err(|error| match error {
        UnknownVariant {
            suggestion: None, ..
        } => refused(format!("{error}; jabberwock.games() lists them")),
        UnknownVariant { .. } => refused(error),
    })
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Game> {
        named(name).map(Game)
    }

    /// The name that the game's texts are headed with.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// Other names.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.aliases)
    }

    /// One line about the game.
    #[getter]
    fn description(&self) -> &'static str {
        self.0.description
    }

    /// The text of the position that the game starts from.
    #[getter]
    fn start(&self) -> PyResult<String> {
        let session = open(self.0.name).map_err(refused)?;
        Ok(session.position())
    }

    /// Whether it is a game of games, whose turns are too many to be listed: `Position.boards` and
    /// `Position.mega_moves` have their parts, `Position.count` has their number.
    #[getter]
    fn has_boards(&self) -> bool {
        self.0.planned().is_some()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.name == other.0.name
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.name.into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.0.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, (slf.get().0.name,))
    }
}

/// All games.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    entries().iter().map(Game).collect()
}
