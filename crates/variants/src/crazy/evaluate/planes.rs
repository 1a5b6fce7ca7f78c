//! Positions of Crazy Chess as sets of squares.
//!
//! Several equal pieces inside one rook count as one, and their order is not represented.

use jabberwock_game::{Color, Planes};

use crate::{
    board::Bitboard,
    crazy::position::Position,
    fide::{Role, evaluate::planes::castling_rooks},
};

/// The first kind of pieces inside rooks; the kinds of bases come before.
const INSIDE: usize = Role::COUNT;
/// Ghosts, inside rooks or not.
const GHOST: usize = 2 * Role::COUNT;
/// The kind of rights: castling rights are on the square of the rook, double steps on the squares
/// that pawns passed over.
const RIGHTS: usize = GHOST + 1;
/// The number of kinds.
pub(super) const KINDS: usize = RIGHTS + 1;

/// Describes the pieces and rights of a position.
pub(super) fn planes(pos: &Position, planes: &mut Planes) {
    let board = pos.board();
    let ghosts = board.ghosts();
    for color in Color::ALL {
        for role in Role::ALL {
            let base = board.pieces(color, role).without(ghosts);
            planes.set(role.index(), color, base.0);
        }
        planes.set(GHOST, color, (ghosts & board.color(color)).0);
        let rooks = castling_rooks(pos.castling(), color);
        planes.set(RIGHTS, color, rooks.0);
    }
    planes.add(RIGHTS, pos.turn, pos.double_steps().passed().0);
    for square in board.loaded() {
        for piece in board.stack(square).skip(1) {
            let kind = if piece.is_ghost() {
                GHOST
            } else {
                INSIDE + piece.role().index()
            };
            planes.add(kind, piece.color(), Bitboard::of(square).0);
        }
    }
}
