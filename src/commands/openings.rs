//! `openings`: balanced random openings.

use std::io::Write;

use indicatif::ProgressBar;
use jabberwock_arena::openings::{OpeningRequest, generate};
use jabberwock_game::counted;
use jabberwock_search::Limits;
use jabberwock_variants::find;

use crate::{
    failure::Failure,
    interrupt::{is_interrupted, stop_on_interrupt},
    values,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock openings hop --count 200 --seed 1 > hop.txt

One opening per line: random turns from the start of the game, to different positions with a balanced
search score. The same arguments give the same lines. Ctrl-C ends the search; the openings found so
far are written, and the exit status is 130.")]
pub(crate) struct Args {
    /// Name or alias of the game
    variant: String,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = values::number::<usize>(1..=1_000_000))]
    count: usize,
    /// Seed of the random turns
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::number::<u64>(0..))]
    seed: u64,
    /// Least number of random turns
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = values::number::<usize>(0..=1000))]
    least: usize,
    /// Largest number of random turns
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = values::number::<usize>(0..=1000))]
    most: usize,
    /// Largest absolute score, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 40,
          value_parser = values::number::<i32>(0..))]
    within: i32,
    /// Nodes of the search for the score
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = values::number::<u64>(1..))]
    nodes: u64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.least > self.most {
            return Err(Failure::Options(format!(
                "--least {} is larger than --most {}",
                self.least, self.most
            )));
        }
        let entry = find(&self.variant)?;
        let stop = stop_on_interrupt();
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
        let mut written = Ok(());
        let found = generate(entry, &request, &stop, &mut |opening| {
            bar.inc(1);
            // Without turns it is the start, which has a text.
            let line = match opening.line() {
                line if line.is_empty() => entry.start_text(0),
                line => line,
            };
            let result = bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            if result.is_err() && written.is_ok() {
                written = result;
                stop.stop();
            }
        });
        bar.finish_and_clear();
        written?;
        let found = found?.len();
        if found < self.count && !is_interrupted() {
            return Err(Failure::Options(format!(
                "only {found} of {} found",
                counted(self.count, "opening")
            )));
        }
        Ok(())
    }
}
