//! Weights that predict results best (Peter Österlund, *Texel's Tuning Method*, 2014).
//!
//! A value is taken for the chance to win by a logistic curve. The loss of a position is the cross
//! entropy of that chance and the target, which is the game's result blended with what the search
//! said. Weights stray from where they began only as far as the games bear it out: each has a prior
//! of a normal distribution, and each game counts as one observation. Adam (Kingma and Ba, 2014)
//! goes down the gradient, a share of the games is held out, and the weights kept are those with
//! the smallest held-out loss.

mod adam;
mod curve;

use std::path::Path;

use jabberwock_search::StopToken;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::adam::Adam;
pub use self::curve::Curve;
use super::{Dataset, TuneError, derived_seed, load_checkpoint, save_checkpoint, thread_pool};

/// One game of this many is held out.
const HELD_OUT: u64 = 10;
/// Positions of one step of the descent.
const BATCH: usize = 4096;
/// Positions that are added up in one piece, whatever the number of threads: sums of floating point
/// numbers depend on their order.
const PIECE: usize = 256;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TexelPlan {
    /// The most passes over the data.
    pub epochs: u32,
    /// Passes without progress on the games held out before the fit ends.
    pub patience: u32,
    /// Share of the game's result in the target, 0 to 1; the rest is the search's score.
    pub lambda: f64,
    /// The first step of each weight, in centipawns.
    pub rate: f64,
    /// What each pass makes of the rate.
    pub decay: f64,
    /// How far weights are expected to be from where they begin, in centipawns.
    pub prior: f64,
    /// What chance depends on.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for TexelPlan {
    fn default() -> TexelPlan {
        TexelPlan {
            epochs: 60,
            patience: 8,
            lambda: 0.6,
            rate: 1.0,
            decay: 0.95,
            prior: 15.0,
            seed: 1,
            threads: 1,
        }
    }
}

/// What a run must have in common with another to go on where that one stopped.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct TexelSettings {
    lambda: f64,
    rate: f64,
    decay: f64,
    prior: f64,
    seed: u64,
    positions: usize,
    start: Vec<f64>,
}

/// How far a fit has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TexelState {
    epoch: u32,
    weights: Vec<f64>,
    adam: Adam,
    best: Best,
}

/// The weights with the smallest held-out loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Best {
    epoch: u32,
    loss: f64,
    weights: Vec<f64>,
}

/// What is told of each pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Epoch {
    /// Its number; 0 is the state before the first.
    pub epoch: u32,
    /// Mean loss on the games learnt from.
    pub loss: f64,
    /// Mean loss on the games held out.
    pub held_out: f64,
    /// Mean squared error of the chance to win against the result, on the games held out.
    pub error: f64,
}

/// What a fit came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The best weights.
    pub weights: Vec<f64>,
    /// From value to chance.
    pub curve: Curve,
    /// The pass that ended with them.
    pub epoch: u32,
    /// Their mean loss on the games held out.
    pub held_out: f64,
}

