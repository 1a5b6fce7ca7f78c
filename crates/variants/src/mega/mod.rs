//! Mega-Chess and Recursive-Chess of any level (`docs/rules/mega.md`).
//!
//! A [`Board`] is a game of level 1 or higher at the start of a turn, a [`Game`] one of any level,
//! shared and never changed. A [`Play`] is a whole turn as its text says it.

mod board;
mod choice;
mod enumerate;
mod game;
mod moves;
mod notation;
mod piece;
mod play;
#[cfg(test)]
mod tests;
mod turn_text;

use std::fmt;

use jabberwock_game::{PositionError, TurnError};

pub use board::Board;
pub use game::{Game, HIGHEST};
pub use piece::{Piece, State};
pub use play::{Change, Objection, Play};

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
