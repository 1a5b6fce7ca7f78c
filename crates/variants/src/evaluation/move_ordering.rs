//! The order in which moves are tried, and where the histories keep their statistics.

use jabberwock_game::HistoryIndex;

use crate::board::{Bitboard, Piece, PieceKind, Square};

/// The index of a move of `piece`.
#[inline]
pub fn history_index<R: PieceKind>(piece: Piece<R>, from: Square, to: Square) -> HistoryIndex {
    HistoryIndex {
        butterfly: (piece.color.index() * 4096 + from.index() * 64 + to.index()) as u16,
        piece_to: (piece.index() * 64 + to.index()) as u16,
    }
}

/// The value that orders captures: the most valuable victim first, then the least valuable
/// attacker. `attacker` is the index of its role.
pub fn capture_score(captured_value: i32, attacker: usize) -> i32 {
    16 * captured_value - attacker as i32
}

/// The value that orders quiet moves of a piece worth `value` centipawns, where lesser enemy pieces
/// attack the squares `attacked`: away from them first, onto them last.
pub fn quiet_score(value: i32, attacked: Bitboard, from: Square, to: Square) -> i32 {
    let flees = i32::from(attacked.contains(from));
    let loses = i32::from(attacked.contains(to));
    8 * value * (flees - loses)
}
