//! Errors in texts of positions, turns and weights.

use std::borrow::Cow;

use crate::text::{counted, shortened};

/// An error in a position text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A required field is missing.
    #[error("bad position: {field} is missing")]
    Missing {
        /// The field's name.
        field: &'static str,
    },
    /// Text after the last field.
    #[error("bad position: unexpected \"{text}\" after the last field")]
    Trailing {
        /// The first surplus word.
        text: String,
    },
    /// A field that cannot be parsed, or that contradicts the board.
    #[error("bad position: {field} \"{text}\": {reason}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// The offending text, shortened if it is long.
        text: String,
        /// The problem with it.
        reason: Cow<'static, str>,
    },
}

impl PositionError {
    /// Returns the error of field `field` with the offending `text`.
    pub fn field(
        field: &'static str,
        text: &str,
        reason: impl Into<Cow<'static, str>>,
    ) -> PositionError {
        PositionError::Field {
            field,
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// Returns the error for surplus `text` after the last field.
    pub fn trailing(text: &str) -> PositionError {
        PositionError::Trailing {
            text: shortened(text),
        }
    }
}

/// An error in the text of a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The text is not a turn of this variant in any position.
    #[error("\"{text}\" is not a turn: {reason}")]
    Malformed {
        /// The offending text, shortened if it is long.
        text: String,
        /// The problem with it.
        reason: Cow<'static, str>,
    },
    /// A turn that is not legal in this position.
    #[error("illegal turn \"{text}\": {reason}")]
    Illegal {
        /// The offending text, shortened if it is long.
        text: String,
        /// The rule that the turn breaks.
        reason: Cow<'static, str>,
    },
}

impl TurnError {
    /// Returns the error for a `text` that is not a turn.
    pub fn malformed(text: &str, reason: impl Into<Cow<'static, str>>) -> TurnError {
        TurnError::Malformed {
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// Returns the error for an illegal turn `text`.
    pub fn illegal(text: &str, reason: impl Into<Cow<'static, str>>) -> TurnError {
        TurnError::Illegal {
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// Returns the problem, without the text.
    pub fn reason(&self) -> &str {
        match self {
            TurnError::Malformed { reason, .. } | TurnError::Illegal { reason, .. } => reason,
        }
    }
}

/// An error in a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A term that is not the next one declared.
    #[error("term \"{found}\" where \"{expected}\" is declared")]
    Term {
        /// The declared name, empty at the end of the text.
        expected: String,
        /// The name found, empty at the end of the text.
        found: String,
    },
    /// A term with a different number of weights than declared.
    #[error("{} of \"{term}\" instead of {expected}", counted(.found, "weight"))]
    Count {
        /// The term's name.
        term: String,
        /// The number of weights declared.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A text that is not a pair of numbers.
    #[error("\"{text}\" is not a pair of numbers like 10:-5")]
    Pair {
        /// The offending text, shortened if it is long.
        text: String,
    },
    /// A file that is not a network of the game.
    #[error("{0}")]
    Network(String),
    /// A network was given for a game whose evaluation does not use one.
    #[error("this game's evaluation uses no network")]
    NoNetwork,
    /// Weights were given for a game whose evaluation has none.
    #[error("this game has no weights")]
    None,
}

impl WeightsError {
    /// Returns the error for `found` in place of the declared term `expected`.
    pub fn term(expected: &str, found: &str) -> WeightsError {
        WeightsError::Term {
            expected: expected.to_owned(),
            found: shortened(found),
        }
    }

    /// Returns the error for a `text` that is not a pair of numbers.
    pub fn pair(text: &str) -> WeightsError {
        WeightsError::Pair {
            text: shortened(text),
        }
    }
}
