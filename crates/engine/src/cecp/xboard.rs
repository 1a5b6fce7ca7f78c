//! Games shown by the graphical interface `XBoard`, which does not implement their rules.
//!
//! `XBoard` keeps its own board, moves one piece per ply and alternates the sides. The engine to
//! move sends plies of both sides until that board shows the position after its turn ([`plan`],
//! [`code`]), and takes plies back by rejecting them.

mod board;
mod clicks;
mod code;
mod fen;
mod gesture;
mod layout;
mod markers;
mod menu;
mod plan;
mod ply;
mod shown_game;
mod square;
#[cfg(test)]
mod tests;
mod touch;
mod touched;

pub(in crate::cecp) use gesture::Answer;
pub(in crate::cecp) use layout::rank_text;
pub(in crate::cecp) use shown_game::{PlyReading, ShownGame, Steps};
pub(in crate::cecp) use square::Square;
pub(in crate::cecp) use touched::Touched;
