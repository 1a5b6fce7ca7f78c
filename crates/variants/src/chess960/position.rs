//! The position: a position of chess with castling rights.

use jabberwock_game::Position as _;

use super::castling::Castling;
use crate::{
    chess,
    fide::{CastlingSide, Move, MoveKind, Role},
};

/// A position of Chess960.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The position without castling rights, which are stored below.
    pub(super) chess: chess::Position,
    pub(super) castling: Castling,
}

const _: () = assert!(size_of::<Position>() == 96);

impl Position {
    /// Returns the position without castling rights.
    pub fn chess(&self) -> &chess::Position {
        &self.chess
    }

    /// Returns the rights to castle.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// Returns the position with the players exchanged.
    pub(super) fn mirrored(&self) -> Position {
        Position {
            chess: self.chess.mirrored(),
            castling: self.castling.mirrored(),
        }
    }

    /// Returns castling of the player to move on this side, as the king's capture of its rook.
    pub(super) fn castling_move(&self, side: CastlingSide) -> Option<Move> {
        let us = self.chess.turn();
        let rook = self.castling.rook(us, side)?;
        let mv = Move::normal(Role::King, self.chess.board().king(us), rook, None);
        Some(Move {
            kind: MoveKind::Castling,
            ..mv
        })
    }
}
