//! The double steps of pawns that may be answered en passant (crazy K22, K28).

use jabberwock_game::{Color, Key};

use crate::board::{
    Bitboard, File, Rank, Square,
    zobrist::{self, Seed},
};

static PASSED: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyPassed);
static EAST: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyEast);

/// The squares that pawns have just passed over, and the squares of these pawns.
///
/// A pawn passes a square of its third rank straight ahead and one of its second rank sideways; for
/// these the set stores the direction. Two pawns never pass over the same square in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoubleSteps {
    passed: Bitboard,
    /// The squares of `passed` whose pawn is on the square to the east.
    east: Bitboard,
}

impl DoubleSteps {
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.passed.is_empty()
    }

    /// Returns the squares passed over.
    pub fn passed(self) -> Bitboard {
        self.passed
    }

    /// Adds a double step of `color` over `passed` that ended on `pawn`. Returns false if these
    /// squares are not those of a double step, or another pawn passed over the square.
    pub fn add(&mut self, color: Color, passed: Square, pawn: Square) -> bool {
        let bit = Bitboard::of(passed);
        let ahead = passed.rank() == Rank::Third.of(color) && pawn == passed.ahead(color);
        let sideways = passed.rank() == Rank::Second.of(color)
            && pawn.rank() == passed.rank()
            && passed.distance(pawn) == 1
            && !matches!(passed.file(), File::A | File::H);
        if !ahead && !sideways || self.passed.contains(passed) {
            return false;
        }
        self.passed |= bit;
        if pawn.file() > passed.file() {
            self.east |= bit;
        }
        true
    }

    /// Returns the square of the pawn that passed over `passed`.
    pub fn pawn(self, passed: Square) -> Option<Square> {
        let bit = Bitboard::of(passed);
        if !self.passed.contains(passed) {
            return None;
        }
        let pawn = match passed.rank() {
            Rank::Third => bit.ahead(Color::White),
            Rank::Sixth => bit.ahead(Color::Black),
            _ if self.east.contains(passed) => bit.east(),
            _ => bit.west(),
        };
        pawn.first()
    }

    /// Returns the key of the set.
    pub fn key(self) -> Key {
        let squares = |set: Bitboard, keys: &[Key; Square::COUNT]| {
            set.into_iter()
                .fold(Key(0), |key, square| key ^ keys[square.index()])
        };
        squares(self.passed, &PASSED) ^ squares(self.east, &EAST)
    }

    /// Returns the set mirrored vertically.
    pub fn mirrored(self) -> DoubleSteps {
        DoubleSteps {
            passed: self.passed.flipped(),
            east: self.east.flipped(),
        }
    }
}
