//! Weights and parameters learnt from games.
//!
//! Everything is seeded, and nothing depends on the number of threads or on where a run was
//! interrupted: a run that is taken up again ends as if it had never stopped.

pub mod data;
mod dataset;
mod selfplay;
pub mod spsa;
pub mod texel;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jabberwock_game::WeightsError;
use serde::{Serialize, de::DeserializeOwned};

pub use dataset::Dataset;

/// Why tuning came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file that cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line of a file that should have been something else.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A file that another run left behind.
    #[error("{} is of a run with other settings; move it away or repeat those", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
    },
    /// Weights that are not those of the game.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A parameter of the search that does not exist.
    #[error("the search has no parameter \"{0}\"")]
    Parameter(String),
    /// Too few positions to learn from.
    #[error("{} holds too little to learn from", .0.display())]
    TooLittle(PathBuf),
    /// The game has no opening that is level and random.
    #[error("no level opening was found")]
    NoOpening,
    /// The system has no threads to spare.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl TuneError {
    fn file(path: &Path) -> impl FnOnce(io::Error) -> TuneError {
        let path = path.to_owned();
        move |error| TuneError::File { path, error }
    }
}

/// A pool of its own size.
fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, TuneError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1));
    Ok(builder.build()?)
}

/// A number that depends on `seed` and `index` alone and looks random.
fn derived_seed(seed: u64, index: u64) -> u64 {
    jabberwock_game::Key::random(seed, index).0
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), TuneError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    fs::write(&new, text).map_err(TuneError::file(&new))?;
    fs::rename(&new, path).map_err(TuneError::file(path))
}

/// What a run keeps so that it can be taken up again.
#[derive(Debug, Serialize, serde::Deserialize)]
struct Checkpoint<S, T> {
    settings: S,
    state: T,
}

/// Keeps `state` of a run with these `settings`.
fn save_checkpoint<S: Serialize, T: Serialize>(
    path: &Path,
    settings: S,
    state: T,
) -> Result<(), TuneError> {
    let text = serde_json::to_string(&Checkpoint { settings, state })
        .map_err(io::Error::from)
        .map_err(TuneError::file(path))?;
    write_whole(path, &text)
}

/// The state that a run with these `settings` has kept; `None` if there is no such file.
fn load_checkpoint<S, T>(path: &Path, settings: &S) -> Result<Option<T>, TuneError>
where
    S: DeserializeOwned + PartialEq,
    T: DeserializeOwned,
{
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TuneError::file(path)(error)),
    };
    match serde_json::from_str::<Checkpoint<S, T>>(&text) {
        Ok(load_checkpoint) if load_checkpoint.settings == *settings => {
            Ok(Some(load_checkpoint.state))
        }
        _ => Err(TuneError::OtherRun {
            path: path.to_owned(),
        }),
    }
}
