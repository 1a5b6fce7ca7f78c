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
    TuneError, derived, keep, kept, pool,
    selfplay::{self, Beginning, Ending},
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
pub struct Plan {
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
pub struct Dial {
    /// What it is called.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The first value.
    pub start: f64,
    /// The largest value.
    pub max: f64,
}

impl Dial {
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
pub fn dials(params: &Params, names: &[String]) -> Result<Vec<Dial>, TuneError> {
    let unknown = |name: &&String| params.get(name).is_none();
    if let Some(name) = names.iter().find(unknown) {
        return Err(TuneError::Parameter(name.clone()));
    }
    let chosen = Params::ALL
        .iter()
        .filter(|(name, ..)| names.is_empty() || names.iter().any(|chosen| chosen == name));
    let dials = chosen.map(|&(name, min, default, max)| Dial {
        name: name.to_owned(),
        min: f64::from(min),
        start: f64::from(params.get(name).unwrap_or(default)),
        max: f64::from(max),
    });
    Ok(dials.collect())
}

/// `params` with the parameters of `dials` at `values`.
pub fn turned(params: Params, dials: &[Dial], values: &[f64]) -> Params {
    let mut turned = params;
    for (dial, value) in dials.iter().zip(values) {
        let value = value.clamp(dial.min, dial.max).round() as i32;
        if !turned.set(&dial.name, value) {
            log::error!("{} cannot be {value}", dial.name);
        }
    }
    turned
}

/// What a run must have in common with another to go on where that one stopped.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    iterations: u32,
    pairs: u32,
    nodes: u64,
    rate: f64,
    opening: usize,
    seed: u64,
    dials: Vec<Dial>,
}

/// How far a climb has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Iterations done.
    pub iteration: u32,
    /// The value of each dial.
    pub values: Vec<f64>,
    /// Points of the sets tried first against their opposites, a win counting 1 and a loss -1.
    pub balance: f64,
}

/// Plays one set of values against another in the iteration of this number. The result is from -1
/// (the first set lost all games) to 1, or `None` if it was stopped.
pub type Duel<'a> = dyn FnMut(u32, [&[f64]; 2]) -> Result<Option<f64>, TuneError> + 'a;

/// Asks `duel`, from the state kept in the file `checkpoint` on, for the result of one set of values
/// against another; `report` hears of each iteration.
///
/// # Errors
/// If `duel` fails, or the checkpoint cannot be written or is of another run.
pub fn climb(
    dials: &[Dial],
    plan: &Plan,
    checkpoint: &Path,
    duel: &mut Duel<'_>,
    report: &mut dyn FnMut(&State),
) -> Result<State, TuneError> {
    let settings = Settings {
        iterations: plan.iterations,
        pairs: plan.pairs,
        nodes: plan.nodes,
        rate: plan.rate,
        opening: plan.opening,
        seed: plan.seed,
        dials: dials.to_vec(),
    };
    let mut state = kept(checkpoint, &settings)?.unwrap_or_else(|| State {
        iteration: 0,
        values: dials.iter().map(|dial| dial.start).collect(),
        balance: 0.0,
    });
    while state.iteration < plan.iterations {
        let (k, n) = (state.iteration, plan.iterations);
        let mut rng = StdRng::seed_from_u64(derived(plan.seed, u64::from(k)));
        let shifts: Vec<f64> = dials
            .iter()
            .map(|dial| {
                let size = dial.perturbation(k, n);
                if rng.random_bool(0.5) { size } else { -size }
            })
            .collect();
        let shifted = |sign: f64| -> Vec<f64> {
            let values = state.values.iter().zip(&shifts).zip(dials);
            values
                .map(|((value, shift), dial)| (value + sign * shift).clamp(dial.min, dial.max))
                .collect()
        };
        let Some(result) = duel(k, [&shifted(1.0), &shifted(-1.0)])? else {
            break;
        };
        let step = Dial::step(plan.rate, k, n) * result;
        for ((value, shift), dial) in state.values.iter_mut().zip(&shifts).zip(dials) {
            *value = (*value + step * shift).clamp(dial.min, dial.max);
        }
        state.balance += result;
        state.iteration += 1;
        keep(checkpoint, &settings, &state)?;
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
    dials: &[Dial],
    plan: &Plan,
    checkpoint: &Path,
    stop: &StopToken,
    report: &mut dyn FnMut(&State),
) -> Result<State, TuneError> {
    let pool = pool(plan.threads)?;
    let mut duel = |iteration: u32, sets: [&[f64]; 2]| -> Result<Option<f64>, TuneError> {
        let players = sets.map(|values| turned(params, dials, values));
        let pair = |index: u32| {
            let number = u64::from(iteration) * u64::from(plan.pairs) + u64::from(index);
            play_pair(variant, &players, plan, number, stop)
        };
        let results: Vec<Option<i32>> = pool.install(|| {
            let pairs = (0..plan.pairs).into_par_iter();
            pairs.map(pair).collect::<Result<_, _>>()
        })?;
        let sum: Option<i32> = results.into_iter().sum();
        Ok(sum.map(|sum| f64::from(sum) / (2.0 * f64::from(plan.pairs))))
    };
    climb(dials, plan, checkpoint, &mut duel, report)
}

/// Wins less losses of the first of two players in a pair of games; `None` if it was stopped.
fn play_pair<V: Evaluate>(
    variant: V,
    players: &[Params; 2],
    plan: &Plan,
    number: u64,
    stop: &StopToken,
) -> Result<Option<i32>, TuneError> {
    let mut searchers = players.each_ref().map(|&params| {
        let mut searcher = selfplay::searcher(variant);
        searcher.set_params(params);
        searcher
    });
    let mut rng = StdRng::seed_from_u64(derived(!plan.seed, number));
    let beginning = Beginning {
        turns: plan.opening,
        within: 100,
    };
    let first = &mut searchers[0];
    let start = selfplay::begin(variant, first, plan.nodes, beginning, &mut rng, stop)?;
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
            Some(Ending::Drawn) => {}
            Some(Ending::Won(winner)) => balance += if winner == color { 1 } else { -1 },
        }
    }
    Ok(Some(balance))
}

#[cfg(test)]
mod tests;
