//! What captures gain.

use super::{Board, Move, Role};
use crate::board::Bitboard;

/// Worth of a man in exchanges, in centipawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 350,
        Role::Rook => 450,
        Role::Merchant => 500,
        Role::Archbishop => 800,
        Role::King => 20_000,
    }
}

/// The men that `mv` of the player who has the merchant or man on its first square captures.
pub(super) fn captured(board: &Board, us: jabberwock_game::Color, mv: Move) -> Bitboard {
    match mv.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Merchant => board.victims(us, mv.from, mv.to),
        _ => board.color(!us) & Bitboard::of(mv.to),
    }
}

/// Material gained at once by `mv`, in centipawns.
pub(super) fn gain(board: &Board, us: jabberwock_game::Color, mv: Move) -> i32 {
    captured(board, us, mv)
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .map(worth)
        .sum()
}
