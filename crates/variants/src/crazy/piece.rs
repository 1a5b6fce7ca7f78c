//! A piece with its state.

use std::fmt;

use jabberwock_game::Color;

use crate::fide::{Piece as PlainPiece, Role};

const COLOR: u8 = 1 << 3;
const GHOST: u8 = 1 << 4;
const MARK: u8 = 1 << 5;

/// A piece: its owner, its role, whether it is a ghost (crazy K16), and a mark that lasts to the
/// end of the turn, for a ghost that rose in this turn or a pawn that was disguised in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece(u8);

impl Piece {
    /// The number of values of [`Piece::index`].
    pub(super) const COUNT: usize = 64;

    /// Creates a piece without ghost or mark.
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece(role as u8 | (color as u8) << 3)
    }

    /// Returns the owner of the piece.
    pub const fn color(self) -> Color {
        if self.0 & COLOR == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns the role; a ghost is a bishop.
    pub const fn role(self) -> Role {
        match Role::from_index((self.0 & 7) as usize) {
            Some(role) => role,
            None => Role::King,
        }
    }

    /// Whether it is the ghost of a bishop.
    pub const fn is_ghost(self) -> bool {
        self.0 & GHOST != 0
    }

    /// Whether it is marked in this turn.
    pub(super) const fn is_marked(self) -> bool {
        self.0 & MARK != 0
    }

    /// Returns the piece as a ghost.
    pub const fn ghost(self) -> Piece {
        Piece(self.0 | GHOST)
    }

    /// Returns the piece with the mark of this turn.
    pub(super) const fn marked(self) -> Piece {
        Piece(self.0 | MARK)
    }

    /// Returns the piece without the mark.
    pub(super) const fn unmarked(self) -> Piece {
        Piece(self.0 & !MARK)
    }

    /// Returns the other player's piece of the same kind.
    pub const fn mirrored(self) -> Piece {
        Piece(self.0 ^ COLOR)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Displays the piece's letter, upper case for White, followed by `~` for a ghost.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (color, role) = (self.color(), self.role());
        write!(f, "{}", PlainPiece { color, role })?;
        if self.is_ghost() {
            write!(f, "~")?;
        }
        Ok(())
    }
}
