//! Rejected commands, and the replies to them.

use jabberwock_game::{PositionError, TurnError};

use super::{command::CommandError, reply::Reply};
use crate::options::OptionError;

/// The reason why a command is rejected.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rejection {
    /// The command is malformed, or not possible at this time.
    Command(String),
    /// The turn in the command is not legal.
    Turn(String),
    /// The position in the command is invalid.
    Position(String),
}

impl From<OptionError> for Rejection {
    fn from(error: OptionError) -> Rejection {
        Rejection::Command(error.to_string())
    }
}

impl From<CommandError> for Rejection {
    fn from(error: CommandError) -> Rejection {
        Rejection::Command(error.to_string())
    }
}

impl From<TurnError> for Rejection {
    fn from(error: TurnError) -> Rejection {
        Rejection::Turn(error.reason().to_owned())
    }
}

impl From<PositionError> for Rejection {
    fn from(error: PositionError) -> Rejection {
        let text = error.to_string();
        let reason = text.strip_prefix("bad position: ").unwrap_or(&text);
        Rejection::Position(reason.to_owned())
    }
}

impl Rejection {
    /// Returns the reply to the rejected `line`.
    pub(super) fn reply(self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or(("", line));
        match self {
            // A bare turn is not preceded by a command.
            Rejection::Turn(reason) if word == "usermove" || word.is_empty() => {
                Reply::IllegalTurn {
                    reason,
                    text: rest.trim_start().to_owned(),
                }
            }
            Rejection::Position(reason) => Reply::IllegalPosition {
                reason,
                text: rest.trim_start().to_owned(),
            },
            Rejection::Command(reason) | Rejection::Turn(reason) => Reply::Error {
                reason,
                line: line.to_owned(),
            },
        }
    }
}
