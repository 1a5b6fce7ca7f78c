//! The double steps of pawns that may be answered en passant (crazy K22, K28).

use jabberwock_game::{Color, Key};

use crate::board::{
    Bitboard, File, Rank, Square,
    zobrist::{self, Seed},
};

static PASSED: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyPassed);
static EAST: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyEast);

/// The squares that pawns have just passed over, and where these pawns are.
///
/// Over a square of its third rank a pawn went straight ahead; over one of its second rank it went
/// sideways, and the set holds which way. Two pawns never pass over one square in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoubleSteps {
    passed: Bitboard,
    /// Those of `passed` with the pawn on the square to the east.
    east: Bitboard,
}

impl DoubleSteps {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.passed.is_empty()
    }

    /// The squares passed over.
    pub fn passed(self) -> Bitboard {
        self.passed
    }

    /// Enters a double step of `color` over `passed` that ended on `pawn`. False if these squares
    /// are not those of a double step, or another pawn passed over the square.
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

    /// Where the pawn is that passed over `passed`.
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

    /// The key of the set.
    pub fn key(self) -> Key {
        let squares = |set: Bitboard, keys: &[Key; Square::COUNT]| {
            set.into_iter()
                .fold(Key(0), |key, square| key ^ keys[square.index()])
        };
        squares(self.passed, &PASSED) ^ squares(self.east, &EAST)
    }

    /// The set turned over.
    pub fn mirrored(self) -> DoubleSteps {
        DoubleSteps {
            passed: self.passed.flipped(),
            east: self.east.flipped(),
        }
    }
}
