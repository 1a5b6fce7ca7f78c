//! Positions of Crazy Chess as sets of squares.
//!
//! Several equal pieces inside one rook count as one, and so do their orders.

use jabberwock_game::{Color, Planes};

use crate::{
    board::Bitboard,
    crazy::position::Position,
    fide::{Role, evaluate::planes::castling_rooks},
};

/// Pieces that are the base of their stack, then those inside rooks.
const INSIDE: usize = Role::COUNT;
/// Ghosts, inside rooks or not.
const GHOST: usize = 2 * Role::COUNT;
/// A right to castle is on the square of its rook, the squares that pawns passed over as they are.
const RIGHTS: usize = GHOST + 1;
/// The number of kinds.
pub(super) const KINDS: usize = RIGHTS + 1;

/// Describes the pieces and rights of a position.
pub(super) fn planes(pos: &Position, planes: &mut Planes) {
    let board = pos.board();
    let ghosts = board.ghosts();
    for color in Color::ALL {
        for role in Role::ALL {
            let base = board.men(color, role).without(ghosts);
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
