//! Games of the planner against itself, by which its parameters are tuned.

use std::{path::Path, time::Instant};

use jabberwock_game::{Color, GameHistory};
use jabberwock_planner::{ParamsOfPlans, PlanRequest, Planner, PlannerParams};
use jabberwock_search::{Limits, Settings, StopToken};
use jabberwock_variants::mega::{Board, Game, Mega};
use rand::{Rng, RngExt};

use super::{ParameterSet, SpsaPlan, SpsaState, opening_rng, tune_by_pairs};
use crate::tune::error::TuneError;

/// Turns after which a game ends undecided.
const LONGEST: usize = 160;
/// The lead, in centipawns, that counts as half a win where a game ends undecided. Few games of two good
/// players are won by then.
const HALF_WIN: f64 = 1500.0;
/// Random openings tried until one does not end the game.
const MAX_ATTEMPTS: usize = 100;

/// Tunes the parameters of the planner by games of `game` until `stop` is set. A game that is not decided
/// after 160 turns counts by what both players take for the lead. After each iteration the state is saved in
/// the file `checkpoint` and `on_iteration` is called.
///
/// # Errors
/// If no opening is found, or the checkpoint cannot be written or is of another run.
pub fn tune_planner(
    game: Mega,
    parameters: &ParameterSet<PlannerParams>,
    plan: &SpsaPlan,
    checkpoint: &Path,
    stop: &StopToken,
    on_iteration: &mut dyn FnMut(&SpsaState),
) -> Result<SpsaState, TuneError> {
    let self_play = PlannedSelfPlay {
        start: Game::start(game.level()),
        nodes: plan.nodes,
        stop,
    };
    let pair = |players: &[PlannerParams; 2], number| {
        let rng = &mut opening_rng(plan, number);
        let start = self_play.opening(plan.opening, rng)?;
        Ok(self_play.pair(&start, players))
    };
    tune_by_pairs(parameters, plan, checkpoint, &pair, on_iteration)
}

/// What all games have in common.
struct PlannedSelfPlay<'a> {
    start: Game,
    /// Nodes for each turn.
    nodes: u64,
    stop: &'a StopToken,
}

impl PlannedSelfPlay<'_> {
    /// The position after so many random turns or one more.
    fn opening(&self, turns: usize, rng: &mut impl Rng) -> Result<Board, TuneError> {
        (0..MAX_ATTEMPTS)
            .find_map(|_| {
                let turns = turns + rng.random_range(0..=1);
                let start = self.start.large()?.clone();
                let board = (0..turns).try_fold(start, |board, _| {
                    let turn = board.random_turn(rng)?;
                    board.after(&turn).ok()
                });
                board.filter(|board| board.outcome().is_none())
            })
            .ok_or(TuneError::NoOpening)
    }

    /// Wins less losses of the first of two players in the two games from `start`; `None` if it was stopped.
    fn pair(&self, start: &Board, players: &[PlannerParams; 2]) -> Option<f64> {
        let points = self.game(start, [players[0], players[1]])?;
        Some(points - self.game(start, [players[1], players[0]])?)
    }

    /// The points of White, from -1 to 1; `None` if it was stopped.
    fn game(&self, start: &Board, players: [PlannerParams; 2]) -> Option<f64> {
        let mut planners = players.map(|planner| {
            let settings = Settings {
                hash_mib: 4,
                ..Settings::default()
            };
            let mut made = Planner::new(settings);
            made.set_params(ParamsOfPlans {
                planner,
                search: None,
            });
            made
        });
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let mut board = start.clone();
        let mut history = GameHistory::new(board.key());
        let mut leads = [0.0; 2];
        for _ in 0..LONGEST {
            if let Some(outcome) = board.outcome() {
                return Some(f64::from(outcome.points_for(Color::White)));
            }
            if history.earlier_occurrences(u32::MAX) >= 2 {
                return Some(0.0);
            }
            let request = PlanRequest {
                board: &board,
                history: &history,
                limits: &limits,
                draft: None,
                only: None,
                except: &[],
                asked: Instant::now(),
            };
            let mover = board.turn();
            let done = planners[mover.index()].plan(&request, self.stop, &mut |_| ());
            let plan = done.plan.filter(|_| !self.stop.is_stopped())?;
            let score = f64::from(plan.score.0);
            leads[mover.index()] = if mover == Color::White { score } else { -score };
            board = board.after(&plan.play).ok()?;
            history.push(board.key());
        }
        let lead = f64::midpoint(leads[0], leads[1]);
        Some(lead / (lead.abs() + HALF_WIN))
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_planner::PlannerParams;
    use jabberwock_search::StopToken;
    use jabberwock_variants::mega::Game;
    use rand::{SeedableRng, rngs::StdRng};

    use super::PlannedSelfPlay;

    #[test]
    fn equal_players_gain_nothing_from_a_pair_of_games() {
        let stop = StopToken::new();
        let self_play = PlannedSelfPlay {
            start: Game::start(1),
            nodes: 1,
            stop: &stop,
        };
        let start = self_play.opening(3, &mut StdRng::seed_from_u64(4)).unwrap();
        let good = PlannerParams::default();
        assert_eq!(self_play.pair(&start, &[good, good]), Some(0.0));
        stop.stop();
        assert_eq!(self_play.pair(&start, &[good, good]), None);
    }
}
