//! The search that a table should be running.

/// The target of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    /// Unlimited analysis of a node.
    Analysis {
        /// The node.
        at: u32,
        /// The board of a game of games.
        place: String,
        lines: usize,
    },
    /// The turn of the program to move.
    Turn {
        /// The current node.
        at: u32,
    },
    /// The completion of the pending draft.
    Fill,
}

/// The requested analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WantedAnalysis {
    /// The node; `None` follows the current one.
    pub(super) at: Option<u32>,
    pub(super) place: String,
    pub(super) lines: usize,
}

impl WantedAnalysis {
    /// Whether it follows the current node, whatever the game.
    pub(super) fn follows(&self) -> bool {
        self.at.is_none() && self.place.is_empty()
    }
}
