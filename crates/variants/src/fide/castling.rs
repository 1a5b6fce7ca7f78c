//! Castling rights.

use jabberwock_game::{Color, Key, PositionError};

use super::role::{Piece, Role};
use crate::board::{
    Square,
    zobrist::{self, Seed},
};

static KEYS: [Key; 16] = zobrist::keys(Seed::FideCastling);

/// The name of the field in errors.
const FIELD: &str = "castling";

/// The side of the board on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Kingside: with the rook of the h-file.
    King,
    /// Queenside: with the rook of the a-file.
    Queen,
}

impl CastlingSide {
    /// Both sides.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Returns the side of a king on which a rook of the same rank is.
    pub fn of_rook(king: Square, rook: Square) -> CastlingSide {
        if rook > king {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }

    /// Returns the king's origin square; a king on any other square has lost its rights.
    pub const fn king_from(color: Color) -> Square {
        Square::E1.of(color)
    }

    /// Returns the king's target square.
    pub const fn king_to(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::G1.of(color),
            CastlingSide::Queen => Square::C1.of(color),
        }
    }

    /// Returns the rook's origin square.
    pub const fn rook_from(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::H1.of(color),
            CastlingSide::Queen => Square::A1.of(color),
        }
    }

    /// Returns the rook's target square, which the king crosses.
    pub const fn rook_to(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::F1.of(color),
            CastlingSide::Queen => Square::D1.of(color),
        }
    }

    /// Returns the letter of `color`'s right to castle on this side.
    pub const fn letter(self, color: Color) -> char {
        match (color, self) {
            (Color::White, CastlingSide::King) => 'K',
            (Color::White, CastlingSide::Queen) => 'Q',
            (Color::Black, CastlingSide::King) => 'k',
            (Color::Black, CastlingSide::Queen) => 'q',
        }
    }
}

/// The castling rights of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling(u8);

/// The rights that are lost when a piece leaves or reaches a square.
static LOST: [Castling; 64] = {
    let mut lost = [Castling(0); 64];
    let mut n = 0;
    while n < 4 {
        let (color, side) = (Color::ALL[n / 2], CastlingSide::ALL[n % 2]);
        let right = Castling::one(color, side).0;
        lost[side.rook_from(color).index()].0 |= right;
        lost[CastlingSide::king_from(color).index()].0 |= right;
        n += 1;
    }
    lost
};

impl Castling {
    const fn one(color: Color, side: CastlingSide) -> Castling {
        Castling(1 << (2 * color as u8 + side as u8))
    }

    /// Whether there are no rights left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `color` may still castle on `side`.
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Castling::one(color, side).0 != 0
    }

    /// Returns the rights after a piece left or reached `square`.
    pub fn after(self, square: Square) -> Castling {
        Castling(self.0 & !LOST[square.index()].0)
    }

    /// Returns the key of these rights.
    pub fn key(self) -> Key {
        KEYS[usize::from(self.0 & 15)]
    }

    /// Returns the rights of the players exchanged.
    pub const fn mirrored(self) -> Castling {
        Castling(self.0 << 2 & 0b1100 | self.0 >> 2)
    }

    /// Returns the rights in the form `castling K Q k q`; `None` if there are none.
    pub fn in_words(self) -> Option<String> {
        let letters: Vec<String> = self.to_string().chars().map(String::from).collect();
        (!self.is_empty()).then(|| format!("castling {}", letters.join(" ")))
    }

    /// Reads the field; every right requires its king and rook on their origin squares, which
    /// `at_home` checks.
    ///
    /// # Errors
    /// If the text is not `-` or some of `KQkq` in this order, or a piece is not on its origin
    /// square.
    pub fn read(
        text: &str,
        at_home: impl Fn(Piece, Square) -> bool,
    ) -> Result<Castling, PositionError> {
        let mut rights = Castling::default();
        let mut rest = text;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(after) = rest.strip_prefix(side.letter(color)) else {
                    continue;
                };
                let piece = |role| Piece { color, role };
                if !at_home(piece(Role::King), CastlingSide::king_from(color))
                    || !at_home(piece(Role::Rook), side.rook_from(color))
                {
                    let reason = format!(
                        "{} needs {color}'s king on {} and rook on {}",
                        side.letter(color),
                        CastlingSide::king_from(color),
                        side.rook_from(color)
                    );
                    return Err(PositionError::field(FIELD, text, reason));
                }
                rights.0 |= Castling::one(color, side).0;
                rest = after;
            }
        }
        if text == "-" || (rest.is_empty() && !text.is_empty()) {
            Ok(rights)
        } else {
            Err(PositionError::field(
                FIELD,
                text,
                "not \"-\" or some of KQkq in this order",
            ))
        }
    }
}

/// Displays `KQkq` or `-`.
impl std::fmt::Display for Castling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.has(color, side) {
                    write!(f, "{}", side.letter(color))?;
                }
            }
        }
        Ok(())
    }
}
