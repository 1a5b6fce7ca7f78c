//! Evaluation of pawns that move as in chess: structure, shelter and storm.

use jabberwock_game::{ByColor, Color};

use super::{term::EvalTerm, trace::Trace};
use crate::board::{Bitboard, File, Square, attacks};

/// The terms of a pawn structure.
#[derive(Clone, Copy, Debug)]
pub struct PawnTerms {
    /// Pawns without own pawns on the adjacent files.
    pub isolated: EvalTerm,
    /// Pawns with an own pawn ahead on their file.
    pub doubled: EvalTerm,
    /// Pawns side by side, by rank.
    pub phalanx: EvalTerm,
    /// Pawns defended by a pawn, by rank.
    pub supported: EvalTerm,
}

impl PawnTerms {
    /// Counts the pawns of `us`.
    #[inline]
    pub fn count<T: Trace>(&self, pawns: Bitboard, us: Color, trace: &mut T) {
        let isolated = pawns.without(files_beside(pawns));
        trace.add(self.isolated, 0, isolated.len() as i32);
        let doubled = pawns & pawns.all_ahead(us);
        trace.add(self.doubled, 0, doubled.len() as i32);
        for square in pawns & (pawns.east() | pawns.west()) {
            trace.add(self.phalanx, square.of(us).rank().index(), 1);
        }
        for square in pawns & attacks::pawns(us, pawns) {
            trace.add(self.supported, square.of(us).rank().index(), 1);
        }
    }
}

/// Returns the squares of the files adjacent to those of `pawns`.
pub fn files_beside(pawns: Bitboard) -> Bitboard {
    let files = pawns.all_ahead(Color::White) | pawns.all_ahead(Color::Black) | pawns;
    files.east() | files.west()
}

/// Counts the pawns in front of the `king` of `us`: on its file and the adjacent ones, the rank of
/// the nearest own pawn that is not behind it (`shelter`) and of the nearest enemy pawn (`storm`),
/// 0 for none.
#[inline]
pub fn count_shelter<T: Trace>(
    king: Square,
    us: Color,
    pawns: ByColor<Bitboard>,
    [shelter, storm]: [EvalTerm; 2],
    trace: &mut T,
) {
    let row = Bitboard::rank(king.rank());
    let not_behind = row | row.all_ahead(us);
    let [ours, theirs] = [pawns[us] & not_behind, pawns[!us] & not_behind];
    let middle = king.file().index().clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & Bitboard::file(*file);
            let seen = if us == Color::White {
                pawns
            } else {
                pawns.flipped()
            };
            seen.first().map_or(0, |square| square.rank().index())
        };
        trace.add(shelter, nearest(ours), 1);
        trace.add(storm, nearest(theirs), 1);
    }
}
