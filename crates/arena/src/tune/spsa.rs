//! Parameters of the search that win more games (James Spall's simultaneous perturbation
//! stochastic approximation, with the gains that chess programmers use).
//!
//! Each iteration puts every parameter a little up or down at random, plays one such set against
//! its opposite, and moves every parameter towards the winner.

use std::path::Path;

use jabberwock_game::{Color, Evaluate};
use jabberwock_search::{Params, StopToken};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    TuneError, derived_seed, load_checkpoint, save_checkpoint,
    selfplay::{self, OpeningSetup, SelfPlayResult},
    thread_pool,
};

/// How quickly steps and perturbations shrink.
const STEP_POWER: f64 = 0.602;
const PERTURBATION_POWER: f64 = 0.101;
/// The step size settles after this share of the iterations.
const SETTLING: f64 = 0.1;
/// The last perturbation is this share of a parameter's range, and at least a half.
const LAST_PERTURBATION: f64 = 0.05;

/// How to climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaPlan {
    /// Sets compared.
    pub iterations: u32,
    /// Pairs of games of each comparison: one opening, colors exchanged.
    pub pairs: u32,
    /// Nodes searched for each turn.
    pub nodes: u64,
    /// The last step of a parameter, in perturbations, when one side wins every game.
    pub rate: f64,
    /// Random turns, this many or one more, before the search takes over.
    pub opening: usize,
    /// What chance depends on.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
}

/// A number to be tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedParameter {
    /// What it is called.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The first value.
    pub start: f64,
    /// The largest value.
    pub max: f64,
}

impl TunedParameter {
    /// The perturbation of iteration `k` of `n`.
    fn perturbation(&self, k: u32, n: u32) -> f64 {
        let last = (LAST_PERTURBATION * (self.max - self.min)).max(0.5);
        last * (f64::from(n) / f64::from(k + 1)).powf(PERTURBATION_POWER)
    }

    /// The step of iteration `k` of `n`, in units of this iteration's perturbation.
    fn step(rate: f64, k: u32, n: u32) -> f64 {
        let settling = SETTLING * f64::from(n);
        let ratio = (settling + f64::from(n)) / (settling + f64::from(k + 1));
        rate * ratio.powf(STEP_POWER)
    }
}

/// The parameters called `names`, from `params`; all that there are if no name is given.
///
/// # Errors
/// If a name is that of no parameter.
pub fn parameters(params: &Params, names: &[String]) -> Result<Vec<TunedParameter>, TuneError> {
    let unknown = |name: &&String| params.get(name).is_none();
    if let Some(name) = names.iter().find(unknown) {
        return Err(TuneError::Parameter(name.clone()));
    }
    let chosen = Params::ALL
        .iter()
        .filter(|(name, ..)| names.is_empty() || names.iter().any(|chosen| chosen == name));
    let parameters = chosen.map(|&(name, min, default, max)| TunedParameter {
        name: name.to_owned(),
        min: f64::from(min),
        start: f64::from(params.get(name).unwrap_or(default)),
        max: f64::from(max),
    });
    Ok(parameters.collect())
}

/// `params` with the parameters of `dials` at `values`.
pub fn with_values(params: Params, parameters: &[TunedParameter], values: &[f64]) -> Params {
    let mut with_values = params;
    for (parameter, value) in parameters.iter().zip(values) {
        let value = value.clamp(parameter.min, parameter.max).round() as i32;
        if !with_values.set(&parameter.name, value) {
            log::error!("{} cannot be {value}", parameter.name);
        }
    }
    with_values
}

/// What a run must have in common with another to go on where that one stopped.
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

/// How far a climb has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// Iterations done.
    pub iteration: u32,
    /// The value of each dial.
    pub values: Vec<f64>,
    /// Points of the sets tried first against their opposites, a win counting 1 and a loss -1.
    pub balance: f64,
}

/// Plays one set of values against another in the iteration of this number. The result is from -1
/// (the first set lost all games) to 1, or `None` if it was stopped.
pub type Comparison<'a> = dyn FnMut(u32, [&[f64]; 2]) -> Result<Option<f64>, TuneError> + 'a;

/// Asks `duel`, from the state kept in the file `checkpoint` on, for the result of one set of values
/// against another; `report` hears of each iteration.
///
/// # Errors
/// If `duel` fails, or the checkpoint cannot be written or is of another run.
pub fn optimize(
    parameters: &[TunedParameter],
    plan: &SpsaPlan,
    checkpoint: &Path,
    compare: &mut Comparison<'_>,
    report: &mut dyn FnMut(&SpsaState),
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
    let mut state = load_checkpoint(checkpoint, &settings)?.unwrap_or_else(|| SpsaState {
        iteration: 0,
        values: parameters.iter().map(|parameter| parameter.start).collect(),
        balance: 0.0,
    });
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
        report(&state);
    }
    Ok(state)
}

/// Tunes the parameters of the search that `dials` names, beginning with `params`, by games of
/// `variant`, until `stop` is called.
///
/// # Errors
/// If no opening is found, or the checkpoint cannot be written or is of another run.
pub fn tune<V: Evaluate>(
    variant: V,
    params: Params,
    parameters: &[TunedParameter],
    plan: &SpsaPlan,
    checkpoint: &Path,
    stop: &StopToken,
    report: &mut dyn FnMut(&SpsaState),
) -> Result<SpsaState, TuneError> {
    let thread_pool = thread_pool(plan.threads)?;
    let mut compare = |iteration: u32, sets: [&[f64]; 2]| -> Result<Option<f64>, TuneError> {
        let players = sets.map(|values| with_values(params, parameters, values));
        let pair = |index: u32| {
            let number = u64::from(iteration) * u64::from(plan.pairs) + u64::from(index);
            play_pair(variant, &players, plan, number, stop)
        };
        let results: Vec<Option<i32>> = thread_pool.install(|| {
            let pairs = (0..plan.pairs).into_par_iter();
            pairs.map(pair).collect::<Result<_, _>>()
        })?;
        let sum: Option<i32> = results.into_iter().sum();
        Ok(sum.map(|sum| f64::from(sum) / (2.0 * f64::from(plan.pairs))))
    };
    optimize(parameters, plan, checkpoint, &mut compare, report)
}

/// Wins less losses of the first of two players in a pair of games; `None` if it was stopped.
fn play_pair<V: Evaluate>(
    variant: V,
    players: &[Params; 2],
    plan: &SpsaPlan,
    number: u64,
    stop: &StopToken,
) -> Result<Option<i32>, TuneError> {
    let mut searchers = players.each_ref().map(|&params| {
        let mut searcher = selfplay::searcher(variant);
        searcher.set_params(params);
        searcher
    });
    let mut rng = StdRng::seed_from_u64(derived_seed(!plan.seed, number));
    let opening_setup = OpeningSetup {
        turns: plan.opening,
        within: 100,
    };
    let first = &mut searchers[0];
    let start = selfplay::begin(variant, first, plan.nodes, opening_setup, &mut rng, stop)?;
    let Some(start) = start else {
        return Ok(None);
    };
    let mut balance = 0;
    for (seats, color) in [([0, 1], Color::White), ([1, 0], Color::Black)] {
        let game = selfplay::game(
            variant,
            &start,
            &mut searchers,
            seats,
            plan.nodes,
            stop,
            &mut |_| (),
        );
        match game {
            None => return Ok(None),
            Some(SelfPlayResult::Drawn) => {}
            Some(SelfPlayResult::Won(winner)) => balance += if winner == color { 1 } else { -1 },
        }
    }
    Ok(Some(balance))
}

#[cfg(test)]
mod tests;
