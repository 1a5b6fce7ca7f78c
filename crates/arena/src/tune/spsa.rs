//! Tuning of parameters by games: simultaneous perturbation stochastic approximation (James
//! Spall, 1992), with the gain sequences common in chess engines.
//!
//! Each iteration shifts every parameter a little up or down at random, plays this set of values
//! against the opposite one, and moves every parameter towards the winner.

mod parameter_set;
mod planned;
mod searched;

use std::path::Path;

use jabberwock_search::Tunable;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    checkpoint::{resume_or_begin, save_checkpoint},
    error::TuneError,
    workers::{derived_seed, thread_pool},
};

pub use parameter_set::ParameterSet;
pub use planned::tune_planner;
pub use searched::tune;

/// Exponents of the decay of steps and perturbations.
const STEP_POWER: f64 = 0.602;
const PERTURBATION_POWER: f64 = 0.101;
/// The stability constant of the step size, as a share of the iterations.
const STABILITY: f64 = 0.1;
/// The last perturbation, as a share of the range of a parameter; at least 0.5.
const LAST_PERTURBATION: f64 = 0.05;

/// The settings of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaPlan {
    /// The number of iterations.
    pub iterations: u32,
    /// Pairs of games per iteration: one opening, colors exchanged.
    pub pairs: u32,
    /// Nodes searched for each turn.
    pub nodes: u64,
    /// The last step of a parameter, in perturbations, when one side wins every game.
    pub rate: f64,
    /// Number of random turns before the search takes over, this many or one more.
    pub opening: usize,
    /// The seed of perturbations and openings.
    pub seed: u64,
    /// The number of games played at the same time.
    pub threads: usize,
}

/// A parameter to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The first value.
    pub start: f64,
    /// The largest value.
    pub max: f64,
}

impl TunedParameter {
    /// Returns the perturbation of iteration `k` of `n`.
    fn perturbation(&self, k: u32, n: u32) -> f64 {
        let last = (LAST_PERTURBATION * (self.max - self.min)).max(0.5);
        last * (f64::from(n) / f64::from(k + 1)).powf(PERTURBATION_POWER)
    }

    /// Returns the step of iteration `k` of `n`, in units of this iteration's perturbation.
    fn step(rate: f64, k: u32, n: u32) -> f64 {
        let stability = STABILITY * f64::from(n);
        let ratio = (stability + f64::from(n)) / (stability + f64::from(k + 1));
        rate * ratio.powf(STEP_POWER)
    }
}

/// The settings that a run must share with the one it resumes.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct SpsaSettings {
    iterations: u32,
    pairs: u32,
    nodes: u64,
    rate: f64,
    opening: usize,
    seed: u64,
    parameters: Vec<TunedParameter>,
}

/// The state of a run between two iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// Iterations done.
    pub iteration: u32,
    /// The value of each tuned parameter.
    pub values: Vec<f64>,
    /// Points of the sets tried first against their opposites, a win counting 1 and a loss -1.
    pub balance: f64,
}

/// Compares two sets of values in the iteration of the given number. The result is from -1 (the
/// first set lost all games) to 1, or `None` if it was stopped.
pub type Comparison<'a> = dyn FnMut(u32, [&[f64]; 2]) -> Result<Option<f64>, TuneError> + 'a;

/// Optimizes parameters by `compare`, from the state saved in the file `checkpoint` on, if any.
/// `on_iteration` is called after each iteration.
///
/// # Errors
/// If `compare` fails, or the checkpoint cannot be written or is of another run.
pub fn optimize(
    parameters: &[TunedParameter],
    plan: &SpsaPlan,
    checkpoint: &Path,
    compare: &mut Comparison<'_>,
    on_iteration: &mut dyn FnMut(&SpsaState),
) -> Result<SpsaState, TuneError> {
    let settings = SpsaSettings {
        iterations: plan.iterations,
        pairs: plan.pairs,
        nodes: plan.nodes,
        rate: plan.rate,
        opening: plan.opening,
        seed: plan.seed,
        parameters: parameters.to_vec(),
    };
    let first = || SpsaState {
        iteration: 0,
        values: parameters.iter().map(|parameter| parameter.start).collect(),
        balance: 0.0,
    };
    let mut state = resume_or_begin(checkpoint, &settings, first)?;
    while state.iteration < plan.iterations {
        let (k, n) = (state.iteration, plan.iterations);
        let mut rng = StdRng::seed_from_u64(derived_seed(plan.seed, u64::from(k)));
        let shifts: Vec<f64> = parameters
            .iter()
            .map(|parameter| {
                let size = parameter.perturbation(k, n);
                if rng.random_bool(0.5) { size } else { -size }
            })
            .collect();
        let shifted = |sign: f64| -> Vec<f64> {
            let values = state.values.iter().zip(&shifts).zip(parameters);
            values
                .map(|((value, shift), parameter)| {
                    (value + sign * shift).clamp(parameter.min, parameter.max)
                })
                .collect()
        };
        let Some(result) = compare(k, [&shifted(1.0), &shifted(-1.0)])? else {
            break;
        };
        let step = TunedParameter::step(plan.rate, k, n) * result;
        for ((value, shift), parameter) in state.values.iter_mut().zip(&shifts).zip(parameters) {
            *value = (*value + step * shift).clamp(parameter.min, parameter.max);
        }
        state.balance += result;
        state.iteration += 1;
        save_checkpoint(checkpoint, &settings, &state)?;
        on_iteration(&state);
    }
    Ok(state)
}

/// Plays a pair of games with the same opening, colors exchanged, between players with these
/// parameters: the number of the pair gives the opening. Returns wins less losses of the first,
/// `None` if it was stopped.
type Pair<'a, P> = dyn Fn(&[P; 2], u64) -> Result<Option<f64>, TuneError> + Sync + 'a;

/// Tunes `parameters` by pairs of games until one is stopped. After each iteration the state is
/// saved in the file `checkpoint` and `on_iteration` is called.
fn tune_by_pairs<P: Tunable + Sync>(
    parameters: &ParameterSet<P>,
    plan: &SpsaPlan,
    checkpoint: &Path,
    play_pair: &Pair<'_, P>,
    on_iteration: &mut dyn FnMut(&SpsaState),
) -> Result<SpsaState, TuneError> {
    let pool = thread_pool(plan.threads)?;
    let mut compare = |iteration: u32, sets: [&[f64]; 2]| -> Result<Option<f64>, TuneError> {
        let players = sets.map(|values| parameters.with_values(values));
        let pair = |index: u32| {
            let number = u64::from(iteration) * u64::from(plan.pairs) + u64::from(index);
            play_pair(&players, number)
        };
        let results: Vec<Option<f64>> = pool.install(|| {
            let pairs = (0..plan.pairs).into_par_iter();
            pairs.map(pair).collect::<Result<_, _>>()
        })?;
        let sum: Option<f64> = results.into_iter().sum();
        Ok(sum.map(|sum| sum / (2.0 * f64::from(plan.pairs))))
    };
    optimize(
        parameters.tuned(),
        plan,
        checkpoint,
        &mut compare,
        on_iteration,
    )
}

/// Returns the generator of the opening of the pair of this number.
fn opening_rng(plan: &SpsaPlan, number: u64) -> StdRng {
    StdRng::seed_from_u64(derived_seed(!plan.seed, number))
}

#[cfg(test)]
mod tests;
