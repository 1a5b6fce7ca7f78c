//! Requests of pages.

use serde::{Deserialize, Serialize};

/// The part that all requests share. Other fields are those of [`Request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Envelope {
    /// A number that the reply repeats.
    pub id: u32,
}

/// A request, named by the field `do`. Fields that a request does not have are ignored.
///
/// `at` is the number of a node of the table's tree; where it may be left out it is the current node.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// The server and its limits. Joins a table.
    Hello {
        /// The table to join; by default the one that was opened last, if there is one.
        #[cfg_attr(test, ts(optional))]
        table: Option<u32>,
    },
    /// The games.
    Variants,
    /// The examples of a game.
    Examples {
        /// Its name or alias.
        variant: String,
    },
    /// Begins a new game at the table.
    New {
        /// Its name or alias.
        variant: String,
        /// The start position; by default the start of the game.
        #[cfg_attr(test, ts(optional))]
        position: Option<String>,
        /// Turns to make first.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        turns: Vec<String>,
        /// Whether to open another table for it. One is also opened if there is none yet.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        separate: bool,
    },
    /// Opens a recorded game at the table: of `text`, or of a record that was posted before.
    Load {
        /// The text of a record (PGN).
        #[cfg_attr(test, ts(optional))]
        text: Option<String>,
        /// The number of a record that was posted before.
        #[cfg_attr(test, ts(optional))]
        record: Option<u32>,
        /// The number of the game, from 0.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
        game: u32,
    },
    /// Makes a node the current one, which pauses the game.
    Goto {
        /// The node.
        at: u32,
    },
    /// Removes a node and all that follows it. The root cannot be removed.
    Delete {
        /// The node.
        at: u32,
    },
    /// Makes a node the first of the continuations of its parent.
    Promote {
        /// The node.
        at: u32,
    },
    /// The contents of a displayed board.
    Look {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// A board of a game of games: `a1`, `a1/b2`; empty for the whole.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        place: String,
    },
    /// The taps that may come next.
    Prompt {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// The taps so far.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        taps: Vec<String>,
    },
    /// Makes a turn at the current node, which becomes the node that the turn leads to.
    Turn {
        /// The node at which the turn was chosen. The request is refused if it is no longer
        /// current.
        at: u32,
        /// The taps of a complete turn.
        #[cfg_attr(test, ts(optional))]
        taps: Option<Vec<String>>,
        /// The text of the turn, if there are no taps.
        #[cfg_attr(test, ts(optional))]
        text: Option<String>,
    },
    /// The contents of a displayed board after turns that are not made.
    After {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// The turns.
        turns: Vec<String>,
        /// A board of a game of games, as for `look`.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        place: String,
    },
    /// The legal turns that begin with a text, for completion.
    Complete {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// The beginning of a turn.
        text: String,
    },
    /// The static evaluation by terms.
    Evaluate {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
    },
    /// Sets the players and their limits. Clocks are reset, and the game is paused.
    Seat {
        /// White's seat; unchanged if left out.
        #[cfg_attr(test, ts(optional))]
        white: Option<SeatRequest>,
        /// Black's seat; unchanged if left out.
        #[cfg_attr(test, ts(optional))]
        black: Option<SeatRequest>,
    },
    /// Starts or continues the game: clocks run, and players that are programs make their turns.
    Go,
    /// Pauses the game.
    Pause,
    /// Makes the program to move play its turn now.
    MoveNow,
    /// Resigns for a person.
    Resign {
        /// The player, `white` or `black`: the player to move by default.
        #[cfg_attr(test, ts(optional, as = "Option<super::tests::foreign::Color>"))]
        color: Option<String>,
    },
    /// Goes back to the last node where a person was to move: one turn, or two if the opponent has
    /// answered.
    Takeback,
    /// Starts or stops the analysis of a node.
    Analyse {
        /// Whether to analyze.
        on: bool,
        /// The node; by default the current node, also after it changes.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// A board of a game of games, as for `look`.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        place: String,
        /// The number of lines, 1 to 5.
        #[serde(default = "one")]
        #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
        lines: usize,
    },
    /// Completes a turn of a game of games around the entered part.
    Fill {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
        /// The taps so far.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        taps: Vec<String>,
        /// Seconds of search, up to 60.
        #[serde(default = "one_second")]
        #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
        seconds: f64,
    },
    /// Follows a game of a watched match.
    Watch {
        /// Its number, from 1.
        game: u32,
    },
    /// The game as a record in PGN.
    Record,
    /// The position as text, with the turns that lead to it and the command that shows it.
    Text {
        /// The node.
        #[cfg_attr(test, ts(optional))]
        at: Option<u32>,
    },
}

impl Request {
    /// Whether it concerns a table and changes nothing.
    pub(crate) fn is_question(&self) -> bool {
        matches!(
            self,
            Request::Look { .. }
                | Request::Prompt { .. }
                | Request::After { .. }
                | Request::Complete { .. }
                | Request::Evaluate { .. }
                | Request::Record
                | Request::Text { .. }
        )
    }
}

fn one() -> usize {
    1
}

fn one_second() -> f64 {
    1.0
}

/// The player for a seat.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatRequest {
    /// `person`, `opponent-N`, `self`, `level-N`, `random`, `mcts`, `material-N` or `lowest-N`.
    pub player: String,
    /// The limits of each turn; an opponent has its own, to which a clock may be added.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Pace>"))]
    pub pace: Pace,
}

/// The limits of each of a player's turns. Several limits apply together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pace {
    /// A clock: `300`, `300+3`, `40/300+3`: turns of a period, seconds, seconds added a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<String>,
    /// Seconds for a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seconds: Option<f64>,
    /// Nodes searched for a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub nodes: Option<u64>,
    /// Depth searched for a turn, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub depth: Option<u32>,
}
