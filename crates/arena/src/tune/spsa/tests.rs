use std::{env, fs, path::PathBuf};

use jabberwock_search::{Params, StopToken};
use jabberwock_variants::chess::Chess;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{SpsaPlan, SpsaState, TunedParameter, optimize, parameters, tune, with_values};
use crate::tune::{TuneError, derived_seed};

const PLAN: SpsaPlan = SpsaPlan {
    iterations: 2_000,
    pairs: 1,
    nodes: 0,
    rate: 0.05,
    opening: 6,
    seed: 11,
    threads: 1,
};
/// Where the quadratic is highest, and where the climb begins.
const SUMMIT: [f64; 3] = [30.0, 150.0, 7.0];
const START: [f64; 3] = [80.0, 60.0, 2.0];

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-spsa-{name}-{}", std::process::id()));
    fs::remove_file(&path).ok();
    path
}

fn hill() -> Vec<TunedParameter> {
    let names = ["a", "b", "c"].into_iter().zip(START);
    names
        .zip([100.0, 200.0, 10.0])
        .map(|((name, start), max)| TunedParameter {
            name: name.to_owned(),
            min: 0.0,
            start,
            max,
        })
        .collect()
}

fn height(values: &[f64]) -> f64 {
    let distances = values.iter().zip(SUMMIT).zip(hill());
    -distances
        .map(|((value, summit), parameter)| ((value - summit) / parameter.max).powi(2))
        .sum::<f64>()
}

/// A game that is won by chance, more often by the higher of two.
fn noisy(iteration: u32, sets: [&[f64]; 2]) -> f64 {
    let mut rng = StdRng::seed_from_u64(derived_seed(99, u64::from(iteration)));
    let difference = 4.0 * (height(sets[0]) - height(sets[1]));
    if rng.random_bool((0.5 + difference).clamp(0.0, 1.0)) {
        1.0
    } else {
        -1.0
    }
}

fn run(name: &str, stops: &[u32]) -> SpsaState {
    let path = scratch(name);
    let mut state = None;
    for &stop in stops {
        let mut compare = |k: u32, sets: [&[f64]; 2]| Ok((k < stop).then(|| noisy(k, sets)));
        state = Some(optimize(&hill(), &PLAN, &path, &mut compare, &mut |_| ()).unwrap());
    }
    fs::remove_file(&path).unwrap();
    state.unwrap()
}

#[test]
fn a_noisy_hill_is_climbed() {
    let state = run("hill", &[PLAN.iterations]);
    assert_eq!(state.iteration, PLAN.iterations);
    assert!(height(&START) < -0.6);
    assert!(height(&state.values) > -0.04, "{state:?}");
}

#[test]
fn a_climb_that_is_taken_up_again_ends_like_one_in_a_piece() {
    let whole = run("whole", &[PLAN.iterations]);
    assert_eq!(run("pieces", &[1, 700, PLAN.iterations]), whole);
}

#[test]
fn games_decide_the_same_whatever_the_threads() {
    let names = ["rfp_margin".to_owned(), "null_base".to_owned()];
    let params = Params::default();
    let chosen = parameters(&params, &names).unwrap();
    let plan = SpsaPlan {
        iterations: 2,
        pairs: 3,
        nodes: 80,
        rate: 1.0,
        ..PLAN
    };
    let [one, two] = [1, 2].map(|threads| {
        let path = scratch(&format!("games-{threads}"));
        let plan = SpsaPlan { threads, ..plan };
        let stop = StopToken::new();
        let state = tune(Chess, params, &chosen, &plan, &path, &stop, &mut |_| ()).unwrap();
        fs::remove_file(path).unwrap();
        state
    });
    assert_eq!(one, two);
    assert_eq!(one.iteration, 2);
}

#[test]
fn dials_are_named_and_turned_within_their_range() {
    let params = Params::default();
    assert_eq!(parameters(&params, &[]).unwrap().len(), Params::ALL.len());
    let error = parameters(&params, &["height".to_owned()]).unwrap_err();
    assert!(matches!(error, TuneError::Parameter(name) if name == "height"));
    let chosen = parameters(&params, &["null_base".to_owned()]).unwrap();
    assert_eq!(with_values(params, &chosen, &[4.4]).null_base, 4);
    assert_eq!(with_values(params, &chosen, &[99.0]).null_base, 5);
}
