//! Why a command did not do what was asked.

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use jabberwock_arena::{openings::OpeningError, tournament::TournamentError, tune::TuneError};
use jabberwock_engine::UnknownVariant;
use jabberwock_game::{PositionError, TurnError};

/// Everything that ends a command early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Arguments that make no sense, help that was asked for.
    #[error("{}", one_line(.0))]
    Arguments(#[from] clap::Error),
    /// No such variant.
    #[error("{0}; `jabberwock variants` lists them")]
    Variant(#[from] UnknownVariant),
    /// A position that is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A turn that is not legal.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Turns that would have to be made one by one.
    #[error(
        "depth {0}: the turns are too many to be made or listed one by one; \
         only depth 1 is counted at once"
    )]
    TooMany(u32),
    /// The search panicked.
    #[error("the search broke down: {0}")]
    Search(String),
    /// Openings that are none.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A match that cannot be played.
    #[error("{0}")]
    Match(String),
    /// A match that ended before its time.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// A file that cannot be used.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// Tuning that came to nothing.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// The results cannot be printed.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The file at `path` cannot be used.
    pub(crate) fn file(path: &Path, error: io::Error) -> Failure {
        Failure::File {
            path: path.display().to_string(),
            error,
        }
    }

    /// Says it in one line on standard error (help goes to standard output), and gives the exit
    /// status: 2 for what the user can mend, 1 otherwise. A reader who went away is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Arguments(error) if !error.use_stderr() => {
                // Whoever asked for help has closed the pipe, or has read it.
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            _ => {}
        }
        // There is nowhere left to complain to if this fails.
        let _ = writeln!(io::stderr(), "error: {self}");
        match self {
            Failure::Search(_)
            | Failure::Output(_)
            | Failure::Tournament(TournamentError::Recording(_)) => ExitCode::FAILURE,
            _ => ExitCode::from(2),
        }
    }
}

/// The first paragraph of clap's message in one line, without its `error: `.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
