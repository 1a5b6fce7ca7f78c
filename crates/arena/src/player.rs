//! The players of a match: this program's search, other programs, and simple opponents to measure
//! against.

mod cecp;
mod engine;
mod interface;
mod material;
mod mcts;
mod mega;
mod process;
mod random;
mod reference;
mod spec;
mod time_budget;
mod uci;

pub use engine::EnginePlayer;
pub use interface::{Answer, Player, PlayerError, TurnRequest};
pub use process::{Program, Protocol};
pub(crate) use random::{RandomTurns, play_turn};
pub use spec::{PlayerKind, PlayerSpec, PlayerSpecError};

#[cfg(test)]
mod tests;
