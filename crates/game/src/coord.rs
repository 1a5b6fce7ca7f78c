//! Names of squares, whatever the size of the board.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// A square of a board of at most 26 files: `a1`, `e4`, `b12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// The rank, 0 for the first. It is the first field, so that squares are ordered a1, b1, ...,
    /// a2.
    pub rank: u8,
    /// The file, 0 for a.
    pub file: u8,
}

impl Coord {
    /// Returns the square of `file` and `rank`, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Coord {
        Coord { rank, file }
    }

    /// Splits `text` into the square that it begins with and the remainder.
    pub fn split(text: &str) -> Option<(Coord, &str)> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text[1..].split_at(digits);
        if number.starts_with('0') {
            return None;
        }
        let rank: u8 = number.parse().ok()?;
        Some((Coord::new(file - b'a', rank - 1), rest))
    }

    /// Returns the squares named in the text of a turn, in order, without consecutive duplicates.
    pub fn path(mut text: &str) -> Vec<Coord> {
        let mut path: Vec<Coord> = Vec::new();
        while let Some(first) = text.chars().next() {
            if let Some((coord, rest)) = Coord::split(text) {
                if path.last() != Some(&coord) {
                    path.push(coord);
                }
                text = rest;
            } else {
                text = &text[first.len_utf8()..];
            }
        }
        path
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file);
        write!(f, "{file}{}", u32::from(self.rank) + 1)
    }
}

/// Error for a text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square, like e4")]
pub struct NotASquare;

impl FromStr for Coord {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Coord, NotASquare> {
        match Coord::split(text) {
            Some((coord, "")) => Ok(coord),
            _ => Err(NotASquare),
        }
    }
}

/// Serialized as the square's name.
impl Serialize for Coord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Coord;

    #[test]
    fn names_of_squares_round_trip() {
        for (name, coord) in [
            ("a1", Coord::new(0, 0)),
            ("e4", Coord::new(4, 3)),
            ("p16", Coord::new(15, 15)),
            ("z255", Coord::new(25, 254)),
        ] {
            assert_eq!(name.parse(), Ok(coord));
            assert_eq!(coord.to_string(), name);
        }
    }

    #[test]
    fn a_path_is_made_of_the_squares_of_a_turn() {
        for (text, path) in [
            ("e2e4", "e2 e4"),
            ("e7e8q,e8a8@c3", "e7 e8 a8 c3"),
            ("e1e2^,e2d1", "e1 e2 d1"),
            ("e2=a3^1+d2", "e2 a3 d2"),
            ("@@@@", ""),
            ("deny", ""),
            ("é", ""),
        ] {
            let names: Vec<String> = Coord::path(text).iter().map(Coord::to_string).collect();
            assert_eq!(names.join(" "), path, "{text}");
        }
    }

    #[test]
    fn other_texts_name_no_square() {
        for text in ["", "e", "4", "e0", "e04", "E4", "e4 ", "e256", "é1", "e-1"] {
            assert!(text.parse::<Coord>().is_err(), "{text}");
        }
    }
}
