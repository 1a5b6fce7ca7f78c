//! Move ordering: static scores of moves.

use jabberwock_game::{Color, Scored, Stage};

use super::see::{captured_value, piece_value};
use crate::{
    board::{Bitboard, attacks},
    chaotic::{board::Board, moves::Move, role::Role},
    evaluation::{capture_score, quiet_score},
};

/// Adds to the values of `steps` of `us`, all of `stage`.
pub(super) fn score_moves(board: &Board, us: Color, stage: Stage, steps: &mut [Scored]) {
    let orderer = MoveOrderer::new(board, us);
    for scored in steps {
        scored.value += orderer.score(stage, Move::unpack(scored.step));
    }
}

/// The data of a position used to order its moves.
#[derive(Debug)]
struct MoveOrderer<'a> {
    board: &'a Board,
    us: Color,
    /// The squares attacked by the enemy's pieces.
    attacked: Bitboard,
    /// The squares attacked by the enemy's knights.
    leaps: Bitboard,
    /// Enemies that a merchant beside them would immobilize.
    can_be_held: Bitboard,
}

impl<'a> MoveOrderer<'a> {
    fn new(board: &'a Board, us: Color) -> MoveOrderer<'a> {
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
        let freed = board.pieces(!us, Role::Merchant).beside();
        MoveOrderer {
            board,
            us,
            attacked: attacked | leaps,
            leaps,
            can_be_held: active.without(freed),
        }
    }

    /// Returns the ordering value of `mv`, on the scale of histories. Among quiet moves, those that
    /// flee without moving into attacks are preferred, and steps of merchants next to pieces that
    /// they immobilize.
    fn score(&self, stage: Stage, mv: Move) -> i32 {
        if stage == Stage::Noisy {
            let captured = captured_value(self.board, self.us, mv);
            return capture_score(captured, mv.role as usize);
        }
        let attacked = match mv.role {
            Role::Pawn | Role::King | Role::Knight => return 0,
            Role::Merchant => self.attacked,
            Role::Rook | Role::Archbishop => self.leaps,
        };
        if mv.role == Role::Merchant {
            // An immobilized piece is often the one that attacks the square.
            let held = Bitboard::of(mv.to).beside() & self.can_be_held;
            if !held.is_empty() {
                return 1_500 * held.len() as i32;
            }
        }
        quiet_score(piece_value(mv.role), attacked, mv.from, mv.to)
    }
}
