//! Conversion of `XBoard`'s board to the text of a position.

use jabberwock_game::{Color, Coord};

use super::XBoardPiece;
use crate::{
    board::{Square, placement},
    fide::CastlingSide,
};

/// The glyphs of the pieces that castle.
const KING: &str = "king";
const ROOK: &str = "rook";

/// A position sent by `XBoard`: edited by the user, or loaded from a file.
#[derive(Clone, Debug)]
pub struct XBoardPosition {
    /// The squares with a piece on them.
    pub pieces: Vec<(Coord, Color, &'static XBoardPiece)>,
    /// The player to move.
    pub turn: Color,
    /// The castling rights, some of `KQkq`. `None` if `XBoard` sends none: it does not keep those
    /// of a king that is not its own type.
    pub castling: Option<String>,
    /// The square that a pawn has just passed over, or `-`.
    pub en_passant: String,
    /// The halfmove clock and the fullmove number.
    pub clocks: (u32, u32),
}

impl XBoardPosition {
    /// Returns the piece on a square.
    fn at(&self, square: Square) -> Option<(Color, &'static XBoardPiece)> {
        let wanted = Coord::from(square);
        let found = self.pieces.iter().find(|&&(coord, ..)| coord == wanted);
        found.map(|&(_, color, piece)| (color, piece))
    }

    /// Returns the squares of `color` with this glyph, in the order a1, b1, ..., h8, with the type
    /// that shows it.
    pub(crate) fn all(
        &self,
        color: Color,
        glyph: &str,
    ) -> impl Iterator<Item = (Square, &'static XBoardPiece)> {
        Square::ALL.into_iter().filter_map(move |square| {
            let (owner, piece) = self.at(square)?;
            (owner == color && piece.glyph == glyph).then_some((square, piece))
        })
    }

    /// Returns the placement; `text` returns the text of a white piece, or `None` if it is not a
    /// piece.
    pub(crate) fn placement(&self, text: impl Fn(&XBoardPiece) -> Option<String>) -> String {
        placement::write(|square| {
            let (color, piece) = self.at(square)?;
            let text = text(piece)?;
            Some(match color {
                Color::White => text,
                Color::Black => text.to_ascii_lowercase(),
            })
        })
    }

    /// Returns the castling rights: those that `XBoard` sends, or else all those of kings and rooks
    /// on their origin squares.
    pub(crate) fn castling(&self) -> String {
        let has = |color, square, glyph| {
            self.at(square)
                .is_some_and(|(owner, piece)| owner == color && piece.glyph == glyph)
        };
        let mut rights = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let letter = side.letter(color);
                let is_named = self.castling.as_ref();
                if is_named.is_none_or(|named| named.contains(letter))
                    && has(color, CastlingSide::king_from(color), KING)
                    && has(color, side.rook_from(color), ROOK)
                {
                    rights.push(letter);
                }
            }
        }
        if rights.is_empty() {
            rights.push('-');
        }
        rights
    }

    /// Returns the two counters, as the last fields of a text.
    pub(crate) fn clocks(&self) -> String {
        let (halfmove_clock, fullmove_number) = self.clocks;
        format!("{halfmove_clock} {fullmove_number}")
    }

    /// Returns the six fields of a FEN, with the pieces for which `text` returns a text.
    pub(crate) fn fen(&self, text: impl Fn(&XBoardPiece) -> Option<String>) -> String {
        format!(
            "{} {} {} {} {}",
            self.placement(text),
            self.turn.letter(),
            self.castling(),
            self.en_passant,
            self.clocks()
        )
    }
}

impl XBoardPiece {
    /// Returns the letter, for games whose texts use the letters of `XBoard`'s board.
    pub(crate) fn text(&self) -> String {
        self.letter.to_string()
    }
}
