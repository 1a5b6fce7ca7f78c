//! The position: the board, the player to move and the clocks.

use jabberwock_game::{Color, Key};

use super::board::Board;
use crate::board::{
    Clocks, ReversibleTurns, Square,
    zobrist::{self, Seed},
};

const BLACK_TO_MOVE: Key = zobrist::key(Seed::ChakraTurn, 0);

/// A position: the state given by its text, and whether pawns have a double step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) clocks: Clocks,
    /// The turns since the last capture or promotion.
    pub(super) reversible: ReversibleTurns,
    pub(super) turn: Color,
}

const _: () = assert!(size_of::<Position>() <= 144);

impl Position {
    /// Returns the position with the given parts.
    ///
    /// # Errors
    /// The square of a king that is in check although its player is not to move.
    pub(super) fn new(board: Board, turn: Color, clocks: Clocks) -> Result<Position, Square> {
        if board.is_check(!turn) {
            return Err(board.king(!turn));
        }
        Ok(Position {
            board,
            clocks,
            reversible: ReversibleTurns::default(),
            turn,
        })
    }

    /// Returns the pieces, chakras and pools.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the counters.
    pub(super) fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// Returns the position with the players exchanged.
    pub(super) fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(),
            turn: !self.turn,
            ..*self
        }
    }

    /// Returns the key of everything but the board.
    pub(super) fn state_key(&self) -> Key {
        match self.turn {
            Color::White => Key(0),
            Color::Black => BLACK_TO_MOVE,
        }
    }
}
