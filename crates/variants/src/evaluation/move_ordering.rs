//! Ordering values and history indices of moves.

use jabberwock_game::HistoryIndex;

use crate::board::{Bitboard, Piece, PieceKind, Square};

/// Returns the index of a move of `piece`.
#[inline]
pub fn history_index<R: PieceKind>(piece: Piece<R>, from: Square, to: Square) -> HistoryIndex {
    HistoryIndex {
        butterfly: (piece.color.index() * 4096 + from.index() * 64 + to.index()) as u16,
        piece_to: (piece.index() * 64 + to.index()) as u16,
    }
}

/// Returns the ordering value of a capture: the most valuable victim first, then the least valuable
/// attacker (MVV-LVA). `attacker` is the index of its role.
pub fn capture_score(captured_value: i32, attacker: usize) -> i32 {
    16 * captured_value - attacker as i32
}

/// Returns the ordering value of a quiet move of a piece worth `value` centipawns, where lesser
/// enemy pieces attack the squares `attacked`: moves away from them first, moves onto them last.
pub fn quiet_score(value: i32, attacked: Bitboard, from: Square, to: Square) -> i32 {
    let flees = i32::from(attacked.contains(from));
    let loses = i32::from(attacked.contains(to));
    8 * value * (flees - loses)
}
