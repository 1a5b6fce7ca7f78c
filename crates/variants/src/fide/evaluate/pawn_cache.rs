//! The pawn hash table: values of pawn structures.

use jabberwock_game::{ByColor, Color, Key};

use super::pawns;
use crate::{
    board::Bitboard,
    evaluation::{Pair, Sum},
    fide::{board::Board, role::Role},
};

/// The values of pawn structures, by a hash of the pawns' squares.
#[derive(Clone, Debug)]
pub struct PawnCache(Box<[PawnEntry]>);

#[derive(Clone, Copy, Debug, Default)]
struct PawnEntry {
    pawns: ByColor<Bitboard>,
    passed: ByColor<Bitboard>,
    /// The value for White.
    total: Pair,
}

impl PawnCache {
    const ENTRIES: usize = 1 << 12;

    /// Adds the value of the pawn structure to `sums`; returns the passed pawns.
    pub(super) fn sum(&mut self, board: &Board, sums: &mut ByColor<Sum<'_>>) -> ByColor<Bitboard> {
        let pawns = ByColor(Color::ALL.map(|color| board.pieces(color, Role::Pawn)));
        let index = pawn_key(board).0 as usize % PawnCache::ENTRIES;
        let entry = &mut self.0[index];
        if entry.pawns != pawns {
            let mut own = ByColor(sums.0.map(|sum| sum.zeroed()));
            let passed =
                ByColor(Color::ALL.map(|us| pawns::count_structure(board, us, &mut own[us])));
            *entry = PawnEntry {
                pawns,
                passed,
                total: Sum::for_white(&own),
            };
        }
        sums[Color::White].total = sums[Color::White].total + entry.total;
        entry.passed
    }
}

/// Creates an empty cache. An empty entry holds the values of a board without pawns.
impl Default for PawnCache {
    fn default() -> PawnCache {
        PawnCache(vec![PawnEntry::default(); PawnCache::ENTRIES].into_boxed_slice())
    }
}

/// Returns a key of the pawns' squares.
pub fn pawn_key(board: &Board) -> Key {
    let pawns = |color| board.pieces(color, Role::Pawn).0;
    Key::random(pawns(Color::White), pawns(Color::Black))
}
