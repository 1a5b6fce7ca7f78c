//! Weights that predict results best (Peter Österlund, *Texel's Tuning Method*, 2014).
//!
//! A logistic curve converts the value of a position to a winning probability. The loss of a
//! position is the cross entropy of that probability and the target, a mean of the result of the
//! game and the score of the search. Each weight has a normal prior around its first value, against
//! which each game counts as one observation. The loss is minimized by Adam (Kingma and Ba, 2014);
//! a share of the games is held out, and the result is the weights with the smallest held-out loss.

mod adam;
mod curve;

use std::path::Path;

use jabberwock_search::StopToken;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::adam::Adam;
pub use self::curve::Curve;
use super::{
    checkpoint::{resume_or_begin, save_checkpoint},
    dataset::Dataset,
    error::TuneError,
    workers::{derived_seed, thread_pool},
};

/// The reciprocal of the share of games held out.
const HELD_OUT: u64 = 10;
/// Positions per step of the descent.
const BATCH: usize = 4096;
/// Positions summed as a unit, independently of the number of threads: floating point sums depend
/// on the order of addition.
const PIECE: usize = 256;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TexelPlan {
    /// The largest number of passes over the data.
    pub epochs: u32,
    /// Passes without a smaller held-out loss after which the fit ends.
    pub patience: u32,
    /// The share of the result of the game in the target, 0 to 1; the rest is the search score.
    pub lambda: f64,
    /// The first step of each weight, in centipawns.
    pub rate: f64,
    /// The factor applied to the rate after each pass.
    pub decay: f64,
    /// The standard deviation of the prior, in centipawns.
    pub prior: f64,
    /// The seed of the held-out games and of the order of positions.
    pub seed: u64,
    /// The number of threads.
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

/// The settings that a run must share with the one it resumes.
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

/// The state of a fit between two passes.
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

/// The measurements after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Epoch {
    /// The number of passes; 0 is the state before the first.
    pub epoch: u32,
    /// Mean loss on the training games.
    pub loss: f64,
    /// Mean loss on the games held out.
    pub held_out: f64,
    /// Mean squared error of the winning probability against the result, on the games held out.
    pub error: f64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The best weights.
    pub weights: Vec<f64>,
    /// The curve from values to winning probabilities.
    pub curve: Curve,
    /// The pass that produced them.
    pub epoch: u32,
    /// Their mean loss on the games held out.
    pub held_out: f64,
}

/// Fits weights that begin at `start` to `data`, until the loss on the games held out does not fall
/// any more or `stop` is set. After each pass the state is saved in the file `checkpoint` and
/// `on_epoch` is called.
///
/// # Errors
/// If there are too few games, or the checkpoint cannot be written or is of another fit.
pub fn fit(
    data: &Dataset,
    start: &[f64],
    plan: &TexelPlan,
    checkpoint: &Path,
    stop: &StopToken,
    on_epoch: &mut (dyn FnMut(&Epoch) + Send),
) -> Result<Fit, TuneError> {
    let is_held_out = |&index: &usize| {
        derived_seed(plan.seed, u64::from(data.sample(index).game)).is_multiple_of(HELD_OUT)
    };
    let (held_out, training_set): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(is_held_out);
    if held_out.is_empty() || training_set.is_empty() {
        return Err(TuneError::TooFewGames);
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
    let descent = Descent {
        loss: Loss {
            data,
            curve: Curve::of(data, &training_set, start),
            start,
            prior_weight: prior_weight(data, &training_set, plan.prior),
            lambda: plan.lambda,
        },
        plan,
        training_set,
        held_out,
    };
    let run = || -> Result<TexelState, TuneError> {
        let first = || descent.first_state(on_epoch);
        let mut state = resume_or_begin(checkpoint, &settings, first)?;
        while descent.makes_progress(&state) && !stop.is_stopped() {
            let epoch = descent.pass(&mut state);
            save_checkpoint(checkpoint, &settings, &state)?;
            on_epoch(&epoch);
        }
        Ok(state)
    };
    let best = thread_pool(plan.threads)?.install(run)?.best;
    Ok(Fit {
        weights: best.weights,
        curve: descent.loss.curve,
        epoch: best.epoch,
        held_out: best.loss,
    })
}

/// Gradient descent over the games not held out.
struct Descent<'a> {
    loss: Loss<'a>,
    plan: &'a TexelPlan,
    /// Indices of the training positions.
    training_set: Vec<usize>,
    /// Indices of the positions held out.
    held_out: Vec<usize>,
}

