//! Values of pieces in exchanges, in centipawns.

use crate::{crazy::piece::Piece, fide::Role};

/// The value of a ghost: little, as it lasts only one turn.
pub(super) const GHOST: i32 = 30;

/// Returns the value of a piece that is not a ghost.
pub(super) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Rook => 450,
        Role::Bishop => 350,
        Role::Queen => 600,
        Role::King => 20_000,
    }
}

/// Returns the value of a piece or ghost.
pub(super) fn value(piece: Piece) -> i32 {
    if piece.is_ghost() {
        GHOST
    } else {
        piece_value(piece.role())
    }
}
