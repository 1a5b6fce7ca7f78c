//! `tune`: weights and parameters from games.

mod common;
mod data;
mod network;
mod rescore;
mod spsa;
mod texel;

use std::io::Write;

use clap::Subcommand;
use jabberwock_game::Evaluate;
use jabberwock_variants::{Entry, Visitor, find};

use self::{
    data::DataArgs, network::NetworkArgs, rescore::RescoreArgs, spsa::SpsaArgs, texel::TexelArgs,
};
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock tune data hop --games 4000 --nodes 2500 --out hop.data
  jabberwock tune network hop --data hop.data --out hop.net
  jabberwock tune texel hop --data hop.data --out weights.txt
  jabberwock tune spsa hop --iterations 1000 --nodes 4000 --out search.txt

Ctrl-C ends a run: what it has found so far is written, and the exit status is 130. The same command
resumes the run, which then ends like an uninterrupted one.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Debug, Subcommand)]
enum TuneCommand {
    /// Play games and collect quiet positions with their results
    Data(DataArgs),
    /// Score such positions by the searches of another player
    Rescore(Box<RescoreArgs>),
    /// Train a network that evaluates positions on such positions
    Network(NetworkArgs),
    /// Fit the weights of the evaluation to such positions
    Texel(TexelArgs),
    /// Find better parameters of the search by games, in games of games of the planner
    Spsa(SpsaArgs),
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = match &self.command {
            TuneCommand::Data(args) => &args.common.variant,
            TuneCommand::Rescore(args) => &args.common.variant,
            TuneCommand::Network(args) => &args.common.variant,
            TuneCommand::Texel(args) => &args.common.variant,
            TuneCommand::Spsa(args) => &args.common.variant,
        };
        let entry = find(name)?;
        entry.accept(Run {
            command: &self.command,
            out,
        })
    }
}

/// The command, for a game whose type is known.
struct Run<'a> {
    command: &'a TuneCommand,
    out: &'a mut dyn Write,
}

impl Visitor for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Result<(), Failure> {
        match self.command {
            TuneCommand::Data(args) => args.run(entry, variant, self.out),
            TuneCommand::Rescore(args) => args.run(entry, variant, self.out),
            TuneCommand::Network(args) => args.run(variant, self.out),
            TuneCommand::Texel(args) => args.run(variant, self.out),
            TuneCommand::Spsa(args) => args.run(entry, variant, self.out),
        }
    }
}
