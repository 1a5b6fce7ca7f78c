//! Exchanges of pieces with pawns that are known to leave the own king safe.

use jabberwock_game::Color;

use super::{moves::Move, piece::Piece};
use crate::{board::Bitboard, fide::Role};

/// The exchanges with pawns (K26, K27) that leave a safe king safe. They change neither the set of
/// occupied squares nor the squares of the other player's pieces, so they can be combined.
#[derive(Clone, Copy, Debug)]
pub(super) struct SafeExchanges {
    pub(super) us: Color,
    /// Whether the king is the base of its square, not inside a rook.
    pub(super) is_base: bool,
    /// The squares that must not change: the king's zone (see [`super::threat`]) and stacks.
    pub(super) closed: Bitboard,
    /// The zone and the squares next to it.
    pub(super) near: Bitboard,
    /// The end squares of enemy knights that might capture in the zone on their paths.
    pub(super) ends: Bitboard,
    /// Whether the enemy has pieces that are or carry queens.
    pub(super) queen_carriers: bool,
}

impl SafeExchanges {
    /// Whether the king is known to be safe after the exchange of `piece`, on the target square of
    /// `mv`, with a pawn that does not promote.
    pub(super) fn include(&self, piece: Piece, mv: Move) -> bool {
        let squares = Bitboard::of(mv.from) | Bitboard::of(mv.to);
        if squares.intersects(self.closed) || piece.color() != self.us || piece.is_ghost() {
            return false;
        }
        let is_near = squares.intersects(self.near);
        match piece.role() {
            Role::King => false,
            Role::Queen => !is_near,
            Role::Rook => !self.ends.contains(mv.from) && (self.is_base || !is_near),
            Role::Bishop => !(self.queen_carriers && is_near),
            Role::Knight | Role::Pawn => self.is_base || !is_near,
        }
    }
}
