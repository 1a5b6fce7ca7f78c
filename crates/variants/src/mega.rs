//! Mega-Chess and Recursive-Chess of any level (`docs/rules/mega.md`).
//!
//! A [`Board`] is a game of level 1 or higher at the start of a turn, a [`Game`] one of any level,
//! shared and never changed. A [`Play`] is a whole turn as its text says it.

mod board;
mod choice;
mod count;
mod drawing;
mod enumerate;
mod evaluate;
mod game;
mod moves;
mod notation;
mod piece;
mod play;
mod position;
mod random;
#[cfg(test)]
mod tests;
mod turn_text;
mod wins;

use std::fmt;

use jabberwock_game::{Evaluate, PositionError, Profile, Step, Turn, TurnError, Variant};

pub use board::Board;
pub use evaluate::Evaluator;
pub use game::{Game, HIGHEST};
pub use moves::{MEGA_CHECKMATE, MEGA_STALEMATE};
pub use piece::{Piece, State};
pub use play::{Change, Objection, Play};
pub use position::{Meaning, Position};

/// The game of one level: `mega` is level 1, `recursive-N` level N.
#[derive(Clone, Copy, Debug)]
pub struct Mega {
    level: u8,
}

impl Mega {
    /// The game of `level`.
    ///
    /// # Panics
    /// If `level` is not from 1 to [`HIGHEST`].
    pub const fn of_level(level: u8) -> Mega {
        assert!(level >= 1 && level <= HIGHEST);
        Mega { level }
    }

    /// The level, from 1 to [`HIGHEST`].
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
        pawn: 100,
        params: "",
    };

    /// The same on every level: `{}` stands for untouched games.
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {}";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        Ok(Position::new(notation::parse(self.level, text)?))
    }

    fn text(&self, pos: &Position) -> String {
        notation::text(pos.board())
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        let play = turn_text::parse(self.level, text)?;
        let illegal = |objection: Objection| TurnError::illegal(text, objection.to_string());
        pos.board().check(&play).map_err(illegal)?;
        pos.steps_of(&play).map_err(illegal)
    }

    fn turn_text(&self, pos: &Position, turn: &[Step]) -> String {
        pos.play_of(turn).to_string()
    }

    fn draw(&self, pos: &Position) -> String {
        pos.board().drawing()
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}

impl Evaluate for Mega {
    type Evaluator = Evaluator;

    fn evaluator(&self) -> Evaluator {
        Evaluator::new()
    }
}

impl Board {
    /// Reads a position of a game of `level`, from 1 to [`HIGHEST`].
    ///
    /// # Errors
    /// Names the first field that is missing or wrong, and the board it is on.
    pub fn parse(level: u8, text: &str) -> Result<Board, PositionError> {
        notation::parse(level, text)
    }

    /// The one canonical text of the position.
    pub fn text(&self) -> String {
        notation::text(self)
    }
}

impl Play {
    /// Reads a turn of a game of `level`, whether it is legal somewhere or not. Other orders and
    /// groupings than the canonical ones are read too.
    ///
    /// # Errors
    /// Names the part of the text that is wrong.
    pub fn parse(level: u8, text: &str) -> Result<Play, TurnError> {
        turn_text::parse(level, text)
    }
}

/// The canonical text: `e2e4`, `{a1,b1=e2e4;c1=g1f3}`.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&turn_text::text(self))
    }
}

/// The text: the games of which it speaks may be too many to be printed one by one.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The text.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::game_text(self))
    }
}
