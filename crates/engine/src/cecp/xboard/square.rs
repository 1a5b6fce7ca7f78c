//! Squares with `XBoard`'s numbers and names.

use jabberwock_game::Coord;

/// A square of a board: its file plus the board's width times its rank, both counted from 0.
pub(in crate::cecp) type Square = u8;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Size {
    /// The number of files, 1 to 16.
    pub(in crate::cecp) files: u8,
    /// The number of ranks, 1 to 16.
    pub(in crate::cecp) ranks: u8,
}

impl Size {
    /// Returns the number of squares.
    pub(super) fn squares(self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// Returns the file of a square, from 0.
    pub(super) fn file(self, square: Square) -> u8 {
        square % self.files
    }

    /// Returns the rank of a square, from 0.
    pub(super) fn rank(self, square: Square) -> u8 {
        square / self.files
    }

    /// Returns the square on `file` and `rank`, if it is on the board.
    pub(super) fn square(self, file: u8, rank: u8) -> Option<Square> {
        (file < self.files && rank < self.ranks).then(|| rank * self.files + file)
    }

    /// Returns the square as named by scenes and taps.
    pub(super) fn coord(self, square: Square) -> Coord {
        Coord::new(self.file(square), self.rank(square))
    }

    /// Returns the number of king steps between two squares.
    pub(super) fn distance(self, a: Square, b: Square) -> u8 {
        let files = self.file(a).abs_diff(self.file(b));
        files.max(self.rank(a).abs_diff(self.rank(b)))
    }

    /// Returns the number of the first rank in texts: a board of ten ranks begins with 0, so that
    /// every rank is one digit.
    fn first_rank(self) -> u8 {
        u8::from(self.ranks != 10)
    }

    /// Returns the name, such as `e4`.
    pub(in crate::cecp) fn name(self, square: Square) -> String {
        let file = char::from(b'a' + self.file(square));
        format!("{file}{}", self.rank(square) + self.first_rank())
    }

    /// Parses the square that `text` begins with, and returns the remainder.
    pub(super) fn parse_prefix(self, text: &str) -> Option<(Square, &str)> {
        let letter = *text.as_bytes().first()?;
        let file = letter.is_ascii_lowercase().then(|| letter - b'a')?;
        let digits = &text[1..];
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = digits.split_at(end.unwrap_or(digits.len()));
        let rank = number.parse::<u8>().ok()?.checked_sub(self.first_rank())?;
        Some((self.square(file, rank)?, rest))
    }

    /// Parses the end of a leg like [`Size::parse_prefix`]; no square means one beside the board.
    pub(super) fn parse_end(self, text: &str) -> Option<(Option<Square>, &str)> {
        if let Some((square, rest)) = self.parse_prefix(text) {
            return Some((Some(square), rest));
        }
        let file = *text.as_bytes().first()?;
        let is_beside = file == b'a' - 1 || file == b'a' + self.files;
        let on_first_file = format!("a{}", text.get(1..).filter(|_| is_beside)?);
        let (_, after) = self.parse_prefix(&on_first_file)?;
        Some((None, &text[text.len() - after.len()..]))
    }

    /// Reads a square.
    pub(in crate::cecp) fn parse(self, text: &str) -> Option<Square> {
        let (square, rest) = self.parse_prefix(text)?;
        rest.is_empty().then_some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for (files, ranks) in [(8, 8), (9, 10), (12, 16), (1, 1)] {
            let size = Size { files, ranks };
            for square in 0..files * ranks {
                assert_eq!(size.parse(&size.name(square)), Some(square));
            }
        }
    }

    #[test]
    fn a_board_of_ten_ranks_begins_with_rank_0() {
        let size = Size {
            files: 9,
            ranks: 10,
        };
        assert_eq!(size.name(0), "a0");
        assert_eq!(size.name(89), "i9");
        assert_eq!(size.parse("a10"), None);
    }

    #[test]
    fn a_square_off_the_board_is_none() {
        let size = Size { files: 8, ranks: 8 };
        for text in ["", "a", "4", "i1", "a0", "a9", "a99999", "A1", "e4 ", "é1"] {
            assert_eq!(size.parse(text), None, "{text}");
        }
    }
}
