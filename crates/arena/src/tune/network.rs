//! Networks that correct the hand-written evaluation, so that it predicts the results of games and
//! the scores of searches.
//!
//! The target of a position is a mean of the result of its game and the winning probability that
//! the score of its search stands for; the loss is the squared error of the winning probability.
//! The gradient descent is Adam (Kingma and Ba, 2014) with a rate that falls along a cosine. A
//! position whose wings are alike is trained on with its wings exchanged in half of the passes. A
//! share of the games is held out to measure the loss. A training begins with random parameters or
//! with those of a network. The result does not depend on the number of threads.

mod model;
mod optimizer;
mod samples;

use std::path::Path;

use jabberwock_network::{Network, Shape};
use jabberwock_search::StopToken;
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use self::samples::Samples;
use self::{
    model::{Gradient, Model},
    optimizer::Optimizer,
    samples::winning_probability,
};
use super::{
    checkpoint::{resume_or_begin, save_checkpoint},
    error::TuneError,
    workers::{derived_seed, thread_pool},
};

/// The reciprocal of the share of games held out.
const HELD_OUT: u64 = 20;
/// Positions per step of the descent.
const BATCH: usize = 4096;
/// Positions whose gradients are summed as a unit, independently of the number of threads.
const PIECE: usize = 1024;
/// The last rate of the descent as a share of the first.
const LAST_RATE: f32 = 0.01;

/// The settings of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkPlan {
    /// Neurons of the hidden layer for each point of view, if the first parameters are random.
    pub hidden: usize,
    /// Output layers, if the first parameters are random.
    pub buckets: usize,
    /// Passes over the data.
    pub epochs: u32,
    /// The share of the result of the game in the target, 0 to 1; the rest is the search score.
    pub lambda: f32,
    /// The first step of each parameter.
    pub rate: f32,
    /// The seed of the first parameters, the held-out games and the order of positions.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Default for NetworkPlan {
    fn default() -> NetworkPlan {
        NetworkPlan {
            hidden: 32,
            buckets: 8,
            epochs: 8,
            lambda: 0.0,
            rate: 0.001,
            seed: 1,
            threads: 1,
        }
    }
}

/// The settings that a run must share with the one it resumes.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct NetworkSettings {
    plan: NetworkPlan,
    /// The description of the training of the initial network.
    start: Option<String>,
    positions: usize,
}

/// The state of a training between two passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NetworkState {
    epoch: u32,
    model: Model,
    optimizer: Optimizer,
}

/// The measurements after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NetworkEpoch {
    /// The number of passes.
    pub epoch: u32,
    /// Mean loss on the training games, measured during the pass.
    pub loss: f64,
    /// Mean loss on the games held out, after the pass.
    pub held_out: f64,
}

/// The training positions and those held out.
struct Split {
    training_set: Vec<usize>,
    held_out: Vec<usize>,
}

/// Trains a network until the end of `plan`, or until `stop` is set. The first parameters are those
/// of `start`, a network of the game of the samples, or random ones. A run that was stopped is
/// resumed from `checkpoint`. `on_epoch` is called before the first pass and after every one,
/// unless `stop` is set.
///
/// # Errors
/// If there are too few games, or the checkpoint is of a run with other settings or cannot be
/// written.
pub fn train(
    samples: &Samples,
    plan: &NetworkPlan,
    start: Option<&Network>,
    checkpoint: &Path,
    stop: &StopToken,
    on_epoch: &mut dyn FnMut(&NetworkEpoch),
) -> Result<Network, TuneError> {
    let settings = NetworkSettings {
        plan: NetworkPlan {
            threads: 0,
            ..*plan
        },
        start: start.map(|network| network.training().to_owned()),
        positions: samples.len(),
    };
    let split = split(samples, plan.seed)?;
    let threads = thread_pool(plan.threads)?;
    let mut report = |state: &NetworkState, loss: Option<f64>| {
        let mean = |chosen: &[usize]| mean_loss(&state.model, samples, chosen, plan, stop);
        let epoch = threads.install(|| NetworkEpoch {
            epoch: state.epoch,
            loss: loss.unwrap_or_else(|| mean(&split.training_set)),
            held_out: mean(&split.held_out),
        });
        if !stop.is_stopped() {
            on_epoch(&epoch);
        }
    };
    let first = || NetworkState::new(samples.planes(), plan, start);
    let mut state = resume_or_begin(checkpoint, &settings, first)?;
    if state.epoch == 0 {
        report(&state, None);
    }
    while state.epoch < plan.epochs {
        let mut next = state.clone();
        let passed = threads.install(|| pass(&mut next, samples, &split.training_set, plan, stop));
        let Some(loss) = passed else {
            break;
        };
        state = next;
        save_checkpoint(checkpoint, &settings, &state)?;
        report(&state, Some(loss));
    }
    Ok(state.model.quantized(
        samples.kind(),
        &description(samples, plan, start, state.epoch),
    ))
}

