//! Pieces: their owners and their kinds.

use std::{borrow::Cow, fmt};

use jabberwock_game::{Color, Key};

use super::{bitboard::Bitboard, square::Square};

/// The kinds of pieces of a game.
pub trait PieceKind: Copy + fmt::Debug + Eq + 'static {
    /// A set of squares for each kind.
    type Sets: AsMut<[Bitboard]>
        + AsRef<[Bitboard]>
        + Clone
        + Default
        + fmt::Debug
        + Eq
        + Send
        + Sync;

    /// All of them, in the order of their indices.
    const ALL: &'static [Self];
    /// The king.
    const KING: Self;

    /// The Zobrist keys of the pieces, by [`Man::index`] and square.
    fn keys() -> &'static [[Key; Square::COUNT]];

    /// From 0.
    fn index(self) -> usize;

    /// The lower-case letter of the kind.
    fn letter(self) -> char;

    /// The kind in words.
    fn name(self) -> &'static str;
}

/// A piece of one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man<R> {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub role: R,
}

impl<R: PieceKind> Man<R> {
    /// From 0 to one less than twice the number of kinds, White's pieces first.
    #[inline]
    pub fn index(self) -> usize {
        self.color.index() * R::ALL.len() + self.role.index()
    }

    /// The piece that a placement's letter names, upper case for White.
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

    /// The same, for a text that must name a piece.
    ///
    /// # Errors
    /// If `letter` names none.
    pub fn read(letter: char) -> Result<Man<R>, Cow<'static, str>> {
        Man::from_letter(letter)
            .ok_or_else(|| format!("no piece is called \"{}\"", letter.escape_debug()).into())
    }
}

/// Makes `Role`, an enumeration with `KING`, `index` and `letter`, the kinds of pieces of its game,
/// and declares `Man`. `seed` names the stream of their Zobrist keys.
macro_rules! men {
    ($role:ident, seed: $seed:ident) => {
        impl $crate::board::PieceKind for $role {
            type Sets = [$crate::board::Bitboard; $role::COUNT];

            const ALL: &'static [$role] = &$role::ALL;
            const KING: $role = $role::King;

            #[inline]
            fn keys() -> &'static [[jabberwock_game::Key; $crate::board::Square::COUNT]] {
                static KEYS: [[jabberwock_game::Key; $crate::board::Square::COUNT];
                    2 * $role::COUNT] =
                    $crate::board::zobrist::key_rows($crate::board::zobrist::Seed::$seed);
                &KEYS
            }

            #[inline]
            fn index(self) -> usize {
                $role::index(self)
            }

            fn letter(self) -> char {
                $role::letter(self)
            }

            fn name(self) -> &'static str {
                $role::name(self)
            }
        }

        /// A piece of one of the players.
        pub type Man = $crate::board::Man<$role>;
    };
}
pub(crate) use men;

/// The piece's letter, upper case for White.
impl<R: PieceKind> fmt::Display for Man<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}
