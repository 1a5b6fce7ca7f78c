//! Positions of games with FIDE's pieces as sets of squares.

use jabberwock_game::{Color, Planes};

use crate::{
    board::Bitboard,
    fide::{Board, Role, State, Wing},
};

/// The kinds: those of pieces, and one for rights.
pub const KINDS: usize = Role::COUNT + 1;
/// A right to castle is on the square of its rook, that to capture en passant on the end square.
const RIGHTS: usize = Role::COUNT;

/// Describes the pieces and rights of a position.
#[inline]
pub fn planes(board: &Board, state: &State, planes: &mut Planes) {
    for color in Color::ALL {
        for role in Role::ALL {
            planes.set(role.index(), color, board.men(color, role).0);
        }
        let wings = Wing::ALL.into_iter();
        let wings = wings.filter(|&wing| state.castling.has(color, wing));
        let rooks: Bitboard = wings.map(|wing| wing.rook_from(color)).collect();
        planes.set(RIGHTS, color, rooks.0);
    }
    if let Some(square) = state.en_passant {
        planes.add(RIGHTS, state.turn, Bitboard::of(square).0);
    }
}
