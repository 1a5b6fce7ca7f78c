//! Failures of commands: messages and exit status.

#[cfg(feature = "board")]
use std::net::SocketAddr;
use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use clap::error::ErrorKind;
use jabberwock_arena::{
    join::JoinError, openings::OpeningError, records::RecordError, tournament::TournamentError,
    tune::TuneError,
};
#[cfg(feature = "board")]
use jabberwock_board::server::Address;
use jabberwock_engine::{
    RunError, TooDeepToCount, TooManyTurns, bench::BenchError, memory::HashTooLarge,
};
use jabberwock_game::{PositionError, TurnError};
use jabberwock_variants::UnknownVariant;

/// What clap makes of a missing subcommand: the help is printed, and nothing else.
const HELP_FOR_MISSING: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

/// Everything that ends a command early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Invalid arguments, or help that was asked for.
    #[error("{}", message(.0))]
    Arguments(#[from] clap::Error),
    /// No such variant.
    #[error("{0}{list}", list = list_of_variants(.0))]
    Variant(#[from] UnknownVariant),
    /// An invalid position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An illegal turn.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Turns that would have to be made one by one.
    #[error(transparent)]
    TooDeep(#[from] TooDeepToCount),
    /// A bench of this game that did not end.
    #[error("bench of {0}: {1}")]
    Bench(&'static str, BenchError),
    /// Turns that are too many even for a list.
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
    /// The search panicked, or could not be started.
    #[error("the search failed: {0}")]
    Search(String),
    /// A hash table that does not fit in memory.
    #[error(transparent)]
    Hash(#[from] HashTooLarge),
    /// Invalid openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// Options that contradict each other or do not suffice.
    #[error("{0}")]
    Options(String),
    /// A match that was aborted.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Records that are not joined.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// A file that cannot be opened or read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A file that cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// Something that the command needs does not work.
    #[error("{what}: {error}")]
    System {
        /// The action that failed.
        what: &'static str,
        /// The error of the system.
        error: io::Error,
    },
    /// Games of a record that are not read to their ends.
    #[error("{}", listed(.path, .problems))]
    Record {
        /// The file.
        path: String,
        /// The problems.
        problems: Vec<RecordError>,
    },
    /// A failed tuning run.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// The results cannot be printed.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Input(error) => Failure::input(error),
            RunError::Output(error) => Failure::Output(error),
        }
    }
}

impl Failure {
    /// Returns the failure to serve a page at `address`.
    #[cfg(feature = "board")]
    pub(crate) fn listen(address: Address, error: &io::Error) -> Failure {
        let place = match (address.ip, address.port) {
            (Some(ip), Some(port)) => SocketAddr::new(ip, port).to_string(),
            (Some(ip), None) => ip.to_string(),
            (None, Some(port)) => format!("port {port}"),
            (None, None) => "any port".to_owned(),
        };
        Failure::Options(format!("cannot listen on {place}: {error}"))
    }

    /// Returns the failure to open or read the file at `path`.
    pub(crate) fn file(path: &Path, error: io::Error) -> Failure {
        let path = path.display().to_string();
        Failure::File { path, error }
    }

    /// Returns the failure to read standard input.
    pub(crate) fn input(error: io::Error) -> Failure {
        let path = "standard input".to_owned();
        Failure::File { path, error }
    }

    /// Returns the failure to write the file at `path`.
    pub(crate) fn write(path: &Path, error: io::Error) -> Failure {
        let path = path.display().to_string();
        Failure::Write { path, error }
    }

    /// Converts an error of the system to one that names the failed action, `cannot ...`.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::System { what, error }
    }

    /// Prints it on standard error (help goes to standard output), and returns the exit status: 2
    /// for errors the user can correct, files that cannot be opened among them; 1 otherwise, also
    /// if a file cannot be written. A closed pipe is not a failure.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Arguments(error) if !error.use_stderr() => {
                let printed = error.print().and_then(|()| io::stdout().flush());
                return printed.map_or_else(
                    |error| Failure::Output(error).report(),
                    |()| ExitCode::SUCCESS,
                );
            }
            Failure::Arguments(error) if error.kind() == HELP_FOR_MISSING => {
                // If this fails there is nowhere left to write to.
                let _ = error.print();
                return ExitCode::from(2);
            }
            _ => {}
        }
        // If this fails there is nowhere left to write to.
        let _ = writeln!(io::stderr(), "error: {self}");
        match self {
            Failure::Bench(..)
            | Failure::Search(_)
            | Failure::System { .. }
            | Failure::Write { .. }
            | Failure::Tune(TuneError::Write { .. } | TuneError::Planner { .. })
            | Failure::Output(_)
            | Failure::Tournament(TournamentError::Recording(_) | TournamentError::NoThread(_)) => {
                ExitCode::FAILURE
            }
            _ => ExitCode::from(2),
        }
    }
}

/// Returns clap's message with its tips and the usage, without the `error: ` that it begins with.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.trim_end();
    text.strip_prefix("error: ").unwrap_or(text).to_owned()
}

/// Returns the problems of a record, a line each, the first ones only.
fn listed(path: &str, problems: &[RecordError]) -> String {
    const SHOWN: usize = 10;
    let shown = problems.iter().take(SHOWN);
    let mut lines: Vec<String> = shown.map(|problem| format!("{path}: {problem}")).collect();
    if problems.len() > SHOWN {
        lines.push(format!("{path}: {} problems in all", problems.len()));
    }
    lines.join("\nerror: ")
}

/// Returns a hint at the list of names, if none is suggested.
fn list_of_variants(error: &UnknownVariant) -> &'static str {
    match error.suggestion {
        Some(_) => "",
        None => "; `jabberwock variants` lists them",
    }
}

/// Prints a warning on standard error.
pub(crate) fn warn(text: &str) {
    // If this fails there is nowhere to warn.
    writeln!(io::stderr(), "warning: {text}").ok();
}
