//! The command line.

use clap::Parser;
use log::LevelFilter;

use crate::{commands::Command, failure::Failure};

const EXAMPLE: &str = "\
Without a command it speaks CECP (XBoard) or UCI on standard input and output.

Example:
  jabberwock analyze hop --time 5";

/// A chess engine for the games that no engine plays
#[derive(Debug, Parser)]
#[command(name = "jabberwock", version, after_help = EXAMPLE)]
pub(crate) struct Arguments {
    /// The command; without one the program speaks a protocol.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Diagnostics on standard error: off, error, warn, info, debug or trace (else as the
    /// environment says)
    #[arg(long, value_name = "LEVEL", global = true)]
    log: Option<LevelFilter>,
}

/// Reads the command line.
///
/// # Errors
/// If an argument is not valid, or help is asked for.
pub(crate) fn read() -> Result<Arguments, Failure> {
    Ok(Arguments::try_parse()?)
}

impl Arguments {
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
            let example = format!("Example:\n  jabberwock {}", command.get_name());
            assert!(help.starts_with(&example), "{}", command.get_name());
        }
    }
}
