//! The command line.

use std::path::PathBuf;

use clap::Parser;
use jabberwock_engine::Recorder;
use log::LevelFilter;

use crate::{commands::Command, failure::Failure};

const EXAMPLE: &str = "\
Without a command it speaks CECP (XBoard) or UCI on standard input and output.

Example:
  jabberwock analyze hop --time 5";

/// The version, the commit and how the program was built.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit ",
    env!("JABBERWOCK_COMMIT"),
    "\nbuild ",
    env!("JABBERWOCK_BUILD"),
);

/// A chess engine for games that no other engine plays
#[derive(Debug, Parser)]
#[command(name = "jabberwock", version, long_version = LONG_VERSION, after_help = EXAMPLE)]
pub(crate) struct Arguments {
    /// The command; without one the program speaks a protocol.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Diagnostics on standard error: off, error, warn, info, debug or trace (else as the
    /// environment says)
    #[arg(long, value_name = "LEVEL", global = true)]
    log: Option<LevelFilter>,
    /// Append every game played over a protocol to this file, as a line of JSON
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Reads the command line.
///
/// # Errors
/// If an argument is not valid, or help is asked for.
pub(crate) fn read() -> Result<Arguments, Failure> {
    let arguments = Arguments::try_parse()?;
    if arguments.record.is_some() && arguments.command.is_some() {
        let reason = "--record FILE before a command: it records games played over a protocol, \
                      which has no command (matches have a --record of their own)";
        return Err(Failure::Options(reason.to_owned()));
    }
    Ok(arguments)
}

impl Arguments {
    /// Returns the file that games played over a protocol are appended to, if there is one.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(crate) fn recorder(&self) -> Result<Option<Recorder>, Failure> {
        let path = self.record.as_deref();
        path.map(|path| Recorder::open(path).map_err(|error| Failure::file(path, error)))
            .transpose()
    }

    /// Sends diagnostics to standard error.
    pub(crate) fn start_log(&self) {
        let mut builder = env_logger::Builder::from_default_env();
        if let Some(level) = self.log {
            builder.filter_level(level);
        }
        builder.init();
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let name = command.get_name();
            let heads = ["Example", "Examples"].map(|head| format!("{head}:\n  jabberwock {name}"));
            assert!(heads.iter().any(|head| help.starts_with(head)), "{name}");
        }
    }
}
