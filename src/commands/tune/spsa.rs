//! `tune spsa`: parameters of the search or the planner that win more games.

use std::{io::Write, path::Path};

use jabberwock_arena::tune::{
    TuneError,
    spsa::{self, ParameterSet, SpsaPlan, SpsaState},
};
use jabberwock_game::{Evaluate, counted, visible};
use jabberwock_planner::PlannerParams;
use jabberwock_search::{Params, Tunable};
use jabberwock_variants::Entry;
use serde_json::json;

use super::common::{Common, Progress, positive};
use crate::{failure::Failure, interrupt::stop_on_interrupt, values};

#[derive(Debug, clap::Args)]
pub(super) struct SpsaArgs {
    #[command(flatten)]
    pub(super) common: Common,
    /// Iterations in all. The steps become smaller towards the last one, so a run that was
    /// interrupted goes on with the same number
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = values::number::<u32>(1..))]
    iterations: u32,
    /// Pairs of games per iteration
    #[arg(long, value_name = "P", default_value_t = 4,
          value_parser = values::number::<u32>(1..))]
    pairs: u32,
    /// Nodes searched for each turn
    #[arg(long, value_name = "K", default_value_t = 4000,
          value_parser = values::number::<u64>(1..))]
    nodes: u64,
    /// Last step of a parameter, in perturbations, when one side wins every game
    #[arg(long, value_name = "R", default_value_t = 0.05, value_parser = positive)]
    rate: f64,
    /// Random turns that begin a game, this many or one more
    #[arg(long, value_name = "T", default_value_t = 7, value_parser = values::number::<usize>(0..))]
    opening: usize,
    /// Names of the parameters [default: all that matter without a clock]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    params: Vec<String>,
}

impl SpsaArgs {
    pub(super) fn run<V: Evaluate>(
        &self,
        entry: &Entry,
        variant: V,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let stop = stop_on_interrupt();
        if let Some(game) = entry.planned() {
            let chosen = ParameterSet::new(PlannerParams::default(), &self.params, &[])?;
            return self.tune(&chosen, out, |plan, checkpoint, on_iteration| {
                spsa::tune_planner(game, &chosen, plan, checkpoint, &stop, on_iteration)
            });
        }
        let params = Params::read(variant.profile().params).unwrap_or_else(|error| {
            log::error!("{error}");
            Params::default()
        });
        let chosen = ParameterSet::new(params, &self.params, Params::CLOCK_ONLY)?;
        self.tune(&chosen, out, |plan, checkpoint, on_iteration| {
            spsa::tune(variant, &chosen, plan, checkpoint, &stop, on_iteration)
        })
    }

    /// Tunes `parameters` by `games`, and writes the result.
    fn tune<P: Tunable>(
        &self,
        parameters: &ParameterSet<P>,
        out: &mut dyn Write,
        games: impl FnOnce(&SpsaPlan, &Path, &mut dyn FnMut(&SpsaState)) -> Result<SpsaState, TuneError>,
    ) -> Result<(), Failure> {
        self.common.check_output()?;
        let plan = SpsaPlan {
            iterations: self.iterations,
            pairs: self.pairs,
            nodes: self.nodes,
            rate: self.rate,
            opening: self.opening,
            seed: self.common.seed,
            threads: self.common.threads,
        };
        let mut progress = Progress::new(u64::from(self.iterations));
        let mut on_iteration = |state: &SpsaState| {
            progress.show(u64::from(state.iteration), String::new());
        };
        let checkpoint = self.common.checkpoint();
        let state = games(&plan, &checkpoint, &mut on_iteration)?;
        progress.finish();
        let params = parameters.with_values(&state.values);
        self.common.write(params.text())?;
        let tuned = parameters.tuned().iter().zip(&state.values);
        if self.common.json {
            let values: serde_json::Map<_, _> = tuned
                .map(|(parameter, value)| (parameter.name.clone(), json!(value)))
                .collect();
            let line = json!({"iterations": state.iteration, "values": values});
            writeln!(out, "{line}")?;
        } else {
            for (parameter, value) in tuned {
                let value = visible(*value, 2);
                writeln!(out, "{} {} -> {value:.2}", parameter.name, parameter.start)?;
            }
            writeln!(out, "{}", counted(state.iteration, "iteration"))?;
        }
        Ok(out.flush()?)
    }
}
