use std::{env, fs, path::PathBuf};

use jabberwock_game::{Evaluate as _, Evaluator as _, Variant as _};
use jabberwock_search::StopToken;
use jabberwock_variants::chess::Chess;

use super::*;
use crate::tune::data::{self, DataPlan, PositionChoice};

const PLAN: NetworkPlan = NetworkPlan {
    hidden: 32,
    buckets: 2,
    epochs: 12,
    lambda: 0.2,
    rate: 0.01,
    seed: 5,
    threads: 1,
};

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-network-{name}-{}", std::process::id()));
    fs::remove_file(&path).ok();
    path
}

/// Positions of a few games; `name` is the test's.
fn samples(name: &str) -> Samples {
    let path = scratch(name);
    let plan = DataPlan {
        games: 40,
        shard: None,
        nodes: 60,
        opening: 6,
        choice: PositionChoice::Quiet(10_000),
        seed: 3,
        threads: 2,
    };
    data::generate(Chess, "chess", &plan, &path, &StopToken::new(), &mut |_| ()).unwrap();
    let samples = Samples::read(Chess, &[&path]).unwrap();
    fs::remove_file(path).unwrap();
    samples
}

fn run(
    samples: &Samples,
    threads: usize,
    start: Option<&Network>,
    checkpoint: &Path,
) -> (Network, Vec<NetworkEpoch>) {
    let mut epochs = Vec::new();
    let stop = StopToken::new();
    let mut on_epoch = |epoch: &NetworkEpoch| epochs.push(*epoch);
    let network = train(
        samples,
        &NetworkPlan { threads, ..PLAN },
        start,
        checkpoint,
        &stop,
        &mut on_epoch,
    );
    (network.unwrap(), epochs)
}

#[test]
fn a_training_learns_and_ends_alike_with_any_number_of_threads() {
    let samples = samples("learn");
    let (one, two) = (scratch("one"), scratch("two"));
    let (network, epochs) = run(&samples, 1, None, &one);
    let (again, _) = run(&samples, 2, None, &two);
    assert_eq!(network, again);
    let (first, last) = (epochs[0].loss, epochs[11].loss);
    assert!(last < 0.7 * first, "{first} {last}");
    let mut evaluator = Chess.evaluator();
    evaluator.set_network(&network.to_bytes()).unwrap();
    let mut value = |fen: &str| evaluator.evaluate(&Chess.parse(fen).unwrap(), 0).0;
    let queen = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let none = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    assert!(queen > none + 300, "{queen} {none}");
    fs::remove_file(one).unwrap();
    fs::remove_file(two).unwrap();
}

#[test]
fn a_training_that_was_stopped_ends_like_an_uninterrupted_one() {
    let samples = samples("stop");
    let (whole, parts) = (scratch("whole"), scratch("parts"));
    let (network, _) = run(&samples, 1, None, &whole);
    let stop = StopToken::new();
    let mut on_epoch = |epoch: &NetworkEpoch| {
        if epoch.epoch == 4 {
            stop.stop();
        }
    };
    train(&samples, &PLAN, None, &parts, &stop, &mut on_epoch).unwrap();
    let (resumed, epochs) = run(&samples, 1, None, &parts);
    assert_eq!(epochs.len(), 8);
    assert_eq!(resumed, network);
    fs::remove_file(whole).unwrap();
    fs::remove_file(parts).unwrap();
}

#[test]
fn a_training_that_was_stopped_in_its_first_pass_can_be_resumed() {
    let samples = samples("early");
    let checkpoint = scratch("early-checkpoint");
    let stop = StopToken::new();
    stop.stop();
    train(&samples, &PLAN, None, &checkpoint, &stop, &mut |_| ()).unwrap();
    assert!(checkpoint.exists());
    let (_, epochs) = run(&samples, 1, None, &checkpoint);
    assert_eq!(epochs.len(), 13);
    fs::remove_file(checkpoint).unwrap();
}

#[test]
fn a_training_goes_on_where_the_one_of_its_first_network_ended() {
    let samples = samples("start");
    let (first, second) = (scratch("first"), scratch("second"));
    let (network, before) = run(&samples, 1, None, &first);
    let (_, after) = run(&samples, 1, Some(&network), &second);
    let (ended, begun) = (before[12].held_out, after[0].held_out);
    assert!((ended - begun).abs() < 0.02 * ended, "{ended} {begun}");
    assert!(after[12].loss < before[12].loss);
    let other = NetworkPlan { threads: 1, ..PLAN };
    let stop = StopToken::new();
    let refused = train(&samples, &other, None, &second, &stop, &mut |_| ());
    assert!(matches!(refused, Err(TuneError::OtherRun { .. })));
    fs::remove_file(first).unwrap();
    fs::remove_file(second).unwrap();
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let samples = samples("gradient");
    let shape = Shape {
        planes: samples.planes(),
        hidden: 32,
        buckets: 2,
    };
    let mut model = Model::new(shape, 7);
    let error = |model: &Model, index: usize| {
        winning_probability(model.value(&samples, index)) - samples.target(index, 0.3)
    };
    // The largest error has the largest gradient.
    let sample = (0..samples.len())
        .max_by(|&a, &b| f32::total_cmp(&error(&model, a).abs(), &error(&model, b).abs()))
        .unwrap();
    let mut gradient = Gradient::new(shape);
    gradient.add(&model, &samples, sample, false, 0.3);
    let loss = |model: &Model| f64::from(error(model, sample).powi(2));
    let mut checked = 0;
    for parameter in
        (0..shape.parameters()).filter(|&index| gradient.parameters[index].abs() > 1e-3)
    {
        let before = model.parameters[parameter];
        let step = 1e-2;
        model.parameters[parameter] = before + step;
        let above = loss(&model);
        model.parameters[parameter] = before - step;
        let below = loss(&model);
        model.parameters[parameter] = before;
        let slope = (above - below) / f64::from(2.0 * step);
        let found = f64::from(gradient.parameters[parameter]);
        assert!(
            (slope - found).abs() < 0.1 * found.abs() + 2e-4,
            "{parameter}: {slope} {found}"
        );
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}
