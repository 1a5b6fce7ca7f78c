//! The subcommands, one file each. They print results on standard output and nothing else there.

mod analyze;
mod annotate;
mod bench;
#[cfg(feature = "board")]
mod board;
mod completions;
mod eval;
mod inspect;
mod man;
mod r#match;
mod moves;
mod openings;
mod perft;
mod play;
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
    /// Add scores, best lines and marks to recorded games
    Annotate(annotate::Args),
    /// Play a game at the terminal
    Play(Box<play::Args>),
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
    /// Play, analyse and watch in the browser
    #[cfg(feature = "board")]
    Board(board::Args),
    /// Print the command line for a shell to complete
    Completions(completions::Args),
    /// Write manual pages
    Man(man::Args),
}

impl Command {
    /// Runs the command, with results to `out`. `program` describes the whole command line.
    pub(crate) fn run(self, program: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Variants(args) => args.run(out),
            Command::Show(args) => args.run(out),
            Command::Moves(args) => args.run(out),
            Command::Perft(args) => args.run(out),
            Command::Analyze(args) => args.run(out),
            Command::Annotate(args) => args.run(out),
            Command::Play(args) => args.run(out),
            Command::Eval(args) => args.run(out),
            Command::Inspect(args) => args.run(out),
            Command::Bench(args) => args.run(out),
            Command::Match(args) => args.run(out),
            Command::Openings(args) => args.run(out),
            Command::Tune(args) => args.run(out),
            Command::Xboard(args) => args.run(out),
            #[cfg(feature = "board")]
            Command::Board(args) => args.run(out),
            Command::Completions(args) => args.run(program, out),
            Command::Man(args) => args.run(program, out),
        }
    }
}
