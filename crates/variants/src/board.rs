//! What games on the 8x8 board share, whatever their men: squares, sets of squares, attacks,
//! Zobrist tables, and the reading, writing and drawing of boards.

pub mod attacks;
mod bitboard;
mod draw;
mod ends;
mod magics;
mod man;
pub mod placement;
mod sliders;
mod square;
mod words;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use draw::draw;
pub use ends::BARE_KINGS;
pub(crate) use man::men;
pub use man::{Kind, Man, read_men};
pub(crate) use square::indexed;
pub use square::{File, Rank, Square};
pub use words::{TURN, Words, number, turn};
