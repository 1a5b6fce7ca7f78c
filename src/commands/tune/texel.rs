//! `tune texel`: weights that predict the results of games.

use std::{fs, io::Write, path::PathBuf};

use jabberwock_arena::tune::{
    Dataset, TuneError,
    texel::{self, Epoch, Fit, TexelPlan},
};
use jabberwock_game::{Evaluate, Evaluator as _, WeightsError, counted};
use jabberwock_variants::evaluation::with_numbers;
use serde_json::json;

use super::common::{Common, Progress, positive, share};
use crate::{failure::Failure, interrupt::stop_on_interrupt};

#[derive(Debug, clap::Args)]
pub(super) struct TexelArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// The file of positions, written by `tune data`
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// The first weights [default: those of the game]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Largest number of passes over the data
    #[arg(long, value_name = "E", default_value_t = TexelPlan::default().epochs)]
    epochs: u32,
    /// Passes without a smaller held-out loss after which the fit ends
    #[arg(long, value_name = "E", default_value_t = TexelPlan::default().patience)]
    patience: u32,
    /// Share of the game's result in the target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "L", default_value_t = TexelPlan::default().lambda,
          value_parser = share)]
    lambda: f64,
    /// First step of each weight, in centipawns
    #[arg(long, value_name = "R", default_value_t = TexelPlan::default().rate,
          value_parser = positive)]
    rate: f64,
    /// Standard deviation of the prior of each weight, in centipawns
    #[arg(long, value_name = "CP", default_value_t = TexelPlan::default().prior,
          value_parser = positive)]
    prior: f64,
}

impl TexelArgs {
    pub(super) fn run<V: Evaluate>(&self, variant: V, out: &mut dyn Write) -> Result<(), Failure> {
        if V::Evaluator::weights_text().is_empty() {
            return Err(TuneError::Weights(WeightsError::None).into());
        }
        self.common.check_output()?;
        let text = match &self.weights {
            Some(path) => fs::read_to_string(path).map_err(|error| Failure::file(path, error))?,
            None => V::Evaluator::weights_text().to_owned(),
        };
        let evaluator = V::Evaluator::with_weights(&text).map_err(TuneError::from)?;
        let start: Vec<f64> = evaluator.weights().into_iter().map(f64::from).collect();
        let dataset = Dataset::read(variant, &self.data)?;
        let plan = TexelPlan {
            epochs: self.epochs,
            patience: self.patience,
            lambda: self.lambda,
            rate: self.rate,
            prior: self.prior,
            seed: self.common.seed,
            threads: self.common.threads,
            ..TexelPlan::default()
        };
        // Until here a run has nothing to keep, and an interrupt ends the program at once.
        let stop = stop_on_interrupt();
        let mut progress = Progress::new(u64::from(self.epochs));
        let mut epochs = Vec::new();
        let checkpoint = self.common.checkpoint();
        let fit = texel::fit(&dataset, &start, &plan, &checkpoint, &stop, &mut |epoch| {
            let message = format!("held out {:.5}", epoch.held_out);
            progress.show(u64::from(epoch.epoch), message);
            epochs.push(*epoch);
        })?;
        progress.finish();
        let weights = fit.weights.iter().map(|weight| weight.round() as i32);
        let weights: Vec<i32> = weights.collect();
        self.common.write(with_numbers(&text, &weights))?;
        self.print(dataset.len(), &epochs, &fit, out)
    }

    fn print(
        &self,
        positions: usize,
        epochs: &[Epoch],
        fit: &Fit,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self.common.json {
            let line = json!({
                "positions": positions,
                "steepness": fit.curve.steepness,
                "epochs": epochs,
                "best": fit.epoch,
                "held_out": fit.held_out,
            });
            writeln!(out, "{line}")?;
        } else {
            for line in epochs {
                writeln!(
                    out,
                    "epoch {} loss {:.5} held out {:.5} squared error {:.5}",
                    line.epoch, line.loss, line.held_out, line.error
                )?;
            }
            writeln!(
                out,
                "{}, log odds of a centipawn {:.5}, best epoch {} with {:.5} held out",
                counted(positions, "position"),
                fit.curve.steepness,
                fit.epoch,
                fit.held_out
            )?;
        }
        Ok(out.flush()?)
    }
}
