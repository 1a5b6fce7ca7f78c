//! The men (chaotic X1).

use std::fmt;

use jabberwock_game::Color;

use crate::board::indexed;

indexed! {
    /// A kind of man.
    Role: 6 { Pawn = 0 Merchant = 1 Knight = 2 Rook = 3 Archbishop = 4 King = 5 }
}

impl Role {
    /// The lower-case letter of the role.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Merchant => 'm',
            Role::Knight => 'n',
            Role::Rook => 'r',
            Role::Archbishop => 'a',
            Role::King => 'k',
        }
    }

    /// The role as prose names it.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Merchant => "merchant",
            Role::Knight => "knight",
            Role::Rook => "rook",
            Role::Archbishop => "archbishop",
            Role::King => "king",
        }
    }
}

/// A man of one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Man {
    /// From 0 to 11, White's men first.
    pub const fn index(self) -> usize {
        self.color.index() * Role::COUNT + self.role.index()
    }

    /// The man that a placement's letter names, upper case for White.
    pub fn from_letter(letter: char) -> Option<Man> {
        let lower = letter.to_ascii_lowercase();
        let role = Role::ALL.into_iter().find(|role| role.letter() == lower)?;
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Some(Man { color, role })
    }
}

/// The man's letter, upper case for White.
impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}
