//! Events: messages to pages that are not replies.

use jabberwock_engine::PlanReport;
use serde::Serialize;

use super::{
    state::{ClockState, GameOutcome, Node, Score, Seat, TableState},
    watched::MatchState,
};

/// An event, named by the field `event`. Events go to every page at the table. Those that a request
/// causes come before its reply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A new state of the whole table, after `new`, `load`, `delete` and `promote`.
    Table(TableState),
    /// A turn was made by any player. Its node is the current one.
    Turn(TurnMade),
    /// The current node has changed.
    Goto {
        /// The node.
        at: u32,
        /// The outcome of the game there, by the rules or otherwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        outcome: Option<GameOutcome>,
    },
    /// The seats have changed.
    Seats {
        /// White's seat.
        white: Seat,
        /// Black's seat.
        black: Seat,
    },
    /// The clocks, when they start, stop or are set. A page counts down by itself in between.
    Clock(ClockState),
    /// The game at the current node has ended.
    Outcome(GameOutcome),
    /// The results of a search have changed.
    Analysis(Analysis),
    /// Analysis was switched on or off.
    Analysing {
        /// The number of lines; `None` if it is off.
        lines: Option<usize>,
    },
    /// The reasons for a planned turn. Its scores are for the player to move.
    Plan {
        /// The node.
        at: u32,
        /// The plan.
        #[cfg_attr(test, ts(as = "super::tests::foreign::PlanReport"))]
        plan: PlanReport,
        /// The plan in words.
        words: String,
    },
    /// The newest state of a watched match, at most four times a second.
    Match(MatchState),
    /// A failure that no request caused, as text.
    Failure {
        /// The failure.
        text: String,
    },
}

/// A turn that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnMade {
    /// The node that it leads to, which is now the current one.
    pub at: u32,
    /// The node, as in the table's state. It may have existed before.
    pub node: Node,
    /// Whether the node is new.
    pub is_new: bool,
}

/// The results of a search so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The analyzed node.
    pub at: u32,
    /// The analyzed board, as for `look`.
    pub place: String,
    /// Finished depth in plies.
    pub depth: u32,
    /// The longest line searched, in turns.
    pub seldepth: u32,
    /// Steps made.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Steps made per second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// Seconds since the search began.
    pub seconds: f64,
    /// The best lines, the best one first.
    pub lines: Vec<AnalysisLine>,
    /// Whether the search has ended: nothing more follows for this node.
    pub done: bool,
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// Its score, for White.
    pub score: Score,
    /// The depth at which it was found.
    pub depth: u32,
    /// Its turns.
    pub turns: Vec<String>,
}
