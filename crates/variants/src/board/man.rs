//! Men: whose they are and what they are.

use std::fmt;

use jabberwock_game::{Color, PositionError};

use super::{Square, placement};

/// The kinds of men of a game.
pub trait Kind: Copy + 'static {
    /// All of them, in the order of their indices.
    const ALL: &'static [Self];

    /// From 0.
    fn index(self) -> usize;

    /// The lower-case letter of the kind.
    fn letter(self) -> char;
}

/// A man of one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man<R> {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub role: R,
}

impl<R: Kind> Man<R> {
    /// From 0 to one less than twice the number of kinds, White's men first.
    #[inline]
    pub fn index(self) -> usize {
        self.color.index() * R::ALL.len() + self.role.index()
    }

    /// The man that a placement's letter names, upper case for White.
    pub fn from_letter(letter: char) -> Option<Man<R>> {
        let lower = letter.to_ascii_lowercase();
        let role = R::ALL.iter().find(|role| role.letter() == lower);
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        role.map(|&role| Man { color, role })
    }
}

/// Makes an enumeration with `ALL`, `index` and `letter` the kinds of men of its game, and declares
/// `Man`.
macro_rules! men {
    ($role:ident) => {
        impl $crate::board::Kind for $role {
            const ALL: &'static [$role] = &$role::ALL;

            fn index(self) -> usize {
                $role::index(self)
            }

            fn letter(self) -> char {
                $role::letter(self)
            }
        }

        /// A man of one of the players.
        pub type Man = $crate::board::Man<$role>;
    };
}
pub(crate) use men;

/// The man's letter, upper case for White.
impl<R: Kind> fmt::Display for Man<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}

/// Reads the placement of a game with one man at most on a square.
///
/// # Errors
/// If the text is none, or a letter names no man.
pub fn read_men<R: Kind>(
    text: &str,
    mut put: impl FnMut(Man<R>, Square),
) -> Result<(), PositionError> {
    placement::read(text, |square, rest| {
        let letter = rest.chars().next().unwrap_or(' ');
        let man = Man::from_letter(letter)
            .ok_or_else(|| format!("no man is called \"{}\"", letter.escape_debug()))?;
        put(man, square);
        Ok(1)
    })
}
