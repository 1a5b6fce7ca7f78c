//! Positions of games with FIDE pieces as sets of squares.

use jabberwock_game::{Color, Planes};

use crate::{
    board::Bitboard,
    evaluation::piece_planes,
    fide::{Board, Castling, CastlingSide, Role, State},
};

/// The number of kinds: those of pieces, and one for rights.
pub const KINDS: usize = Role::COUNT + 1;
/// The king's kind.
pub const KING: usize = Role::King as usize;
/// The kind of rights: castling rights are on the square of the rook, en passant rights on the
/// target square.
pub const RIGHTS: usize = Role::COUNT;

/// Describes the pieces and rights of a position.
#[inline]
pub fn planes(board: &Board, state: &State, planes: &mut Planes) {
    piece_planes(board, planes);
    for color in Color::ALL {
        planes.set(RIGHTS, color, castling_rooks(state.castling, color).0);
    }
    if let Some(square) = state.en_passant {
        planes.add(RIGHTS, state.turn, Bitboard::of(square).0);
    }
}

/// Returns the squares of the rooks with which `color` may still castle.
#[inline]
pub fn castling_rooks(castling: Castling, color: Color) -> Bitboard {
    let sides = CastlingSide::ALL.into_iter();
    let sides = sides.filter(|&side| castling.has(color, side));
    sides.map(|side| side.rook_from(color)).collect()
}
