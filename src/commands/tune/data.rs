//! `tune data`: positions with results, from self-play or from records.

use std::{io::Write, num::NonZeroU32, path::PathBuf};

use jabberwock_arena::{
    shard::Shard,
    tune::data::{self, DataProgress, PositionChoice, RecordPlan},
};
use jabberwock_game::{Evaluate, counted};
use jabberwock_variants::Entry;
use serde_json::json;

use super::common::{Common, Progress};
use crate::{failure::Failure, interrupt::stop_on_interrupt, values};

#[derive(Debug, clap::Args)]
pub(super) struct DataArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// Games in all, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = values::number::<u64>(0..))]
    games: u64,
    /// Nodes searched for each turn
    #[arg(long, value_name = "K", default_value_t = 2500,
          value_parser = values::number::<u64>(1..))]
    nodes: u64,
    /// Random turns that begin a game, this many or one more
    #[arg(long, value_name = "T", default_value_t = 7, value_parser = values::number::<usize>(0..))]
    opening: usize,
    /// Positions are kept if quiescence exceeds their static value by at most this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 30,
          value_parser = values::number::<i32>(0..=30_000))]
    quiet_margin: i32,
    /// Instead of the positions of the games, take one of N positions that the searches evaluate,
    /// on average, with its static value
    #[arg(long, value_name = "N", conflicts_with = "quiet_margin")]
    evaluated: Option<NonZeroU32>,
    /// Play only part K of N of the games: K, K + N, K + 2 N, ...
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Write one file of those of all shards, instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "games", "nodes", "opening", "quiet_margin", "evaluated", "shard", "seed", "threads",
    ])]
    join: Option<Vec<PathBuf>>,
    /// Take the positions and scores of the games in these records (PGN), instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "games", "nodes", "opening", "evaluated", "shard", "join", "seed", "threads",
    ])]
    record: Option<Vec<PathBuf>>,
    /// With --record: take only the scores of the player of this name
    #[arg(long, value_name = "NAME", requires = "record")]
    player: Option<String>,
}

impl DataArgs {
    pub(super) fn run<V: Evaluate>(
        &self,
        entry: &'static Entry,
        variant: V,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if let Some(parts) = &self.join {
            let done = data::join(variant, entry.name, parts, &self.common.out)?;
            return print(self.common.json, done, out);
        }
        if let Some(records) = &self.record {
            let plan = RecordPlan {
                records: records.clone(),
                player: self.player.clone(),
                quiet_margin: self.quiet_margin,
            };
            let done = data::from_records(variant, entry.name, &plan, &self.common.out)?;
            return print(self.common.json, done, out);
        }
        let plan = data::DataPlan {
            games: self.games,
            shard: self.shard,
            nodes: self.nodes,
            opening: self.opening,
            choice: match self.evaluated {
                Some(interval) => PositionChoice::Evaluated(interval),
                None => PositionChoice::Quiet(self.quiet_margin),
            },
            seed: self.common.seed,
            threads: self.common.threads,
        };
        let stop = stop_on_interrupt();
        let mut progress = Progress::new(plan.games_here());
        let path = &self.common.out;
        let done = data::generate(variant, entry.name, &plan, path, &stop, &mut |done| {
            progress.show(done.games, counted(done.positions, "position"));
        })?;
        progress.finish();
        print(self.common.json, done, out)
    }
}

/// Prints a summary of a data file, as a JSON object if `json`.
pub(super) fn print(json: bool, done: DataProgress, out: &mut dyn Write) -> Result<(), Failure> {
    let [won, drawn, lost] = done.results;
    let (games, positions) = (done.games, done.positions);
    if json {
        let results = json!({"white": won, "drawn": drawn, "black": lost});
        let line = json!({"games": games, "positions": positions, "results": results});
        writeln!(out, "{line}")?;
    } else {
        writeln!(
            out,
            "{} (+{won} ={drawn} -{lost} for White), {}",
            counted(games, "game"),
            counted(positions, "position")
        )?;
    }
    Ok(out.flush()?)
}
