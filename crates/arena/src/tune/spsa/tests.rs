use std::{env, fs, path::PathBuf};

use jabberwock_search::{Params, StopToken, Tunable as _};
use jabberwock_variants::chess::Chess;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{ParameterSet, SpsaPlan, SpsaState, TunedParameter, optimize, tune};
use crate::tune::{error::TuneError, workers::derived_seed};

const PLAN: SpsaPlan = SpsaPlan {
    iterations: 2_000,
    pairs: 1,
    nodes: 0,
    rate: 0.05,
    opening: 6,
    seed: 11,
    threads: 1,
};
/// The maximum of the quadratic, and the first values.
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

/// Returns a game won at random, more often by the higher of two.
fn noisy(iteration: u32, sets: [&[f64]; 2]) -> f64 {
    let mut rng = StdRng::seed_from_u64(derived_seed(99, u64::from(iteration)));
    let difference = 4.0 * (height(sets[0]) - height(sets[1]));
    if rng.random_bool((0.5 + difference).clamp(0.0, 1.0)) {
        1.0
    } else {
        -1.0
    }
}

/// Returns the state after a run that is stopped in these iterations, the last of which is the end
/// of its plan.
fn run(name: &str, stops: &[u32]) -> SpsaState {
    let path = scratch(name);
    let plan = SpsaPlan {
        iterations: *stops.last().unwrap(),
        ..PLAN
    };
    let mut state = None;
    for &stop in stops {
        let mut compare = |k: u32, sets: [&[f64]; 2]| Ok((k < stop).then(|| noisy(k, sets)));
        state = Some(optimize(&hill(), &plan, &path, &mut compare, &mut |_| ()).unwrap());
        assert!(path.exists(), "stopped in iteration {stop}");
    }
    fs::remove_file(&path).unwrap();
    state.unwrap()
}

#[test]
fn a_noisy_maximum_is_found() {
    let state = run("hill", &[PLAN.iterations]);
    assert_eq!(state.iteration, PLAN.iterations);
    assert!(height(&START) < -0.6);
    assert!(height(&state.values) > -0.04, "{state:?}");
}

#[test]
fn a_resumed_run_ends_like_an_uninterrupted_one() {
    let whole = run("whole", &[200]);
    assert_eq!(run("pieces", &[0, 1, 70, 200]), whole);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let names = ["rfp_margin".to_owned(), "null_base".to_owned()];
    let chosen = ParameterSet::new(Params::default(), &names, &[]).unwrap();
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
        let state = tune(Chess, &chosen, &plan, &path, &stop, &mut |_| ()).unwrap();
        fs::remove_file(path).unwrap();
        state
    });
    assert_eq!(one, two);
    assert_eq!(one.iteration, 2);
}

#[test]
fn parameters_are_chosen_by_name_and_kept_within_their_range() {
    let params = Params::default();
    let set = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        ParameterSet::new(params, &names, Params::CLOCK_ONLY)
    };
    let all = set(&[]).unwrap();
    let is_tuned = |name| all.tuned().iter().any(|parameter| parameter.name == name);
    for &(name, ..) in Params::ALL {
        assert_eq!(is_tuned(name), name != "iteration_time", "{name}");
    }
    let error = set(&["height"]).unwrap_err();
    assert!(matches!(error, TuneError::Parameter(name) if name == "height"));
    let error = set(&["null_base", "iteration_time"]).unwrap_err();
    assert!(matches!(error, TuneError::ClockParameter(name) if name == "iteration_time"));
    let chosen = set(&["null_base"]).unwrap();
    assert_eq!(chosen.with_values(&[4.4]).null_base, 4);
    assert_eq!(chosen.with_values(&[99.0]).null_base, 5);
}
