//! The position: the pieces, the player to move and the clocks.

use jabberwock_game::{Color, Key};

use super::board::Board;
use crate::board::{
    Clocks, Square,
    zobrist::{self, Seed},
};

const BLACK_TO_MOVE: Key = zobrist::key(Seed::ChaoticTurn, 0);

/// A position of Chaotic Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) clocks: Clocks,
    pub(super) turn: Color,
}

const _: () = assert!(size_of::<Position>() == 88);

impl Position {
    /// Returns the position with the given parts; each player has a king.
    ///
    /// # Errors
    /// The square of a king that is in check although its player is not to move.
    pub(super) fn new(board: Board, turn: Color, clocks: Clocks) -> Result<Position, Square> {
        match board.king(!turn).filter(|_| board.is_check(!turn)) {
            Some(king) => Err(king),
            None => Ok(Position {
                board,
                clocks,
                turn,
            }),
        }
    }

    /// Returns the pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the counters.
    pub(super) fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// Returns the position rotated by 180 degrees, with the players exchanged: no piece moves
    /// differently for its owner, and the array of X2 is mapped to itself.
    pub(super) fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(Square::opposite),
            turn: !self.turn,
            ..*self
        }
    }

    /// Returns the key of everything but the pieces.
    pub(super) fn state_key(&self) -> Key {
        match self.turn {
            Color::White => Key(0),
            Color::Black => BLACK_TO_MOVE,
        }
    }
}
