//! Which moves to try first, without searching.

use jabberwock_game::{Color, Stage};

use super::{
    Board, Move, Role,
    exchange::{captured_value, worth},
};
use crate::board::{Bitboard, attacks};

/// What is known of a position before its moves are compared.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// The squares that enemy pawns attack.
    guarded: Bitboard,
}

impl Hints {
    /// The hints for the moves of `us`.
    pub fn new(board: &Board, us: Color) -> Hints {
        Hints {
            guarded: attacks::pawns(!us, board.men(!us, Role::Pawn)),
        }
    }

    /// The value to order `mv` by, on the scale of histories: the most valuable victim first and then
    /// the least valuable attacker; of quiet moves those that flee from pawns and do not walk into
    /// them.
    pub fn value(self, stage: Stage, mv: Move) -> i32 {
        match stage {
            Stage::Noisy => 16 * captured_value(mv) - mv.role as i32,
            Stage::Quiet if matches!(mv.role, Role::Pawn | Role::King) => 0,
            Stage::Quiet => {
                let flees = i32::from(self.guarded.contains(mv.from));
                let loses = i32::from(self.guarded.contains(mv.to));
                8 * worth(mv.role) * (flees - loses)
            }
        }
    }
}
