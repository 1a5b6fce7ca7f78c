use std::{env, fs, path::PathBuf};

use jabberwock_game::Coefficient;
use jabberwock_search::StopToken;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{Curve, Fit, TexelPlan, fit};
use crate::tune::{
    dataset::{Dataset, Sample},
    error::TuneError,
};

const TRUTH: [f64; 6] = [100.0, 320.0, -45.0, 12.0, 60.0, -20.0];
const START: [f64; 6] = [80.0, 300.0, 0.0, 0.0, 0.0, 0.0];

/// Returns a path that no other test uses.
fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-texel-{name}-{}", std::process::id()));
    fs::remove_file(&path).ok();
    path
}

/// Returns games of one position each, whose results are drawn at random by the true weights.
fn synthetic(games: u32) -> Dataset {
    let mut rng = StdRng::seed_from_u64(5);
    let curve = Curve { steepness: 0.006 };
    let mut data = Dataset::default();
    for game in 0..games {
        let coefficients: Vec<Coefficient> = (0..TRUTH.len() as u32)
            .map(|weight| Coefficient {
                weight,
                count: rng.random_range(-2i32..=2) as f32,
            })
            .collect();
        let value: f64 = coefficients
            .iter()
            .map(|one| TRUTH[one.weight as usize] * f64::from(one.count))
            .sum();
        let won = rng.random_bool(curve.probability(value));
        let sample = Sample {
            game,
            result: f32::from(u8::from(won)),
            score: value as f32,
        };
        data.push(sample, coefficients);
    }
    data
}

fn run(data: &Dataset, name: &str, plan: &TexelPlan, epochs: &[u32]) -> Fit {
    let checkpoint = scratch(name);
    let mut result = None;
    for &epochs in epochs {
        let plan = TexelPlan { epochs, ..*plan };
        let fit = fit(
            data,
            &START,
            &plan,
            &checkpoint,
            &StopToken::new(),
            &mut |_| (),
        );
        result = Some(fit.unwrap());
        assert!(checkpoint.exists(), "stopped after {epochs} passes");
    }
    fs::remove_file(&checkpoint).unwrap();
    result.unwrap()
}

#[test]
fn known_weights_are_recovered_from_results_and_scores() {
    let data = synthetic(40_000);
    let plan = TexelPlan {
        rate: 3.0,
        decay: 0.97,
        prior: 1000.0,
        ..TexelPlan::default()
    };
    let fit = run(&data, "recover", &plan, &[100]);
    // The curve is fitted to the scale of the first weights, so only ratios are recovered.
    let scale = fit.weights[1] / TRUTH[1];
    assert!((0.7..1.3).contains(&scale), "{fit:?}");
    for (found, truth) in fit.weights.iter().zip(TRUTH) {
        assert!((found / scale - truth).abs() < 8.0, "{fit:?}");
    }
}

#[test]
fn a_strong_prior_keeps_weights_where_they_are() {
    let data = synthetic(2_000);
    let plan = TexelPlan {
        prior: 0.01,
        rate: 0.01,
        ..TexelPlan::default()
    };
    let fit = run(&data, "prior", &plan, &[20]);
    for (found, start) in fit.weights.iter().zip(START) {
        assert!((found - start).abs() < 0.5, "{fit:?}");
    }
}

#[test]
fn a_resumed_fit_ends_like_an_uninterrupted_one_with_any_number_of_threads() {
    let data = synthetic(6_000);
    let one = TexelPlan::default();
    let two = TexelPlan { threads: 3, ..one };
    let whole = run(&data, "whole", &one, &[9]);
    assert_eq!(run(&data, "pieces", &two, &[0, 2, 5, 9]), whole);
    let other = TexelPlan { seed: 2, ..one };
    assert_ne!(run(&data, "other", &other, &[9]), whole);
}

#[test]
fn a_checkpoint_of_another_fit_and_an_empty_file_are_refused() {
    let data = synthetic(500);
    let checkpoint = scratch("refused");
    let (plan, stop) = (TexelPlan::default(), StopToken::new());
    fs::write(&checkpoint, "{\"settings\":1}").unwrap();
    let result = fit(&data, &START, &plan, &checkpoint, &stop, &mut |_| ());
    assert!(
        matches!(result, Err(TuneError::OtherRun { .. })),
        "{result:?}"
    );
    fs::remove_file(&checkpoint).unwrap();
    let nothing = Dataset::default();
    let result = fit(&nothing, &START, &plan, &checkpoint, &stop, &mut |_| ());
    assert!(matches!(result, Err(TuneError::TooFewGames)), "{result:?}");
}
