//! A board turn entered so far, as data.

use jabberwock_game::Coord;
use jabberwock_variants::mega::IllegalPlay;
use serde::Serialize;

/// A board turn entered so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardTurn {
    /// The number of boards of a board turn (mega G6).
    pub need: u32,
    /// The chosen boards, equal ones with equal taps together, in the order of squares.
    pub chosen: Vec<ChosenBoards>,
    /// The boards on which the player to move is in check and which have no turn yet.
    pub besieged: Vec<Coord>,
    /// The complete turns on boards, at every level, as a draft to plan around
    /// ([`SearchRequest::draft`](crate::SearchRequest::draft)). Only set for the outermost board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// The reason why no legal turn contains this draft, or why there is no legal board turn at all
    /// (mega G6, G8). Only set for the outermost board, but concerns boards of all levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// Boards on which the same turn is entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChosenBoards {
    /// Their squares.
    pub places: Vec<Coord>,
    /// The canonical text of the turn, once it is complete.
    pub turn: Option<String>,
    /// The board turn entered there, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_turn: Option<BoardTurn>,
}

/// The reason why a turn is not legal, as in [`Session::read_turn`](crate::Session::read_turn).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The board with the error: `a1`, or `a1/b2` for one on the board of a1; empty for the
    /// outermost.
    pub place: String,
    /// The error, with the rule.
    pub reason: String,
}

impl From<&IllegalPlay> for Refusal {
    fn from(illegal: &IllegalPlay) -> Refusal {
        let names: Vec<String> = illegal.path.iter().map(ToString::to_string).collect();
        Refusal {
            place: names.join("/"),
            reason: illegal.reason.clone(),
        }
    }
}
