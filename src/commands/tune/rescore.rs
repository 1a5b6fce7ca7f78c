//! `tune rescore`: the scores of another player for positions of `tune data`.

use std::{io::Write, path::PathBuf};

use jabberwock_arena::{
    player::PlayerSpec,
    tune::data::{self, RescorePlan},
};
use jabberwock_game::{Evaluate, counted};
use jabberwock_variants::Entry;

use super::{
    common::{Common, Progress, positive},
    data::print,
};
use crate::{failure::Failure, interrupt::stop_on_interrupt};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Positions whose last score is a bound, or above 1500 centipawns, are left out."
)]
pub(super) struct RescoreArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// The files of positions, written by `tune data`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The player that searches the positions, like those of matches, with a limit:
    /// cmd=stockfish,proto=uci,option.Hash=1,nodes=200
    #[arg(long, value_name = "PLAYER")]
    by: PlayerSpec,
    /// Take static evaluations, which the player prints on the UCI command `eval`, instead of
    /// searches
    #[arg(long = "static")]
    is_static: bool,
    /// Multiply its scores by this
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    scale: f64,
}

impl RescoreArgs {
    pub(super) fn run<V: Evaluate>(
        &self,
        entry: &'static Entry,
        variant: V,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let plan = RescorePlan {
            files: self.data.clone(),
            player: self.by.clone(),
            is_static: self.is_static,
            scale: self.scale,
            seed: self.common.seed,
            threads: self.common.threads,
        };
        let stop = stop_on_interrupt();
        let mut progress = Progress::new(0);
        let path = &self.common.out;
        let done = data::rescore(variant, entry, &plan, path, &stop, &mut |done, total| {
            progress.set_length(total);
            progress.show(done.games, counted(done.positions, "position"));
        })?;
        progress.finish();
        print(self.common.json, done, out)
    }
}
