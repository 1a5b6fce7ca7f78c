//! The games and the engine for Python: the module `jabberwock._jabberwock`, which the package
//! `jabberwock` presents.
//!
//! Everything is done by sessions. Documentation comments of classes and methods are their
//! docstrings; their types are in `python/jabberwock/_jabberwock.pyi`.

mod arguments;
mod count;
mod engine;
mod game;
mod interrupt;
mod line;
mod outcome;
mod pickle;
mod position;
mod progress;
mod score;
mod search;

/// Games, their positions and a search.
#[pyo3::pymodule]
mod _jabberwock {
    use pyo3::{
        Bound, PyResult,
        exceptions::PyImportError,
        types::{PyModule, PyModuleMethods as _},
    };

    #[pymodule_export]
    use crate::{
        engine::Engine,
        game::{Game, games},
        line::{Line, SearchResult},
        outcome::Outcome,
        position::Position,
        score::Score,
        search::Search,
    };

    #[pymodule_init]
    fn initialize(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if jabberwock_engine::is_processor_supported() {
            module.add("__version__", env!("CARGO_PKG_VERSION"))
        } else {
            Err(PyImportError::new_err(
                jabberwock_engine::UNSUPPORTED_PROCESSOR,
            ))
        }
    }
}
