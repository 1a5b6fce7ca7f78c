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

    /// All kinds, in the order of their indices.
    const ALL: &'static [Self];
    /// The pawn.
    const PAWN: Self;
    /// The king.
    const KING: Self;

    /// Returns the Zobrist keys of the pieces, by [`Piece::index`] and square.
    fn keys() -> &'static [[Key; Square::COUNT]];

    /// Returns the index of the kind, from 0.
    fn index(self) -> usize;

    /// Returns the lower-case letter of the kind.
    fn letter(self) -> char;

    /// Returns the name of the kind.
    fn name(self) -> &'static str;
}

/// A piece of one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece<R> {
    /// Its owner.
    pub color: Color,
    /// Its kind.
    pub role: R,
}

impl<R: PieceKind> Piece<R> {
    /// Returns the index of owner and kind: White's pieces first, below twice the number of kinds.
    #[inline]
    pub fn index(self) -> usize {
        self.color.index() * R::ALL.len() + self.role.index()
    }

    /// Returns the piece with this letter in a placement, upper case for White; `None` if there is
    /// none.
    pub fn from_letter(letter: char) -> Option<Piece<R>> {
        let lower = letter.to_ascii_lowercase();
        let role = R::ALL.iter().find(|role| role.letter() == lower);
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        role.map(|&role| Piece { color, role })
    }

    /// Returns the piece with this letter in a placement, upper case for White.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(letter: char) -> Result<Piece<R>, Cow<'static, str>> {
        Piece::from_letter(letter)
            .ok_or_else(|| format!("no piece is called \"{}\"", letter.escape_debug()).into())
    }
}

/// Implements [`PieceKind`] for `Role`, the enumeration of a game's kinds of pieces, with `Pawn`
/// and `King` among them, and declares the game's `Piece`. `seed` names the stream of their Zobrist
/// keys.
macro_rules! piece_kind {
    ($role:ident, seed: $seed:ident) => {
        impl $crate::board::PieceKind for $role {
            type Sets = [$crate::board::Bitboard; $role::COUNT];

            const ALL: &'static [$role] = &$role::ALL;
            const PAWN: $role = $role::Pawn;
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
        pub type Piece = $crate::board::Piece<$role>;
    };
}
pub(crate) use piece_kind;

/// The piece's letter, upper case for White.
impl<R: PieceKind> fmt::Display for Piece<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        match self.color {
            Color::White => write!(f, "{}", letter.to_ascii_uppercase()),
            Color::Black => write!(f, "{letter}"),
        }
    }
}