impl Descent<'_> {
    /// Returns the state before the first pass.
    fn first_state(&self, on_epoch: &mut (dyn FnMut(&Epoch) + Send)) -> TexelState {
        let weights = self.loss.start.to_vec();
        let epoch = self.measure(&weights, 0);
        on_epoch(&epoch);
        TexelState {
            epoch: 0,
            adam: Adam::new(weights.len()),
            best: Best {
                epoch: 0,
                loss: epoch.held_out,
                weights: weights.clone(),
            },
            weights,
        }
    }

    /// Whether there are passes left and a recent one has lowered the held-out loss.
    fn makes_progress(&self, state: &TexelState) -> bool {
        state.epoch < self.plan.epochs && state.epoch - state.best.epoch < self.plan.patience
    }

    /// Makes one pass over the data.
    fn pass(&self, state: &mut TexelState) -> Epoch {
        let mut order = self.training_set.clone();
        let seed = derived_seed(self.plan.seed, u64::MAX - u64::from(state.epoch));
        order.shuffle(&mut StdRng::seed_from_u64(seed));
        let rate = self.plan.rate * self.plan.decay.powi(state.epoch as i32);
        for batch in order.chunks(BATCH) {
            let gradient = self.loss.gradient(batch, &state.weights);
            state.adam.step(&mut state.weights, &gradient, rate);
        }
        state.epoch += 1;
        let epoch = self.measure(&state.weights, state.epoch);
        if epoch.held_out < state.best.loss {
            state.best = Best {
                epoch: state.epoch,
                loss: epoch.held_out,
                weights: state.weights.clone(),
            };
        }
        epoch
    }

    fn measure(&self, weights: &[f64], epoch: u32) -> Epoch {
        let (loss, _) = self.loss.means(&self.training_set, weights);
        let (held_out, error) = self.loss.means(&self.held_out, weights);
        Epoch {
            epoch,
            loss,
            held_out,
            error,
        }
    }
}

/// Returns the weight of the prior relative to the mean loss of a position.
fn prior_weight(data: &Dataset, training_set: &[usize], prior: f64) -> f64 {
    // The positions are ordered by game.
    let games = training_set
        .chunk_by(|&one, &next| data.sample(one).game == data.sample(next).game)
        .count();
    1.0 / (games as f64 * prior * prior)
}

/// The function that is minimized.
struct Loss<'a> {
    data: &'a Dataset,
    curve: Curve,
    start: &'a [f64],
    prior_weight: f64,
    lambda: f64,
}

impl Loss<'_> {
    /// Returns the target of the winning probability at position `index`.
    fn target(&self, index: usize) -> f64 {
        let sample = self.data.sample(index);
        let searched = self.curve.probability(f64::from(sample.score));
        self.lambda * f64::from(sample.result) + (1.0 - self.lambda) * searched
    }

    /// Returns the gradient of the mean loss of `batch`, prior included, by the weights.
    fn gradient(&self, batch: &[usize], weights: &[f64]) -> Vec<f64> {
        let pieces: Vec<Vec<f64>> = batch
            .par_chunks(PIECE)
            .map(|piece| {
                let mut sum = vec![0.0; weights.len()];
                for &index in piece {
                    let probability = self.curve.probability(self.data.value(index, weights));
                    let slope = (probability - self.target(index)) * self.curve.steepness;
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
            .map(|(weight, start)| self.prior_weight * (weight - start))
            .collect();
        for piece in pieces {
            for (total, sum) in gradient.iter_mut().zip(piece) {
                *total += sum / batch.len() as f64;
            }
        }
        gradient
    }

    /// Returns the mean loss and the mean squared error of the positions `chosen`, without the
    /// prior.
    fn means(&self, chosen: &[usize], weights: &[f64]) -> (f64, f64) {
        let pieces: Vec<(f64, f64)> = chosen
            .par_chunks(PIECE)
            .map(|piece| {
                let each = piece.iter().map(|&index| {
                    let value = self.data.value(index, weights);
                    let result = f64::from(self.data.sample(index).result);
                    let error = self.curve.probability(value) - result;
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
