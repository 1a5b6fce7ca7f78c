//! Which moves to try first, without searching.

use jabberwock_game::{Color, Stage};

use crate::{
    board::{Bitboard, attacks},
    chaotic::{
        Board, Move, Role,
        exchange::{captured_value, worth},
    },
};

/// What is known of a position before its moves are compared.
#[derive(Debug)]
pub(super) struct Hints<'a> {
    board: &'a Board,
    us: Color,
    /// What the enemy's men attack.
    attacked: Bitboard,
    /// What his knights attack.
    leaps: Bitboard,
    /// Enemies that a merchant beside them would immobilise.
    prey: Bitboard,
}

impl<'a> Hints<'a> {
    /// The hints for the moves of `us`.
    pub(super) fn new(board: &'a Board, us: Color) -> Hints<'a> {
        let occupied = board.occupied();
        let active = board.active(!us);
        let mut attacked = Bitboard::EMPTY;
        let mut leaps = Bitboard::EMPTY;
        for square in active & board.role(Role::Knight) {
            leaps |= attacks::knight(square);
        }
        for square in active & board.role(Role::Rook) {
            attacked |= attacks::rook(square, occupied);
        }
        for square in active & board.role(Role::Archbishop) {
            attacked |= attacks::bishop(square, occupied) | attacks::knight(square);
        }
        for square in active & board.role(Role::King) {
            attacked |= attacks::king(square);
        }
        let freed = board.men(!us, Role::Merchant).beside();
        Hints {
            board,
            us,
            attacked: attacked | leaps,
            leaps,
            prey: active.without(freed),
        }
    }

    /// The value to order `mv` by, on the scale of histories: the most valuable victims first and
    /// then the least valuable man; of quiet moves those that flee and do not walk into attacks, and
    /// merchants' steps beside men that they immobilise.
    pub(super) fn value(&self, stage: Stage, mv: Move) -> i32 {
        if stage == Stage::Noisy {
            return 16 * captured_value(self.board, self.us, mv) - mv.role as i32;
        }
        let feared = match mv.role {
            Role::Pawn | Role::King | Role::Knight => return 0,
            Role::Merchant => self.attacked,
            Role::Rook | Role::Archbishop => self.leaps,
        };
        if mv.role == Role::Merchant {
            // Whom it immobilises is often who attacks the square.
            let held = Bitboard::of(mv.to).beside() & self.prey;
            if !held.is_empty() {
                return 1_500 * held.len() as i32;
            }
        }
        let flees = i32::from(feared.contains(mv.from));
        let loses = i32::from(feared.contains(mv.to));
        8 * worth(mv.role) * (flees - loses)
    }
}
