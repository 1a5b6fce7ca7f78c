//! The board with the parts beside it: pieces, chakras, pools.

use std::ops::Deref;

use jabberwock_game::{ByColor, Color, Key};

use super::{
    pool::Pool,
    role::{Piece, Role},
};
use crate::board::{
    Bitboard, Pieces, Square,
    zobrist::{self, Seed},
};

static CHAKRAS: [[Key; 64]; 4] = zobrist::key_rows(Seed::ChakraChakras);
static POOLS: [[Key; POOL_SLOTS]; 2] = zobrist::key_rows(Seed::ChakraPools);
/// A pool holds at most two pieces of a kind.
const POOL_SLOTS: usize = 2 * Role::COUNT;

/// The movement mode of a chakra (chakra C11, C12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A knight's leap.
    Knight,
    /// A king's step.
    King,
}

impl Mode {
    /// Returns the opposite mode, as after turning over.
    pub const fn other(self) -> Mode {
        match self {
            Mode::Knight => Mode::King,
            Mode::King => Mode::Knight,
        }
    }

    /// Returns the name of the mode.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Knight => "knight",
            Mode::King => "king",
        }
    }

    /// Returns `n` or `k`, as in position texts.
    pub const fn letter(self) -> char {
        match self {
            Mode::Knight => 'n',
            Mode::King => 'k',
        }
    }
}

/// The pieces, the chakras and the pools, with their Zobrist key. It dereferences to its
/// [`Pieces`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pieces: Pieces<Role>,
    /// The two squares of a Transmitter, or none.
    chakras: ByColor<Bitboard>,
    /// The chakras, of both players, that are in king mode.
    king_mode: Bitboard,
    /// The key of the chakras and the pools.
    key: Key,
    pools: ByColor<Pool>,
    double_steps: bool,
}

impl Deref for Board {
    type Target = Pieces<Role>;

    #[inline]
    fn deref(&self) -> &Pieces<Role> {
        &self.pieces
    }
}

impl Board {
    /// Creates a board without chakras and pools; `double_steps` tells whether pawns have double
    /// steps (chakra C7).
    pub(super) fn new(pieces: Pieces<Role>, double_steps: bool) -> Board {
        Board {
            pieces,
            double_steps,
            ..Board::default()
        }
    }

    /// Whether pawns on their second rank have a double step (chakra C7).
    pub fn double_steps(&self) -> bool {
        self.double_steps
    }

    /// Puts a piece on an empty square, or removes it from its square.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        self.pieces.toggle(piece, square);
    }

    /// Puts a chakra on a square without one, or removes it from its square.
    pub(super) fn toggle_chakra(&mut self, color: Color, mode: Mode, square: Square) {
        let bit = Bitboard::of(square);
        self.chakras[color] ^= bit;
        if mode == Mode::King {
            self.king_mode ^= bit;
        }
        self.key ^= CHAKRAS[chakra_index(color, mode)][square.index()];
    }

    /// Adds a captured piece to its side's pool (chakra C8, C10).
    pub(super) fn add_to_pool(&mut self, piece: Piece) {
        let pool = &mut self.pools[piece.color];
        self.key ^= POOLS[piece.color.index()][pool_slot(piece.role, pool.count(piece.role))];
        pool.add(piece.role);
    }

    /// Removes a piece from its side's pool, which contains it.
    pub(super) fn take_from_pool(&mut self, piece: Piece) {
        let pool = &mut self.pools[piece.color];
        pool.remove(piece.role);
        self.key ^= POOLS[piece.color.index()][pool_slot(piece.role, pool.count(piece.role))];
    }

    /// Returns the square of `color`'s only king.
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).sole()
    }

    /// Returns the squares of `color`'s two chakras; empty if they have been captured.
    pub fn chakras(&self, color: Color) -> Bitboard {
        self.chakras[color]
    }

    /// Returns `color`'s chakras that are not under a piece.
    pub fn vacant(&self, color: Color) -> Bitboard {
        self.chakras[color].without(self.occupied())
    }

    /// Returns the mode of the chakra on `square`.
    pub fn mode(&self, square: Square) -> Mode {
        if self.king_mode.contains(square) {
            Mode::King
        } else {
            Mode::Knight
        }
    }

    /// Returns `color`'s captured pieces that may return.
    pub fn pool(&self, color: Color) -> Pool {
        self.pools[color]
    }

    /// Returns the key of the whole board.
    pub fn key(&self) -> Key {
        self.pieces.key() ^ self.key
    }

    /// Recomputes the key of the whole board from scratch.
    pub fn recomputed_key(&self) -> Key {
        let chakras = self.rebuilt(Pieces::default(), |color| color, |square| square);
        self.pieces.recomputed_key() ^ chakras.key
    }

    /// Returns the board with the players exchanged, mirrored vertically.
    pub fn mirrored(&self) -> Board {
        let pieces = self.pieces.mirrored(Square::flipped);
        self.rebuilt(pieces, |color| !color, Square::flipped)
    }

    /// Returns a board of `pieces` with the chakras and pools of this one for other owners and on
    /// other squares.
    fn rebuilt(
        &self,
        pieces: Pieces<Role>,
        owner: impl Fn(Color) -> Color,
        place: impl Fn(Square) -> Square,
    ) -> Board {
        let mut board = Board::new(pieces, self.double_steps);
        for color in Color::ALL {
            for square in self.chakras(color) {
                board.toggle_chakra(owner(color), self.mode(square), place(square));
            }
            for role in self.pool(color).roles() {
                for _ in 0..self.pool(color).count(role) {
                    board.add_to_pool(Piece {
                        color: owner(color),
                        role,
                    });
                }
            }
        }
        board
    }
}

/// A side's chakras of one mode are interchangeable (chakra C23).
const fn chakra_index(color: Color, mode: Mode) -> usize {
    color.index() * 2 + mode as usize
}

/// Returns the slot of a piece that joins `waiting` others of its kind.
const fn pool_slot(role: Role, waiting: u32) -> usize {
    role.index() * 2 + waiting as usize
}
