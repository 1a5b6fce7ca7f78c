//! Errors of tuning runs.

use std::{
    io,
    path::{Path, PathBuf},
};

use jabberwock_game::WeightsError;
use jabberwock_network::NetworkError;

use crate::{player::PlayerError, shard::Shard};

/// The reason why a tuning run has failed.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file that cannot be opened or read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file of the run that cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// An invalid line of a file.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The problem with it.
        problem: String,
    },
    /// A file that is not part of the run of the others.
    #[error("{}: {problem}", path.display())]
    Part {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        problem: String,
    },
    /// A shard of a run that is to be joined.
    #[error("shard {0} is missing")]
    MissingShard(Shard),
    /// A file of a run with other settings.
    #[error(
        "{} is of a run with other settings; repeat them to resume it, or move the file away",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
    },
    /// Weights that do not fit the game.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A file that is not a network of the game.
    #[error("{}: {error}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        error: NetworkError,
    },
    /// An unknown parameter of the search.
    #[error("the search has no parameter \"{0}\"")]
    Parameter(String),
    /// A parameter that games without a clock cannot tune.
    #[error("\"{0}\" matters with a clock only, and the games have none")]
    ClockParameter(String),
    /// A name that no player of the records has.
    #[error("no game in the records is of a player \"{0}\"")]
    Player(String),
    /// A failure of the player that scores positions.
    #[error("{player}: {error}")]
    Scores {
        /// Its name.
        player: String,
        /// The reason.
        error: PlayerError,
    },
    /// Not enough games for a training set and a held-out set.
    #[error("there are too few games in the data")]
    TooFewGames,
    /// No balanced random opening was found.
    #[error("no balanced opening was found")]
    NoOpening,
    /// A position in which the planner made no legal turn.
    #[error("the planner made no legal turn in {position}: {problem}")]
    Planner {
        /// The position.
        position: String,
        /// The problem with its turn.
        problem: String,
    },
    /// Threads could not be created.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl TuneError {
    /// Converts an error of the system to one that names the file to be read.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> TuneError {
        let path = path.to_owned();
        move |error| TuneError::File { path, error }
    }

    /// Converts an error of the system to one that names the file to be written.
    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> TuneError {
        let path = path.to_owned();
        move |error| TuneError::Write { path, error }
    }

    /// Converts the number of a line and its problem to an error that names the file.
    pub(super) fn line(path: &Path) -> impl Fn((usize, String)) -> TuneError + Copy {
        move |(line, problem)| TuneError::Line {
            path: path.to_owned(),
            line,
            problem,
        }
    }
}
