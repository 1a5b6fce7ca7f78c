//! The subcommands, one file each. They print results on standard output and nothing else there.

mod analyze;
mod bench;
mod eval;
mod inspect;
mod r#match;
mod moves;
mod openings;
mod perft;
mod show;
mod tune;
mod variants;
mod xboard;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

/// The command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games
    Variants(variants::Args),
    /// Draw a position
    Show(show::Args),
    /// List every legal turn, sorted bytewise
    Moves(moves::Args),
    /// Count the sequences of legal turns, a line per depth: depth, sequences, seconds, per second
    Perft(perft::Args),
    /// Search for the best turn
    Analyze(analyze::Args),
    /// Show the static evaluation by terms
    Eval(eval::Args),
    /// Answer a program: a position per line in, a JSON object per line out
    Inspect(inspect::Args),
    /// Search to fixed depths: node counts (the signature), seconds, nodes a second
    Bench(bench::Args),
    /// Let players play against each other
    Match(Box<r#match::Args>),
    /// Find level openings for matches
    Openings(openings::Args),
    /// Learn weights and parameters from games that the search plays with itself
    Tune(tune::Args),
    /// Play a game in XBoard
    Xboard(xboard::Args),
}

impl Command {
    /// Runs the command, with results to `out`.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Variants(args) => args.run(out),
            Command::Show(args) => args.run(out),
            Command::Moves(args) => args.run(out),
            Command::Perft(args) => args.run(out),
            Command::Analyze(args) => args.run(out),
            Command::Eval(args) => args.run(out),
            Command::Inspect(args) => args.run(out),
            Command::Bench(args) => args.run(out),
            Command::Match(args) => args.run(out),
            Command::Openings(args) => args.run(out),
            Command::Tune(args) => args.run(out),
            Command::Xboard(args) => args.run(out),
        }
    }
}
