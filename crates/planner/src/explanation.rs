//! The reasons for a planned turn: for each board the turn, its score and its gain.

use std::sync::Arc;

use jabberwock_game::Score;
use jabberwock_variants::{board::Square, mega::Play};
use serde::Serialize;

/// The reason for the choice of a mega-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveReason {
    /// It is the draft planned around.
    Given,
    /// The mega-king is in check.
    AnswersMegaCheck,
    /// The game is over after it.
    EndsGame,
    /// It gives mega-check.
    GivesMegaCheck,
    /// Its score is better than that of any board turn.
    BestScore,
}

/// The reasons for a planned turn. Equal inner turns share one explanation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The reason for the choice, if it is a mega-move.
    pub(crate) reason: Option<MoveReason>,
    /// The boards played on: those of the draft, then the others in the order of their gains.
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
    /// The draft has a turn on it, or the beginning of one.
    pub(crate) is_drafted: bool,
    /// The explanation of `play`, if it was planned.
    pub(crate) inner: Option<Arc<Explanation>>,
}
