//! `tune`: weights and parameters from games.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use jabberwock_arena::tune::{Dataset, TuneError, data, spsa, texel};
use jabberwock_game::{Evaluate, Evaluator as _, WeightsError};
use jabberwock_search::{Params, StopToken};
use jabberwock_variants::{Entry, Visitor, evaluation::with_numbers, find};
use serde_json::json;

use crate::{failure::Failure, interrupt::on_interrupt};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock tune data hop --games 4000 --nodes 2500 --out hop.data
  jabberwock tune texel hop --data hop.data --out weights.txt
  jabberwock tune spsa hop --iterations 1000 --nodes 4000 --out search.txt

Every run that was interrupted goes on where it stopped if it is started again, and ends as if it
had never been.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Play games and collect quiet positions with their results
    Data(Data),
    /// Fit the weights of the evaluation to such positions
    Texel(Texel),
    /// Find better parameters of the search by games
    Spsa(Spsa),
}

/// What every run needs.
#[derive(Debug, clap::Args)]
struct Common {
    /// Name or alias of the game
    variant: String,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What chance depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,
    /// Print results as JSON objects
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct Data {
    #[command(flatten)]
    common: Common,
    /// Games in all, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u64,
    /// Nodes searched for each turn
    #[arg(long, value_name = "K", default_value_t = 2500,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random turns that begin a game, this many or one more
    #[arg(long, value_name = "T", default_value_t = 7)]
    opening: usize,
}

#[derive(Debug, clap::Args)]
struct Texel {
    #[command(flatten)]
    common: Common,
    /// The positions
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Weights to begin with [default: those of the game]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The most passes over the data
    #[arg(long, value_name = "E", default_value_t = texel::TexelPlan::default().epochs)]
    epochs: u32,
    /// Passes without progress on the games held out before the fit ends
    #[arg(long, value_name = "E", default_value_t = texel::TexelPlan::default().patience)]
    patience: u32,
    /// Share of the result in the target, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "L", default_value_t = texel::TexelPlan::default().lambda,
          value_parser = share)]
    lambda: f64,
    /// The first step of each weight, in centipawns
    #[arg(long, value_name = "R", default_value_t = texel::TexelPlan::default().rate,
          value_parser = positive)]
    rate: f64,
    /// How far weights are expected to move, in centipawns
    #[arg(long, value_name = "CP", default_value_t = texel::TexelPlan::default().prior,
          value_parser = positive)]
    prior: f64,
}

#[derive(Debug, clap::Args)]
struct Spsa {
    #[command(flatten)]
    common: Common,
    /// Sets of parameters compared, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games of each comparison
    #[arg(long, value_name = "P", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Nodes searched for each turn
    #[arg(long, value_name = "K", default_value_t = 4000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The last step of a parameter, in perturbations, when one side wins every game
    #[arg(long, value_name = "R", default_value_t = 0.05, value_parser = positive)]
    rate: f64,
    /// Random turns that begin a game, this many or one more
    #[arg(long, value_name = "T", default_value_t = 7)]
    opening: usize,
    /// Names of the parameters [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    params: Vec<String>,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it is not a number from 0 to 1".to_owned())
}

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it is not a number above 0".to_owned())
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let name = match &self.what {
            What::Data(args) => &args.common.variant,
            What::Texel(args) => &args.common.variant,
            What::Spsa(args) => &args.common.variant,
        };
        let entry = find(name)?;
        let stop = StopToken::new();
        let stop_token = stop.clone();
        on_interrupt(move || stop_token.stop());
        entry.accept(Run {
            what: &self.what,
            stop,
            out,
        })
    }
}

/// The command, for a game whose type is known.
struct Run<'a> {
    what: &'a What,
    stop: StopToken,
    out: &'a mut dyn Write,
}

impl Visitor for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Result<(), Failure> {
        match self.what {
            What::Data(args) => args.run(entry, variant, &self.stop, self.out),
            What::Texel(args) => args.run(variant, &self.stop, self.out),
            What::Spsa(args) => args.run(variant, &self.stop, self.out),
        }
    }
}

/// A bar on a terminal, nothing elsewhere.
fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed}, {eta} left {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// The file beside `out` that keeps what is needed to go on.
fn checkpoint(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".checkpoint");
    PathBuf::from(name)
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let path = path.to_owned();
    move |error| Failure::Tune(TuneError::File { path, error })
}

