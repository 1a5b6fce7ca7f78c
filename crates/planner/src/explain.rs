//! Why a turn was chosen: on each board the turn, its score and its gain.

use std::sync::Arc;

use jabberwock_game::Score;
use jabberwock_variants::{
    board::Square,
    mega::{Board, Play},
};
use serde::Serialize;

use crate::{
    candidate::Candidate,
    subgame::{PlayableBoard, Subgame},
};

/// Why a mega-move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveReason {
    /// The mega-king is in check.
    AnswersMegaCheck,
    /// The game is over after it.
    EndsGame,
    /// It gives mega-check.
    GivesMegaCheck,
    /// Its score is better than that of any board turn.
    BestScore,
}

/// Why a turn was chosen. Inner turns that are equal share one explanation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// For a mega-move.
    pub(crate) reason: Option<MoveReason>,
    /// The boards played on, in the order of their gains.
    pub(crate) played: Vec<ExplainedBoard>,
    /// The other boards that could have been played on, in the order of their gains.
    pub(crate) left_alone: Vec<ExplainedBoard>,
}

/// A board that may be played on.
#[derive(Clone, Debug)]
pub(crate) struct ExplainedBoard {
    pub(crate) square: Square,
    /// The turn made on it, or the best one if it is left alone.
    pub(crate) play: Option<Arc<Play>>,
    /// The score of the game for the player to move; `None` if `play` is not its best turn.
    pub(crate) score: Option<Score>,
    /// The gain of playing on it rather than leaving it alone, in centipawns.
    pub(crate) gain: i32,
    /// The player to move is in check there, and loses the game by leaving it alone (G9).
    pub(crate) is_besieged: bool,
    /// The explanation of `play`, if it was planned.
    pub(crate) inner: Option<Arc<Explanation>>,
}

impl Explanation {
    /// The explanation of `candidate`, a turn on `board`.
    pub(crate) fn new(
        board: &Board,
        subgames: &[Subgame],
        playable: &[PlayableBoard],
        candidate: &Candidate,
    ) -> Explanation {
        let besieged = board.besieged();
        let explain = |index: usize, made: Option<&Play>| {
            let PlayableBoard {
                square,
                subgame,
                benefit,
                ..
            } = playable[index];
            let subgame = &subgames[subgame];
            let best = subgame.play.as_deref();
            let is_best = made.is_none() || made == best;
            ExplainedBoard {
                square,
                play: match made {
                    Some(made) if !is_best => Some(Arc::new(made.clone())),
                    _ => subgame.play.clone(),
                },
                score: is_best.then_some(subgame.score),
                gain: benefit.round() as i32,
                is_besieged: besieged.contains(square),
                inner: subgame.explanation.clone().filter(|_| is_best),
            }
        };
        let is_move = matches!(candidate.play, Play::Move { .. });
        let played = candidate.boards.iter().map(|&index| {
            let made = candidate.play.on(playable[index].square);
            explain(index, made)
        });
        let left = (0..playable.len()).filter(|index| !candidate.boards.contains(index));
        Explanation {
            reason: is_move.then(|| move_reason(board, candidate)),
            played: played.collect(),
            left_alone: left.map(|index| explain(index, None)).collect(),
        }
    }
}

fn move_reason(board: &Board, candidate: &Candidate) -> MoveReason {
    if board.is_check() {
        MoveReason::AnswersMegaCheck
    } else if candidate.after.outcome().is_some() {
        MoveReason::EndsGame
    } else if candidate.after.is_check() {
        MoveReason::GivesMegaCheck
    } else {
        MoveReason::BestScore
    }
}
