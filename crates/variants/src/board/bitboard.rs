//! Sets of squares.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not},
};

use jabberwock_game::Color;

use super::square::{File, Rank, Square};

/// A set of squares, one bit each, a1 the lowest. The operators are set operations.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(
    /// The bits.
    pub u64,
);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The light squares, h1 among them.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

    /// Returns the set of one square.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns the squares of a file.
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file.index())
    }

    /// Returns the squares of a rank.
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a square in common.
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has more than one square.
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the first square in the order of squares.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.sole()) }
    }

    /// Returns the only square of a set that has exactly one. Unchecked: it returns the first
    /// square of a larger set, and a1 for an empty one.
    pub const fn sole(self) -> Square {
        Square::from_bits(self.0.trailing_zeros())
    }

    /// Returns the last square in the order of squares.
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_bits(self.0.ilog2()))
        }
    }

    /// Returns the squares of this set that are not in `other`.
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Shifts every square one rank forward from `color`'s point of view; squares shifted off the
    /// board are dropped.
    pub const fn ahead(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Returns the squares in front of those of the set on the same files, from `color`'s point of
    /// view.
    pub const fn all_ahead(self, color: Color) -> Bitboard {
        let mut filled = self.ahead(color).0;
        match color {
            Color::White => {
                filled |= filled << 8;
                filled |= filled << 16;
                filled |= filled << 32;
            }
            Color::Black => {
                filled |= filled >> 8;
                filled |= filled >> 16;
                filled |= filled >> 32;
            }
        }
        Bitboard(filled)
    }

    /// Shifts every square one file towards the h-file; squares shifted off the board are dropped.
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 << 1) & !Bitboard::file(File::A).0)
    }

    /// Shifts every square one file towards the a-file; squares shifted off the board are dropped.
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 >> 1) & !Bitboard::file(File::H).0)
    }

    /// Shifts every square by one to the north (White's forward direction), the south, the east and
    /// the west; squares shifted off the board are dropped.
    pub const fn shifted(self) -> [Bitboard; 4] {
        let north = self.ahead(Color::White);
        let south = self.ahead(Color::Black);
        [north, south, self.east(), self.west()]
    }

    /// Returns the squares orthogonally adjacent to a square of the set.
    pub const fn beside(self) -> Bitboard {
        let [north, south, east, west] = self.shifted();
        Bitboard(north.0 | south.0 | east.0 | west.0)
    }

    /// Returns the set mirrored vertically: rank 1 becomes rank 8.
    pub const fn flipped(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// The squares of a set, in their order.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// The union of sets.
impl FromIterator<Bitboard> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Bitboard>>(sets: T) -> Bitboard {
        sets.into_iter()
            .fold(Bitboard::EMPTY, |union, set| union | set)
    }
}

/// Displays `{a1 e4}`.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.into_iter().map(|square| square.to_string()).collect();
        write!(f, "{{{}}}", names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::Bitboard;
    use crate::board::Square;

    #[test]
    fn a_set_gives_its_squares_in_order() {
        let squares = [Square::A1, Square::E4, Square::H8];
        let set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn squares_do_not_wrap_around_the_edge() {
        assert!(Bitboard::of(Square::H4).east().is_empty());
        assert!(Bitboard::of(Square::A4).west().is_empty());
        assert_eq!(Bitboard::of(Square::A4).east(), Bitboard::of(Square::B4));
    }

    #[test]
    fn squares_have_neighbours_on_their_sides() {
        let beside = |square| -> Vec<Square> {
            let set = Bitboard::of(square).beside();
            set.into_iter().collect()
        };
        assert_eq!(beside(Square::A1), [Square::B1, Square::A2]);
        assert_eq!(beside(Square::H5), [Square::H4, Square::G5, Square::H6]);
        assert_eq!(Bitboard::of(Square::H5).beside().last(), Some(Square::H6));
        assert_eq!(Bitboard::EMPTY.last(), None);
    }

    #[test]
    fn light_squares_are_light() {
        for square in Square::ALL {
            assert_eq!(Bitboard::LIGHT.contains(square), square.is_light());
        }
    }
}
