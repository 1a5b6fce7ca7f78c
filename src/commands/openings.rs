//! `openings`: where games can begin.

use std::io::Write;

use indicatif::ProgressBar;
use jabberwock_arena::openings::{OpeningRequest, generate};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::find;

use crate::{failure::Failure, interrupt::on_interrupt};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock openings hop --count 200 --seed 1 > hop.txt

An opening per line: random turns from the game's start, to positions that are all different and
level in the eyes of a search. The same arguments give the same lines. Ctrl-C ends
it with what it has.")]
pub(crate) struct Args {
    /// Name or alias of the game
    variant: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    count: usize,
    /// What chance depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The least number of random turns
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=1000))]
    least: usize,
    /// The largest number of random turns
    #[arg(long, value_name = "N", default_value_t = 9,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=1000))]
    most: usize,
    /// How far from 0 the score may be, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 40,
          value_parser = clap::value_parser!(i32).range(0..))]
    within: i32,
    /// Nodes of the search that judges a position
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let entry = find(&self.variant)?;
        let stop = StopToken::new();
        let stop_token = stop.clone();
        on_interrupt(move || stop_token.stop());
        let bar = ProgressBar::new(self.count as u64);
        let request = OpeningRequest {
            count: self.count,
            turns: (self.least, self.most),
            within: Some(self.within),
            limits: Limits {
                nodes: Some(self.nodes),
                ..Limits::default()
            },
            seed: self.seed,
        };
        let openings = generate(entry, &request, &stop, &mut |count| {
            bar.set_position(count as u64);
        });
        bar.finish_and_clear();
        for opening in openings? {
            writeln!(out, "{}", opening.turns.join(" "))?;
        }
        Ok(())
    }
}
