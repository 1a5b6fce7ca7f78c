//! A turn to choose from.

use jabberwock_game::Score;
use jabberwock_variants::mega::{Board, Play};

/// A legal turn and its value.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) play: Play,
    /// The position after it.
    pub(crate) after: Board,
    /// The boards played on, as indices of playable boards; none for a mega-move.
    pub(crate) boards: Vec<usize>,
    /// The value of the running games after the turn, in centipawns.
    pub(crate) games: f64,
    /// The value of having made turns in them, in centipawns.
    pub(crate) tempo: f64,
    /// How often the outermost game was in the position after it before; 0 on inner boards.
    pub(crate) earlier_occurrences: u32,
    /// The value of the turn, in centipawns.
    pub(crate) value: i32,
}

impl Candidate {
    /// Whether the game is drawn after it, by its end or by the third occurrence of the position (mega G19).
    pub(crate) fn is_drawn(&self) -> bool {
        match self.after.outcome() {
            Some(outcome) => outcome.winner.is_none(),
            None => self.earlier_occurrences >= 2,
        }
    }

    /// The score of the position. The tempo, which only serves to compare turns, is left out.
    pub(crate) fn score(&self) -> Score {
        let value = Score(self.value);
        if self.is_drawn() {
            Score::DRAW
        } else if value.is_decisive() {
            value
        } else {
            Score::from_eval(self.value - self.tempo as i32)
        }
    }
}
