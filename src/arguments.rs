//! The command line.

use std::{any::TypeId, path::PathBuf};

use clap::{
    Arg, CommandFactory, FromArgMatches, Parser,
    builder::{PossibleValuesParser, TypedValueParser},
};
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
    /// Diagnostics on standard error [default: as the environment says]
    #[arg(long, value_name = "LEVEL", global = true, display_order = LAST, ignore_case = true,
          value_parser = log_level())]
    log: Option<LevelFilter>,
    /// Append every game played over a protocol to this file, as a line of JSON
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The place of an option after all others in a list, but for `--help`.
const LAST: usize = 900;

/// Reads a level of diagnostics.
fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"])
        .try_map(|level| level.parse::<LevelFilter>())
}

/// The command line with numbers below 0 read as values, where one is expected: what an option takes is said by
/// its own refusal. There are no options like `-1`.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let is_number = |arg: &Arg| {
        let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        arg.get_action().takes_values() && !is_path
    };
    command
        .mut_args(|arg| {
            let takes_number = is_number(&arg);
            arg.allow_negative_numbers(takes_number)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Reads the command line.
///
/// # Errors
/// If an argument is not valid, or help is asked for.
pub(crate) fn read() -> Result<Arguments, Failure> {
    let matches = with_negative_numbers(Arguments::command()).try_get_matches()?;
    let arguments = Arguments::from_arg_matches(&matches)?;
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

    use super::{Arguments, with_negative_numbers};

    #[test]
    fn the_command_line_is_well_formed() {
        with_negative_numbers(Arguments::command()).debug_assert();
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