impl NetworkState {
    fn new(planes: usize, plan: &NetworkPlan, start: Option<&Network>) -> NetworkState {
        let random = || {
            let shape = Shape {
                planes,
                hidden: plan.hidden,
                buckets: plan.buckets,
            };
            Model::new(shape, plan.seed)
        };
        let model = start.map_or_else(random, Model::of_network);
        NetworkState {
            epoch: 0,
            optimizer: Optimizer::new(model.shape()),
            model,
        }
    }
}

/// Holds some games out.
fn split(samples: &Samples, seed: u64) -> Result<Split, TuneError> {
    let is_held_out = |index: &usize| {
        let game = u64::from(samples.sample(*index).game);
        derived_seed(seed, game).is_multiple_of(HELD_OUT)
    };
    let (held_out, training_set): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(is_held_out);
    if held_out.is_empty() || training_set.is_empty() {
        return Err(TuneError::TooFewGames);
    }
    Ok(Split {
        training_set,
        held_out,
    })
}

/// Returns the training in one line.
fn description(
    samples: &Samples,
    plan: &NetworkPlan,
    start: Option<&Network>,
    epoch: u32,
) -> String {
    let NetworkPlan {
        epochs,
        lambda,
        rate,
        seed,
        ..
    } = plan;
    let positions = samples.len();
    let after = start.and_then(|start| start.training().split("; after").next());
    let after = after.map_or_else(String::new, |training| format!("; after {training}"));
    format!(
        "{positions} positions, {epoch} of {epochs} epochs, lambda {lambda}, rate {rate}, seed {seed}{after}"
    )
}

/// Makes one pass over `training_set`; returns its mean loss, `None` if `stop` was set.
fn pass(
    state: &mut NetworkState,
    samples: &Samples,
    training_set: &[usize],
    plan: &NetworkPlan,
    stop: &StopToken,
) -> Option<f64> {
    let mut order = training_set.to_vec();
    let seed = derived_seed(plan.seed, u64::from(state.epoch) << 32);
    order.shuffle(&mut StdRng::seed_from_u64(seed));
    let steps = training_set.len().div_ceil(BATCH);
    let mut loss = 0.0;
    for (step, batch) in order.chunks(BATCH).enumerate() {
        if stop.is_stopped() {
            return None;
        }
        let done = (state.epoch as usize * steps + step) as f32;
        let rate = plan.rate * cosine_decay(done / (plan.epochs as usize * steps) as f32);
        loss += gradient_step(state, samples, batch, plan, rate);
    }
    state.epoch += 1;
    Some(loss / training_set.len() as f64)
}

/// Returns the rate after a `share` of all steps, as a share of the first rate.
fn cosine_decay(share: f32) -> f32 {
    let cosine = f32::midpoint(1.0, (share * std::f32::consts::PI).cos());
    LAST_RATE + (1.0 - LAST_RATE) * cosine
}

/// Makes one step of the descent; returns the sum of the losses.
fn gradient_step(
    state: &mut NetworkState,
    samples: &Samples,
    batch: &[usize],
    plan: &NetworkPlan,
    rate: f32,
) -> f64 {
    let model = &state.model;
    let chance = derived_seed(plan.seed, u64::from(state.epoch) << 32 | 1);
    let pieces = batch.par_chunks(PIECE).map(|piece| {
        let mut gradient = Gradient::new(model.shape());
        let mut loss = 0.0;
        for &index in piece {
            let on_other_wings = samples.sample(index).wings_are_alike
                && derived_seed(chance, index as u64) % 2 == 1;
            loss += gradient.add(model, samples, index, on_other_wings, plan.lambda);
        }
        (gradient, loss)
    });
    let pieces: Vec<(Gradient, f64)> = pieces.collect();
    let gradients: Vec<&Gradient> = pieces.iter().map(|(gradient, _)| gradient).collect();
    state
        .optimizer
        .step(&mut state.model, &gradients, 1.0 / batch.len() as f32, rate);
    pieces.iter().map(|(_, loss)| loss).sum()
}

/// Returns the mean loss of `model` on the positions `chosen`; of no use if `stop` is set.
fn mean_loss(
    model: &Model,
    samples: &Samples,
    chosen: &[usize],
    plan: &NetworkPlan,
    stop: &StopToken,
) -> f64 {
    let pieces = chosen.par_chunks(PIECE).map(|piece| {
        if stop.is_stopped() {
            return 0.0;
        }
        let losses = piece.iter().map(|&index| {
            let value = model.value(samples, index);
            let error = winning_probability(value) - samples.target(index, plan.lambda);
            f64::from(error * error)
        });
        losses.sum::<f64>()
    });
    let pieces: Vec<f64> = pieces.collect();
    pieces.iter().sum::<f64>() / chosen.len() as f64
}

#[cfg(test)]
mod tests;
