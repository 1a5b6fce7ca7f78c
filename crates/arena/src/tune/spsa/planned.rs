//! Self-play games of the planner, by which its parameters are tuned.

use std::{path::Path, time::Instant};

use jabberwock_game::{Color, GameHistory};
use jabberwock_planner::{PlanRequest, Planner, PlannerParams, PlanningParams};
use jabberwock_search::{Limits, Settings, StopToken};
use jabberwock_variants::mega::{Board, Game, Mega, Play};
use rand::{Rng, RngExt};

use super::{ParameterSet, SpsaPlan, SpsaState, opening_rng, tune_by_pairs};
use crate::tune::error::TuneError;

/// Maximum length of a game, in turns, after which it is undecided.
const LONGEST: usize = 160;
/// The lead, in centipawns, that counts as half a win if a game is undecided. Few games of two good
/// players are won by then.
const HALF_WIN: f64 = 1500.0;
/// Maximum number of random openings tried to find one that does not end the game.
const MAX_ATTEMPTS: usize = 100;

/// Tunes the parameters of the planner by games of `game` until `stop` is set. A game that is not
/// decided after 160 turns is scored by the players' estimates of the lead. After each iteration
/// the state is saved in the file `checkpoint` and `on_iteration` is called.
///
/// # Errors
/// If no opening is found, the planner makes no legal turn, or the checkpoint cannot be written or
/// is of another run.
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
        self_play.pair(&start, players)
    };
    tune_by_pairs(parameters, plan, checkpoint, &pair, on_iteration)
}

/// The parameters shared by all games.
struct PlannedSelfPlay<'a> {
    start: Game,
    /// Nodes for each turn.
    nodes: u64,
    stop: &'a StopToken,
}

impl PlannedSelfPlay<'_> {
    /// Returns the position after `turns` random turns or one more.
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

    /// Wins less losses of the first of two players in the two games from `start`; `None` if it was
    /// stopped.
    fn pair(
        &self,
        start: &Board,
        &[first, second]: &[PlannerParams; 2],
    ) -> Result<Option<f64>, TuneError> {
        let Some(as_white) = self.game(start, [first, second])? else {
            return Ok(None);
        };
        let other = self.game(start, [second, first])?;
        Ok(other.map(|as_black| as_white - as_black))
    }

    /// Returns the points of White, from -1 to 1; `None` if it was stopped.
    fn game(&self, start: &Board, players: [PlannerParams; 2]) -> Result<Option<f64>, TuneError> {
        let mut planners = players.map(|planner| {
            let settings = Settings {
                hash_mib: 4,
                ..Settings::default()
            };
            let mut made = Planner::new(settings);
            made.set_params(PlanningParams {
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
                return Ok(Some(f64::from(outcome.points_for(Color::White))));
            }
            if history.earlier_occurrences(u32::MAX) >= 2 {
                return Ok(Some(0.0));
            }
            let request = PlanRequest {
                multi_pv: 1,
                board: &board,
                history: &history,
                limits: &limits,
                draft: None,
                only: None,
                except: &[],
                requested_at: Instant::now(),
            };
            let mover = board.turn();
            let done = planners[mover.index()].plan(&request, self.stop, &mut |_| ());
            if self.stop.is_stopped() {
                return Ok(None);
            }
            let play = done.plan.as_ref().map(|plan| {
                let score = f64::from(plan.score.0);
                leads[mover.index()] = if mover == Color::White { score } else { -score };
                &plan.play
            });
            board = after(&board, play)?;
            history.push(board.key());
        }
        let lead = f64::midpoint(leads[0], leads[1]);
        Ok(Some(lead / (lead.abs() + HALF_WIN)))
    }
}

/// Returns the position after `play`, the turn that the planner made on `board`, if it made one.
fn after(board: &Board, play: Option<&Play>) -> Result<Board, TuneError> {
    let made = match play {
        Some(play) => board.after(play).map_err(|error| error.to_string()),
        None => Err("it has no plan".to_owned()),
    };
    made.map_err(|problem| TuneError::Planner {
        position: board.text(),
        problem,
    })
}

#[cfg(test)]
mod tests {
    use jabberwock_planner::PlannerParams;
    use jabberwock_search::StopToken;
    use jabberwock_variants::mega::{Game, Play};
    use rand::{SeedableRng, rngs::StdRng};

    use super::{PlannedSelfPlay, after};
    use crate::tune::error::TuneError;

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
        let points = self_play.pair(&start, &[good, good]);
        assert_eq!(points.unwrap(), Some(0.0));
        stop.stop();
        let points = self_play.pair(&start, &[good, good]);
        assert_eq!(points.unwrap(), None);
    }

    #[test]
    fn a_planner_without_a_legal_turn_is_an_error() {
        let start = Game::start(1);
        let board = start.large().unwrap();
        let nothing = Play::Boards(Vec::new());
        for play in [None, Some(&nothing)] {
            let error = after(board, play).unwrap_err();
            assert!(matches!(error, TuneError::Planner { .. }), "{error}");
        }
    }
}
