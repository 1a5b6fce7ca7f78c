//! The pieces and the board of FIDE chess, shared by every game that uses them.

mod board;
mod castling;
pub mod evaluate;
mod moves;
mod role;
mod setup;
mod state;
mod taps;

pub use board::{Board, CheckInfo};
pub use castling::{Castling, CastlingSide};
pub use moves::{Move, MoveKind, read_squares};
pub use role::{ByRole, Piece, Role};
pub use setup::{Setup, read_en_passant};
pub use state::{State, StateKeys};
pub use taps::{king_and_rook, promotion, promotion_caption};
