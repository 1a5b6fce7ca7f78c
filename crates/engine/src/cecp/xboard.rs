//! Games shown by the graphical interface `XBoard`, which knows nothing of their rules.
//!
//! `XBoard` keeps a board of its own, moves one piece per ply and alternates the sides. The engine
//! that moves says plies of both sides until that board shows the position after its turn
//! ([`plan`], [`code`]), and takes plies back by rejecting them.

mod board;
mod code;
mod desk;
mod gesture;
mod layout;
mod plan;
mod ply;
mod square;
#[cfg(test)]
mod tests;

pub(in crate::cecp) use desk::{Desk, Heard, Steps};
pub(in crate::cecp) use gesture::Answer;
