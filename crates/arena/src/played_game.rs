//! A finished game: its turns and its end.

use std::{fmt, time::Duration};

use jabberwock_game::{Color, Reason, result_text};
use jabberwock_search::SearchInfo;

use crate::plain_text::without_braces;

/// A turn that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTurn {
    /// Its canonical text.
    pub turn: String,
    /// The info its player reported, if any.
    pub info: Option<SearchInfo<String>>,
    /// The time it took; `None` in an opening.
    pub time: Option<Duration>,
}

/// The reason for the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// The rules of the game.
    Rules(Reason),
    /// The loser resigned.
    Resignation,
    /// The loser exceeded its time by this much.
    Time(Duration),
    /// The loser made an illegal turn or rejected a legal one.
    Illegal(String),
    /// The loser's program ended.
    Crash(String),
    /// The loser did not answer.
    Hang,
    /// The game was adjudicated.
    Adjudication(&'static str),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason for the end of the game.
    pub cause: EndCause,
}

impl GameEnd {
    pub(crate) fn lost_by(loser: Color, cause: EndCause) -> GameEnd {
        GameEnd {
            winner: Some(loser.other()),
            cause,
        }
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        result_text(self.winner)
    }
}

/// Displays `checkmate` or `Black exceeds the time by 3 ms`; without braces and control characters,
/// whatever text a player has sent, so that it can be a PGN comment.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loser = self
            .winner
            .map_or_else(String::new, |winner| winner.other().to_string());
        match &self.cause {
            EndCause::Rules(reason) => f.write_str(reason.text()),
            EndCause::Resignation => write!(f, "{loser} resigns"),
            EndCause::Time(by) => {
                write!(f, "{loser} exceeds the time by {} ms", by.as_millis())
            }
            EndCause::Illegal(text) => write!(f, "{loser}: {}", without_braces(text)),
            EndCause::Crash(text) => write!(f, "{loser} crashes: {}", without_braces(text)),
            EndCause::Hang => write!(f, "{loser} does not answer"),
            EndCause::Adjudication(why) => write!(f, "adjudication: {why}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The position text that it started from.
    pub origin: String,
    /// The player to move there.
    pub first: Color,
    /// Its turns, those of the opening included.
    pub turns: Vec<PlayedTurn>,
    /// Its end.
    pub end: GameEnd,
}
