//! Evaluation of pieces on the 8x8 board: material, the zone of a king, and the squares attacked.

use jabberwock_game::{ByColor, Color};

use super::{term::EvalTerm, trace::Trace};
use crate::board::{Bitboard, PieceKind, Pieces, Square, attacks};

/// The squares that the pieces of a side attack, with `ROLES` kinds of pieces.
#[derive(Clone, Copy, Debug)]
pub struct AttackMap<const ROLES: usize> {
    /// The squares attacked by the pieces of each role.
    pub by: [Bitboard; ROLES],
    /// The squares attacked by any piece.
    pub all: Bitboard,
    /// The squares attacked by at least two pieces.
    pub twice: Bitboard,
    /// The sum of the weights of the pieces that attack the enemy king's zone.
    pub king_attack_units: usize,
}

impl<const ROLES: usize> AttackMap<ROLES> {
    /// No attacks.
    pub const EMPTY: AttackMap<ROLES> = AttackMap {
        by: [Bitboard::EMPTY; ROLES],
        all: Bitboard::EMPTY,
        twice: Bitboard::EMPTY,
        king_attack_units: 0,
    };

    /// Adds the attacks of a piece of the role with index `role`.
    #[inline]
    pub fn add(&mut self, role: usize, squares: Bitboard) {
        self.by[role] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The terms of each piece of role `R`.
#[derive(Clone, Copy, Debug)]
pub struct PieceTerms<R> {
    /// The role.
    pub role: R,
    /// The piece's weight in an attack on the king.
    pub king_attack_units: usize,
    /// The term of the number of squares it can move to.
    pub mobility: EvalTerm,
    /// The term of its square.
    pub placement: EvalTerm,
}

impl<R> PieceTerms<R> {
    /// Returns the terms of `role`, with its weight in attacks on the king.
    pub const fn new(
        role: R,
        king_attack_units: usize,
        mobility: EvalTerm,
        placement: EvalTerm,
    ) -> PieceTerms<R> {
        PieceTerms {
            role,
            king_attack_units,
            mobility,
            placement,
        }
    }
}

/// Counts the pieces of both sides but the kings, by the index of their role.
#[inline]
pub fn count_material<R: PieceKind, T: Trace>(
    pieces: &Pieces<R>,
    material: EvalTerm,
    traces: &mut ByColor<T>,
) {
    for us in Color::ALL {
        for &role in R::ALL {
            if role != R::KING {
                let count = pieces.pieces(us, role).len();
                traces[us].add(material, role.index(), count as i32);
            }
        }
    }
}

/// Returns the zone of `color`'s king, in which attacks are counted: its square, those next to it,
/// and the three beyond towards the enemy.
pub fn king_zone(king: Square, color: Color) -> Bitboard {
    let near = attacks::king(king);
    near | near.ahead(color) | Bitboard::of(king)
}
