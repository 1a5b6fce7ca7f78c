//! Messages about a watched match.

use serde::Serialize;

use super::{
    look::Look,
    state::{ClockState, GameOutcome, Score},
};

/// A match as shown to watchers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchState {
    /// The name of the game.
    pub variant: &'static str,
    /// Scheduled games.
    pub scheduled: usize,
    /// Finished games.
    pub finished: usize,
    /// The first player's results so far in a line, with the state of a sequential test.
    pub summary: String,
    /// The players and their results.
    pub players: Vec<Standing>,
    /// The games in progress.
    pub games: Vec<WatchedGame>,
    /// Games that have ended, the last one first; older ones are dropped.
    pub ended: Vec<WatchedGame>,
    /// Whether the match is over: nothing more follows.
    pub over: bool,
}

/// A player's results in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its time control: `1+0.01`.
    pub limits: String,
    /// Finished games.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// Points, half a point for a draw.
    pub points: f64,
    /// The estimate of its Elo, or a bound, and the error: `49.0`, `40.2`; `-` if there is none.
    pub elo: [String; 2],
    /// Points against each player; `None` against itself.
    pub against: Vec<Option<f64>>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchedGame {
    /// Its number, from 1, by which `watch` follows it.
    pub game: u32,
    /// White.
    pub white: WatchedPlayer,
    /// Black.
    pub black: WatchedPlayer,
    /// The number of turns made.
    pub turns: usize,
    /// The clocks.
    pub clock: ClockState,
    /// The outcome, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub outcome: Option<GameOutcome>,
    /// The look of its board, if the game is in progress and the board has changed since the
    /// previous event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub look: Option<Look>,
}

/// A player of a game of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchedPlayer {
    /// Its name.
    pub name: String,
    /// The score that it last reported, for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub score: Option<Score>,
}
