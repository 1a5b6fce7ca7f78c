//! Self-play games of the search, by which its parameters are tuned.

use std::path::Path;

use jabberwock_game::{Color, Evaluate};
use jabberwock_search::{Params, StopToken};

use super::{ParameterSet, SpsaPlan, SpsaState, opening_rng, tune_by_pairs};
use crate::tune::{
    error::TuneError,
    selfplay::{self, OpeningSetup, SelfPlay, SelfPlayResult},
};

/// Tunes the parameters of the search by games of `variant` until `stop` is set. After each
/// iteration the state is saved in the file `checkpoint` and `on_iteration` is called.
///
/// # Errors
/// If no opening is found, or the checkpoint cannot be written or is of another run.
pub fn tune<V: Evaluate>(
    variant: V,
    parameters: &ParameterSet<Params>,
    plan: &SpsaPlan,
    checkpoint: &Path,
    stop: &StopToken,
    on_iteration: &mut dyn FnMut(&SpsaState),
) -> Result<SpsaState, TuneError> {
    let self_play = SelfPlay {
        variant,
        nodes: plan.nodes,
        stop,
    };
    let pair = |players: &[Params; 2], number| play_pair(&self_play, players, plan, number);
    tune_by_pairs(parameters, plan, checkpoint, &pair, on_iteration)
}

/// Wins less losses of the first of two players in a pair of games; `None` if it was stopped.
fn play_pair<V: Evaluate>(
    self_play: &SelfPlay<'_, V>,
    players: &[Params; 2],
    plan: &SpsaPlan,
    number: u64,
) -> Result<Option<f64>, TuneError> {
    let mut searchers = players.each_ref().map(|&params| {
        let mut searcher = selfplay::searcher(self_play.variant);
        searcher.set_params(params);
        searcher
    });
    let setup = OpeningSetup {
        turns: plan.opening,
        within: 100,
    };
    let mut rng = opening_rng(plan, number);
    let Some(start) = self_play.opening(&mut searchers[0], setup, &mut rng)? else {
        return Ok(None);
    };
    let mut balance = 0.0;
    for (seats, color) in [([0, 1], Color::White), ([1, 0], Color::Black)] {
        match self_play.game(&start, &mut searchers, seats, &mut |_| ()) {
            None => return Ok(None),
            Some(SelfPlayResult::Drawn) => {}
            Some(SelfPlayResult::Won(winner)) => {
                balance += if winner == color { 1.0 } else { -1.0 };
            }
        }
    }
    Ok(Some(balance))
}
