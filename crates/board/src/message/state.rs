//! The state of a table.

use jabberwock_game::Color;
use serde::Serialize;

use super::request::Pace;

/// The state of a table, which a page needs to show everything but the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableState {
    /// The number of the table.
    pub table: u32,
    /// The name of the game.
    pub variant: &'static str,
    /// The text of the position at the root.
    pub origin: String,
    /// All nodes, parents before children. The first is the root.
    pub nodes: Vec<Node>,
    /// The current node.
    pub at: u32,
    /// White's seat.
    pub white: Seat,
    /// Black's seat.
    pub black: Seat,
    /// The clocks.
    pub clock: ClockState,
    /// Whether clocks run and programs make their turns.
    pub playing: bool,
    /// The outcome, if the game at the current node has ended.
    pub outcome: Option<GameOutcome>,
    /// The number of lines being analysed; `None` if analysis is off.
    pub analysis: Option<usize>,
    /// A heading made from the record of the game, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub heading: Option<String>,
}

/// A node of the tree of turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Node {
    /// Its number, which is never reused in the game. The root has 0.
    pub node: u32,
    /// The node before the turn; `None` for the root.
    pub parent: Option<u32>,
    /// The canonical text of the turn that leads here; `None` for the root.
    pub turn: Option<String>,
    /// The player to move here.
    #[cfg_attr(test, ts(as = "super::tests::foreign::Color"))]
    pub to_move: Color,
    /// The number of turns that lead here.
    pub number: u32,
    /// The nodes after the turns made here, the main line first.
    pub children: Vec<u32>,
    /// The score that the player of the turn reported, for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<Score>,
    /// The seconds that the turn took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seconds: Option<f64>,
    /// Comments about the turn from a record; at the root about the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub comment: Option<String>,
    /// The outcome, if the game has ended here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub outcome: Option<GameOutcome>,
}

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seat {
    /// As in the request: `person`, `opponent-4`, `self`.
    pub player: String,
    /// The limits of each turn.
    pub pace: Pace,
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockState {
    /// Seconds that White has left; `None` without a clock.
    pub white: Option<f64>,
    /// Seconds that Black has left; `None` without a clock.
    pub black: Option<f64>,
    /// The player whose clock runs.
    #[cfg_attr(test, ts(as = "Option<super::tests::foreign::Color>"))]
    pub running: Option<Color>,
}

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameOutcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The reason: `checkmate`, `White resigns`.
    pub reason: String,
}

/// A score, for White: `{"cp": 35}`, `{"mate": 3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// In centipawns.
    Cp(i32),
    /// In turns of the winner to mate, negative if Black mates.
    Mate(i32),
}
