//! Positions that `XBoard` sends as FEN in its own dialect.
//!
//! Holdings follow the placement in brackets. Which of the other fields are present depends on the
//! parent: it may omit castling rights, or the en passant square, too.

use jabberwock_game::{Color, Coord};
use jabberwock_variants::xboard::{XBoardParent, XBoardPosition};

use super::{
    board::{Piece, Squares},
    layout::Layout,
};

/// A position sent by `XBoard`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownPosition {
    pub(super) squares: Squares,
    pub(super) side: Color,
    castling: Option<String>,
    en_passant: String,
    clocks: (u32, u32),
}

impl Layout {
    /// Reads a FEN that `XBoard` sends. Fields after the placement may be missing.
    pub(super) fn read_fen(&self, text: &str) -> Option<ShownPosition> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut shown = ShownPosition {
            squares: self.read_placement(words.first()?.split('[').next()?)?,
            side: match words.get(1) {
                None | Some(&"w") => Color::White,
                Some(&"b") => Color::Black,
                Some(_) => return None,
            },
            castling: None,
            en_passant: "-".to_owned(),
            clocks: (0, 1),
        };
        words.drain(..words.len().min(2));
        if let [.., halfmove_clock, fullmove_number] = words[..]
            && let (Ok(first), Ok(second)) = (halfmove_clock.parse(), fullmove_number.parse())
        {
            shown.clocks = (first, second);
            words.truncate(words.len() - 2);
        }
        if words.len() > 2 {
            return None;
        }
        for word in words {
            if word.chars().all(|letter| "KQkq".contains(letter)) {
                shown.castling = Some(word.to_owned());
            } else if word == "-" || self.rules.size.parse(word).is_some() {
                word.clone_into(&mut shown.en_passant);
            } else {
                return None;
            }
        }
        Some(shown)
    }

    /// Returns the native text of the position that `XBoard` describes by `text`; an error names
    /// the part that the board does not determine. `None` if `text` is native itself, or not a
    /// position.
    ///
    /// The FEN of a game with castling may be a native text, too; then it is treated as `XBoard`'s,
    /// which cannot represent the rights of a king that is not its own type.
    pub(super) fn native_text(
        &self,
        text: &str,
        is_native: impl FnOnce(&str) -> bool,
    ) -> Option<Result<String, String>> {
        let shown = self.read_fen(text)?;
        let has_castling = self.rules.parent == XBoardParent::Lion;
        if !has_castling && is_native(text) {
            return None;
        }
        let size = self.rules.size;
        let pieces = shown
            .squares
            .iter()
            .enumerate()
            .filter_map(|(index, piece)| {
                let piece = (*piece)?;
                let mut kinds = self.data.pieces.iter();
                let kind = kinds.find(|kind| kind.letter == char::from(piece.letter()))?;
                let files = usize::from(size.files);
                let coord = Coord::new((index % files) as u8, (index / files) as u8);
                Some((coord, piece.color(), kind))
            });
        let position = XBoardPosition {
            pieces: pieces.collect(),
            turn: shown.side,
            castling: shown.castling,
            en_passant: shown.en_passant,
            clocks: shown.clocks,
        };
        Some((self.data.text)(&position))
    }

    fn read_placement(&self, text: &str) -> Option<Squares> {
        let size = self.rules.size;
        let mut squares = vec![None; size.squares()];
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(size.ranks) {
            return None;
        }
        for (row, rank) in rows.iter().zip((0..size.ranks).rev()) {
            let mut file = 0_u8;
            let mut rest = *row;
            while let Some(first) = rest.chars().next() {
                let digits = rest.find(|c: char| !c.is_ascii_digit());
                let digits = digits.unwrap_or(rest.len());
                if digits > 0 {
                    file = file.checked_add(rest[..digits].parse().ok()?)?;
                    rest = &rest[digits..];
                    continue;
                }
                let letter = u32::from(first.to_ascii_uppercase());
                let is_valid = self
                    .rules
                    .order
                    .iter()
                    .any(|&valid| u32::from(valid) == letter);
                let color = if first.is_ascii_uppercase() {
                    Color::White
                } else {
                    Color::Black
                };
                let square = size.square(file, rank).filter(|_| is_valid)?;
                squares[usize::from(square)] = Some(Piece::new(first as u8, color));
                file += 1;
                rest = &rest[1..];
            }
            if file != size.files {
                return None;
            }
        }
        Some(squares)
    }
}
