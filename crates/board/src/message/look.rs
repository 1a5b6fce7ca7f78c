//! The look of a board: its scene and state, the reply to `look` and `after`.

use jabberwock_game::Scene;
use serde::Serialize;

use super::state::GameOutcome;

/// The contents of a displayed board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Look {
    /// The node.
    pub at: u32,
    /// The board of a game of games; empty for the whole.
    pub place: String,
    /// The name of the game.
    pub variant: &'static str,
    /// Whether the player to move is in check.
    pub check: bool,
    /// The outcome, if the game has ended.
    pub outcome: Option<GameOutcome>,
    /// The scene (`docs/scenes.md`).
    #[cfg_attr(test, ts(as = "super::tests::foreign::Scene"))]
    pub scene: Scene,
}
