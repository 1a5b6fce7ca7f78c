//! Mega-Chess and Recursive-Chess of any level (`docs/rules/mega.md`).
//!
//! A [`Board`] is a game of level 1 or higher at the start of a turn, a [`Game`] one of any level,
//! shared and immutable. A [`Play`] is a whole turn, structured as its text.

mod board;
mod braces;
mod choice;
mod count;
mod draft;
mod enumerate;
mod evaluate;
mod moves;
mod notation;
mod piece;
mod play;
mod position;
mod random;
mod scene;
#[cfg(test)]
mod tests;
mod turn_text;
mod wins;

use jabberwock_game::{PositionError, Profile, Scene, Step, Turn, TurnError, Variant};

pub use board::{Board, Game, HIGHEST};
pub use evaluate::MegaEvaluator;
pub use moves::{MEGA_CHECKMATE, MEGA_STALEMATE};
pub use piece::{MegaPiece, State};
pub use play::{Change, IllegalPlay, Play};
pub use position::{Position, StepKind};

/// The game of one level: `mega` is level 1, `recursive-N` level N.
#[derive(Clone, Copy, Debug)]
pub struct Mega {
    level: u8,
}

impl Mega {
    /// Returns the game of `level`.
    ///
    /// # Panics
    /// If `level` is not from 1 to [`HIGHEST`].
    pub const fn of_level(level: u8) -> Mega {
        assert!(level >= 1 && level <= HIGHEST);
        Mega { level }
    }

    /// Returns the level, from 1 to [`HIGHEST`].
    pub const fn level(self) -> u8 {
        self.level
    }
}

impl Variant for Mega {
    type Position = Position;

    const PROFILE: Profile = Profile {
        step_depth: &[1],
        ply_limit: None,
        repetitions: 3,
        butterfly_slots: 2 * 64 * 64,
        piece_to_slots: 12 * 64,
        victim_slots: 7,
        continuations: &[1],
        params: "",
    };

    const START: &'static str = notation::START;

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        Ok(Position::new(Board::parse(self.level, text)?))
    }

    fn text(&self, pos: &Position) -> String {
        pos.board().text()
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        let play = Play::parse(self.level, text)?;
        let illegal = |why_illegal: IllegalPlay| TurnError::illegal(text, why_illegal.to_string());
        pos.board().check(&play).map_err(illegal)?;
        pos.steps_of(&play).map_err(illegal)
    }

    fn turn_text(&self, pos: &Position, turn: &[Step]) -> String {
        pos.play_of(turn).to_string()
    }

    fn scene(&self, pos: &Position) -> Scene {
        pos.scene()
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
