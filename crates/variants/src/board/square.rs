//! Squares, files and ranks.

use std::fmt;

use jabberwock_game::Color;

/// Declares an enum whose variants are the numbers 0, 1, 2, ..., with a checked conversion back.
/// The match compiles to a comparison, and indexing an array of `COUNT` by the value needs no
/// bounds check.
macro_rules! indexed {
    ($(#[$meta:meta])* $name:ident: $count:literal { $($variant:ident = $index:literal)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names are self-explanatory")]
        pub enum $name { $($variant = $index),* }

        impl $name {
            /// The number of values.
            pub const COUNT: usize = $count;
            /// All values, in the order of their indices.
            pub const ALL: [$name; $count] = [$($name::$variant),*];

            /// Returns the index, from 0 to `COUNT - 1`.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the inverse of `index`.
            pub const fn from_index(index: usize) -> Option<$name> {
                match index {
                    $($index => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use indexed;

indexed! {
    /// A file of the board.
    File: 8 { A = 0 B = 1 C = 2 D = 3 E = 4 F = 5 G = 6 H = 7 }
}

indexed! {
    /// A rank of the board, White's first rank first.
    Rank: 8 {
        First = 0 Second = 1 Third = 2 Fourth = 3 Fifth = 4 Sixth = 5 Seventh = 6 Eighth = 7
    }
}

indexed! {
    /// A square of the 8x8 board, in the order a1, b1, ..., h1, a2, ..., h8.
    Square: 64 {
        A1 = 0 B1 = 1 C1 = 2 D1 = 3 E1 = 4 F1 = 5 G1 = 6 H1 = 7
        A2 = 8 B2 = 9 C2 = 10 D2 = 11 E2 = 12 F2 = 13 G2 = 14 H2 = 15
        A3 = 16 B3 = 17 C3 = 18 D3 = 19 E3 = 20 F3 = 21 G3 = 22 H3 = 23
        A4 = 24 B4 = 25 C4 = 26 D4 = 27 E4 = 28 F4 = 29 G4 = 30 H4 = 31
        A5 = 32 B5 = 33 C5 = 34 D5 = 35 E5 = 36 F5 = 37 G5 = 38 H5 = 39
        A6 = 40 B6 = 41 C6 = 42 D6 = 43 E6 = 44 F6 = 45 G6 = 46 H6 = 47
        A7 = 48 B7 = 49 C7 = 50 D7 = 51 E7 = 52 F7 = 53 G7 = 54 H7 = 55
        A8 = 56 B8 = 57 C8 = 58 D8 = 59 E8 = 60 F8 = 61 G8 = 62 H8 = 63
    }
}

impl Rank {
    /// Returns the rank relative to `color`'s side of the board.
    pub const fn of(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self.index()],
        }
    }
}

impl Square {
    /// Returns the square on `file` and `rank`.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_bits((rank.index() * 8 + file.index()) as u32)
    }

    /// Returns the square whose index is the six low bits of `bits`.
    pub const fn from_bits(bits: u32) -> Square {
        match Square::from_index((bits & 63) as usize) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Returns the square's file.
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// Returns the square's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// Returns the square relative to `color`'s side: unchanged for White, mirrored vertically for
    /// Black.
    pub const fn of(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flipped(),
        }
    }

    /// Returns the square mirrored vertically: a1 becomes a8.
    pub const fn flipped(self) -> Square {
        Square::from_bits(self as u32 ^ 0b11_1000)
    }

    /// Returns the square rotated by 180 degrees: a1 becomes h8.
    pub const fn opposite(self) -> Square {
        Square::from_bits(63 - self as u32)
    }

    /// Returns the next square of the file from `color`'s point of view. It wraps around: the last
    /// rank is followed by the first.
    pub const fn ahead(self, color: Color) -> Square {
        match color {
            Color::White => Square::from_bits(self as u32 + 8),
            Color::Black => Square::from_bits((self as u32).wrapping_sub(8)),
        }
    }

    /// Returns the number of king steps between two squares (Chebyshev distance).
    pub const fn distance(self, other: Square) -> u32 {
        let files = self.file().index().abs_diff(other.file().index());
        let ranks = self.rank().index().abs_diff(other.rank().index());
        (if files > ranks { files } else { ranks }) as u32
    }

    /// Whether the square is light, as h1 is.
    pub const fn is_light(self) -> bool {
        (self.file().index() + self.rank().index()) % 2 == 1
    }

    /// Parses the name of a square, for instance `e4`.
    pub fn parse(text: &str) -> Option<Square> {
        let &[file, rank] = text.as_bytes() else {
            return None;
        };
        let file = File::from_index(usize::from(file.wrapping_sub(b'a')))?;
        let rank = Rank::from_index(usize::from(rank.wrapping_sub(b'1')))?;
        Some(Square::new(file, rank))
    }
}

/// Displays `e4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{file}{}", self.rank().index() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn the_name_of_every_square_is_read_back() {
        for square in Square::ALL {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "e", "e9", "i1", "E4", "e4 ", "44", "\u{e9}4", "e0"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }
}
