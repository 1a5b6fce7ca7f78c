//! `tune network`: a network that predicts results and scores.

use std::{io::Write, path::PathBuf};

use jabberwock_arena::tune::network::{NetworkEpoch, NetworkPlan, Samples, train};
use jabberwock_game::Evaluate;
use jabberwock_network::LANES;
use serde_json::json;

use super::common::{Common, Progress, positive, share};
use crate::{failure::Failure, interrupt::stop_on_interrupt, values};

#[derive(Debug, clap::Args)]
pub(super) struct NetworkArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// The files of positions, written by `tune data`
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Neurons of the hidden layer, a multiple of 16
    #[arg(long, value_name = "N", default_value_t = NetworkPlan::default().hidden,
          value_parser = hidden)]
    hidden: usize,
    /// A network to start from instead of random parameters; the new one has its hidden layer
    #[arg(long, value_name = "FILE", conflicts_with = "hidden")]
    start: Option<PathBuf>,
    /// Passes over the data
    #[arg(long, value_name = "E", default_value_t = NetworkPlan::default().epochs,
          value_parser = values::number::<u32>(1..))]
    epochs: u32,
    /// Share of the game's result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "L", default_value_t = NetworkPlan::default().lambda,
          value_parser = single(share))]
    lambda: f32,
    /// First step of each parameter
    #[arg(long, value_name = "R", default_value_t = NetworkPlan::default().rate,
          value_parser = single(positive))]
    rate: f32,
}

/// Parses a number as `read` reads it, in single precision.
fn single(
    read: impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<f32, String> + Clone + Send + Sync + 'static {
    move |text| read(text).map(|number| number as f32)
}

/// Parses the size of a hidden layer.
fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number
        .filter(|&number: &usize| (LANES..=1024).contains(&number) && number.is_multiple_of(LANES));
    number.ok_or_else(|| format!("it is not a multiple of {LANES} up to 1024"))
}

impl NetworkArgs {
    pub(super) fn run<V: Evaluate>(&self, variant: V, out: &mut dyn Write) -> Result<(), Failure> {
        self.common.check_output()?;
        let samples = Samples::read(variant, &self.data)?;
        let start = self.start.as_deref().map(|path| samples.network(path));
        let start = start.transpose()?;
        let plan = NetworkPlan {
            hidden: self.hidden,
            epochs: self.epochs,
            lambda: self.lambda,
            rate: self.rate,
            seed: self.common.seed,
            threads: self.common.threads,
            ..NetworkPlan::default()
        };
        // Until here a run has nothing to keep, and an interrupt ends the program at once.
        let stop = stop_on_interrupt();
        let mut progress = Progress::new(u64::from(self.epochs));
        let mut epochs = Vec::new();
        let checkpoint = self.common.checkpoint();
        let mut on_epoch = |epoch: &NetworkEpoch| {
            let message = format!("held out {:.5}", epoch.held_out);
            progress.show(u64::from(epoch.epoch), message);
            epochs.push(*epoch);
        };
        let network = train(
            &samples,
            &plan,
            start.as_ref(),
            &checkpoint,
            &stop,
            &mut on_epoch,
        )?;
        progress.finish();
        self.common.write(network.to_bytes())?;
        if self.common.json {
            let line = json!({
                "positions": samples.len(),
                "training": network.training(),
                "epochs": epochs,
            });
            writeln!(out, "{line}")?;
        } else {
            for line in &epochs {
                writeln!(
                    out,
                    "epoch {} loss {:.6} held out {:.6}",
                    line.epoch, line.loss, line.held_out
                )?;
            }
            writeln!(out, "{}", network.training())?;
        }
        Ok(out.flush()?)
    }
}