impl Data {
    fn run<V: Evaluate>(
        &self,
        entry: &'static Entry,
        variant: V,
        stop: &StopToken,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let plan = data::DataPlan {
            games: self.games,
            nodes: self.nodes,
            opening: self.opening,
            seed: self.common.seed,
            threads: self.common.threads,
        };
        let bar = bar(self.games);
        let path = &self.common.out;
        let done = data::generate(variant, entry.name, &plan, path, stop, &mut |progress| {
            bar.set_position(progress.games);
            bar.set_message(format!("{} positions", progress.positions));
        })?;
        bar.finish_and_clear();
        let [won, drawn, lost] = done.results;
        let (games, positions) = (done.games, done.positions);
        if self.common.json {
            let results = json!({"white": won, "drawn": drawn, "black": lost});
            let line = json!({"games": games, "positions": positions, "results": results});
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{games} games (+{won} ={drawn} -{lost} for White), {positions} positions"
            )?;
        }
        Ok(out.flush()?)
    }
}

impl Texel {
    fn run<V: Evaluate>(
        &self,
        variant: V,
        stop: &StopToken,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if variant.weights().is_empty() {
            return Err(TuneError::Weights(WeightsError::None).into());
        }
        let text = match &self.weights {
            Some(path) => fs::read_to_string(path).map_err(failed(path))?,
            None => variant.weights().to_owned(),
        };
        let evaluator = variant.evaluator_with(&text).map_err(TuneError::from)?;
        let start: Vec<f64> = evaluator.weights().into_iter().map(f64::from).collect();
        let dataset = Dataset::read(variant, &self.data)?;
        let plan = texel::TexelPlan {
            epochs: self.epochs,
            patience: self.patience,
            lambda: self.lambda,
            rate: self.rate,
            prior: self.prior,
            seed: self.common.seed,
            threads: self.common.threads,
            ..texel::TexelPlan::default()
        };
        let bar = bar(u64::from(self.epochs));
        let mut lines = Vec::new();
        let checkpoint = checkpoint(&self.common.out);
        let fit = texel::fit(&dataset, &start, &plan, &checkpoint, stop, &mut |epoch| {
            bar.set_position(u64::from(epoch.epoch));
            bar.set_message(format!("held out {:.5}", epoch.held_out));
            lines.push(*epoch);
        })?;
        bar.finish_and_clear();
        let tuned: Vec<i32> = fit
            .weights
            .iter()
            .map(|weight| weight.round() as i32)
            .collect();
        let path = &self.common.out;
        fs::write(path, with_numbers(&text, &tuned)).map_err(failed(path))?;
        if self.common.json {
            let line = json!({
                "positions": dataset.len(),
                "steepness": fit.curve.steepness,
                "epochs": lines,
                "best": fit.epoch,
                "held_out": fit.held_out,
            });
            writeln!(out, "{line}")?;
        } else {
            for line in lines {
                writeln!(
                    out,
                    "epoch {} loss {:.5} held out {:.5} squared error {:.5}",
                    line.epoch, line.loss, line.held_out, line.error
                )?;
            }
            writeln!(
                out,
                "{} positions, log odds of a centipawn {:.5}, best epoch {} with {:.5} held out",
                dataset.len(),
                fit.curve.steepness,
                fit.epoch,
                fit.held_out
            )?;
        }
        Ok(out.flush()?)
    }
}

impl Spsa {
    fn run<V: Evaluate>(
        &self,
        variant: V,
        stop: &StopToken,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let params = Params::read(variant.profile().params).unwrap_or_else(|error| {
            log::error!("{error}");
            Params::default()
        });
        let parameters = spsa::parameters(&params, &self.params)?;
        let plan = spsa::SpsaPlan {
            iterations: self.iterations,
            pairs: self.pairs,
            nodes: self.nodes,
            rate: self.rate,
            opening: self.opening,
            seed: self.common.seed,
            threads: self.common.threads,
        };
        let bar = bar(u64::from(self.iterations));
        let path = &self.common.out;
        let checkpoint = checkpoint(path);
        let state = spsa::tune(
            variant,
            params,
            &parameters,
            &plan,
            &checkpoint,
            stop,
            &mut |state| {
                bar.set_position(u64::from(state.iteration));
            },
        )?;
        bar.finish_and_clear();
        let tuned = spsa::with_values(params, &parameters, &state.values);
        fs::write(path, tuned.text()).map_err(failed(path))?;
        if self.common.json {
            let values: serde_json::Map<_, _> = parameters
                .iter()
                .zip(&state.values)
                .map(|(parameter, value)| (parameter.name.clone(), json!(value)))
                .collect();
            let line = json!({"iterations": state.iteration, "values": values});
            writeln!(out, "{line}")?;
        } else {
            for (parameter, value) in parameters.iter().zip(&state.values) {
                writeln!(out, "{} {} -> {value:.2}", parameter.name, parameter.start)?;
            }
            writeln!(out, "{} iterations", state.iteration)?;
        }
        Ok(out.flush()?)
    }
}