/// Fits weights that begin at `start` to `data`, until there is no more progress or `stop` is
/// called. What is needed to go on later is kept in the file `checkpoint` after each pass, of which
/// `report` hears.
///
/// # Errors
/// If there is too little data, or the checkpoint cannot be written or is of another fit.
pub fn fit(
    data: &Dataset,
    start: &[f64],
    plan: &TexelPlan,
    checkpoint: &Path,
    stop: &StopToken,
    report: &mut (dyn FnMut(&Epoch) + Send),
) -> Result<Fit, TuneError> {
    let held_out = |&index: &usize| {
        derived_seed(plan.seed, u64::from(data.sample(index).game)).is_multiple_of(HELD_OUT)
    };
    let (held, learnt): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(held_out);
    if held.is_empty() || learnt.is_empty() {
        return Err(TuneError::TooLittle(checkpoint.to_owned()));
    }
    let settings = TexelSettings {
        lambda: plan.lambda,
        rate: plan.rate,
        decay: plan.decay,
        prior: plan.prior,
        seed: plan.seed,
        positions: data.len(),
        start: start.to_vec(),
    };
    let known: Option<TexelState> = load_checkpoint(checkpoint, &settings)?;
    let model = Model {
        data,
        curve: Curve::of(data, &learnt, start),
        start,
        pull: pull(data, &learnt, plan.prior),
        lambda: plan.lambda,
    };
    let descent = || -> Result<TexelState, TuneError> {
        let mut state = known.unwrap_or_else(|| {
            let first = model.measure(&learnt, &held, start, 0);
            report(&first);
            TexelState {
                epoch: 0,
                weights: start.to_vec(),
                adam: Adam::new(start.len()),
                best: Best {
                    epoch: 0,
                    loss: first.held_out,
                    weights: start.to_vec(),
                },
            }
        });
        while state.epoch < plan.epochs
            && state.epoch - state.best.epoch < plan.patience
            && !stop.is_stopped()
        {
            let mut order = learnt.clone();
            let seed = derived_seed(plan.seed, u64::MAX - u64::from(state.epoch));
            order.shuffle(&mut StdRng::seed_from_u64(seed));
            let rate = plan.rate * plan.decay.powi(state.epoch as i32);
            for batch in order.chunks(BATCH) {
                let gradient = model.gradient(batch, &state.weights);
                state.adam.step(&mut state.weights, &gradient, rate);
            }
            state.epoch += 1;
            let epoch = model.measure(&learnt, &held, &state.weights, state.epoch);
            if epoch.held_out < state.best.loss {
                state.best = Best {
                    epoch: state.epoch,
                    loss: epoch.held_out,
                    weights: state.weights.clone(),
                };
            }
            save_checkpoint(checkpoint, &settings, &state)?;
            report(&epoch);
        }
        Ok(state)
    };
    let best = thread_pool(plan.threads)?.install(descent)?.best;
    Ok(Fit {
        weights: best.weights,
        curve: model.curve,
        epoch: best.epoch,
        held_out: best.loss,
    })
}

/// Strength of the prior against the mean loss of a position.
fn pull(data: &Dataset, learnt: &[usize], prior: f64) -> f64 {
    // Positions come game by game.
    let games = learnt
        .chunk_by(|&one, &next| data.sample(one).game == data.sample(next).game)
        .count();
    1.0 / (games as f64 * prior * prior)
}

/// What is minimized.
struct Model<'a> {
    data: &'a Dataset,
    curve: Curve,
    start: &'a [f64],
    pull: f64,
    lambda: f64,
}

impl Model<'_> {
    /// What the chance to win at position `index` should be.
    fn target(&self, index: usize) -> f64 {
        let sample = self.data.sample(index);
        let searched = self.curve.chance(f64::from(sample.score));
        self.lambda * f64::from(sample.result) + (1.0 - self.lambda) * searched
    }

    /// The gradient of the mean loss of `batch`, prior included, by the weights.
    fn gradient(&self, batch: &[usize], weights: &[f64]) -> Vec<f64> {
        let pieces: Vec<Vec<f64>> = batch
            .par_chunks(PIECE)
            .map(|piece| {
                let mut sum = vec![0.0; weights.len()];
                for &index in piece {
                    let chance = self.curve.chance(self.data.value(index, weights));
                    let slope = (chance - self.target(index)) * self.curve.steepness;
                    for one in self.data.coefficients(index) {
                        sum[one.weight as usize] += slope * f64::from(one.count);
                    }
                }
                sum
            })
            .collect();
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(self.start)
            .map(|(weight, start)| self.pull * (weight - start))
            .collect();
        for piece in pieces {
            for (total, sum) in gradient.iter_mut().zip(piece) {
                *total += sum / batch.len() as f64;
            }
        }
        gradient
    }

    fn measure(&self, learnt: &[usize], held: &[usize], weights: &[f64], epoch: u32) -> Epoch {
        let (loss, _) = self.losses(learnt, weights);
        let (held_out, error) = self.losses(held, weights);
        Epoch {
            epoch,
            loss,
            held_out,
            error,
        }
    }

    /// Mean loss and mean squared error of the positions `chosen`, prior excluded.
    fn losses(&self, chosen: &[usize], weights: &[f64]) -> (f64, f64) {
        let pieces: Vec<(f64, f64)> = chosen
            .par_chunks(PIECE)
            .map(|piece| {
                let each = piece.iter().map(|&index| {
                    let value = self.data.value(index, weights);
                    let result = f64::from(self.data.sample(index).result);
                    let error = self.curve.chance(value) - result;
                    (self.curve.loss(value, self.target(index)), error * error)
                });
                each.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
            })
            .collect();
        let sum = pieces
            .into_iter()
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let count = chosen.len() as f64;
        (sum.0 / count, sum.1 / count)
    }
}

#[cfg(test)]
mod tests;
