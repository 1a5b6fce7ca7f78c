//! The pieces on a board.

use jabberwock_game::{ByColor, Color, Key, PositionError};

use super::{
    bitboard::Bitboard,
    piece::{Piece, PieceKind},
    placement,
    square::Square,
};

/// The pieces of a game with at most one on a square, as sets of squares by player and by kind, and
/// their Zobrist key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces<R: PieceKind> {
    colors: ByColor<Bitboard>,
    roles: R::Sets,
    key: Key,
}

impl<R: PieceKind> Default for Pieces<R> {
    /// Returns an empty board.
    fn default() -> Pieces<R> {
        Pieces {
            colors: ByColor::default(),
            roles: R::Sets::default(),
            key: Key::default(),
        }
    }
}

impl<R: PieceKind> Pieces<R> {
    /// Reads a placement with one king a side.
    ///
    /// # Errors
    /// If the text is not a placement, or a side does not have exactly one king.
    pub fn read(text: &str) -> Result<Pieces<R>, PositionError> {
        let mut pieces = Pieces::default();
        placement::read(text, |square, rest| {
            let letter = rest.chars().next().unwrap_or(' ');
            pieces.toggle(Piece::read(letter)?, square);
            Ok(1)
        })?;
        for color in Color::ALL {
            placement::check_kings(text, color, pieces.pieces(color, R::KING).len() as usize)?;
        }
        Ok(pieces)
    }

    /// Puts a piece on an empty square, or removes it from its square.
    ///
    /// Only this function and `shift` change the sets and the key.
    #[inline]
    pub fn toggle(&mut self, piece: Piece<R>, square: Square) {
        let bit = Bitboard::of(square);
        self.colors[piece.color] ^= bit;
        self.roles.as_mut()[piece.role.index()] ^= bit;
        self.key ^= R::keys()[piece.index()][square.index()];
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub fn shift(&mut self, piece: Piece<R>, from: Square, to: Square) {
        let bits = Bitboard::of(from) | Bitboard::of(to);
        let keys = &R::keys()[piece.index()];
        self.colors[piece.color] ^= bits;
        self.roles.as_mut()[piece.role.index()] ^= bits;
        self.key ^= keys[from.index()] ^ keys[to.index()];
    }

    /// Returns the squares with a piece of `color`.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the squares with a piece of `role`.
    #[inline]
    pub fn role(&self, role: R) -> Bitboard {
        self.roles.as_ref()[role.index()]
    }

    /// Returns the squares with a piece of `color` and `role`.
    #[inline]
    pub fn pieces(&self, color: Color, role: R) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// Returns the squares with a piece of `color` other than pawns and the king.
    #[inline]
    pub fn non_pawns(&self, color: Color) -> Bitboard {
        self.color(color)
            .without(self.role(R::PAWN) | self.role(R::KING))
    }

    /// Returns the squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors.0[0] | self.colors.0[1]
    }

    /// Returns the kind of the piece on `square`.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<R> {
        R::ALL
            .iter()
            .copied()
            .find(|&role| self.role(role).contains(square))
    }

    /// Returns the piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece<R>> {
        let role = self.role_at(square)?;
        let white = self.color(Color::White).contains(square);
        Some(Piece {
            color: if white { Color::White } else { Color::Black },
            role,
        })
    }

    /// Returns the key of the pieces.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Recomputes the key of the pieces from scratch.
    pub fn recomputed_key(&self) -> Key {
        self.moved(|color| color, |square| square).key
    }

    /// Returns the pieces with their owners exchanged, each on the square given by `place` for its
    /// own.
    pub fn mirrored(&self, place: impl Fn(Square) -> Square) -> Pieces<R> {
        self.moved(|color| !color, place)
    }

    fn moved(&self, owner: impl Fn(Color) -> Color, place: impl Fn(Square) -> Square) -> Pieces<R> {
        let mut pieces = Pieces::default();
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                let color = owner(piece.color);
                pieces.toggle(Piece { color, ..piece }, place(square));
            }
        }
        pieces
    }
}
