//! Parts shared by the games on the 8x8 board: squares, sets of squares, attacks, Zobrist tables,
//! and parsing and formatting of boards.

pub mod attacks;
mod bitboard;
mod clocks;
mod ends;
mod fields;
mod magics;
mod piece;
mod pieces;
pub mod placement;
mod profile;
pub mod scene;
mod sliders;
mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use clocks::{Clocks, ReversibleTurns};
pub use ends::BARE_KINGS;
pub use fields::{FULLMOVE_NUMBER, Fields, HALFMOVE_CLOCK, TURN, number, turn};
pub(crate) use piece::piece_kind;
pub use piece::{Piece, PieceKind};
pub use pieces::Pieces;
pub use profile::profile;
pub(crate) use square::indexed;
pub use square::{File, Rank, Square};
