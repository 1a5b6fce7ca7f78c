//! Errors in texts of positions, turns and weights.

use std::borrow::Cow;

use crate::text::shortened;

/// The reason why a position text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A field that must be there is not.
    #[error("bad position: {field} is missing")]
    Missing {
        /// The field's name.
        field: &'static str,
    },
    /// Text after the last field.
    #[error("bad position: unexpected \"{text}\" after the last field")]
    Trailing {
        /// The first word too many.
        text: String,
    },
    /// A field that cannot be read, or that contradicts the board.
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
    /// Field `field` reads `text`, which is wrong because of `reason`.
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

    /// `text` stands after the last field.
    pub fn trailing(text: &str) -> PositionError {
        PositionError::Trailing {
            text: shortened(text),
        }
    }
}

/// The reason why the text of a turn was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// The text is no turn of this variant in any position.
    #[error("\"{text}\" is not a turn: {reason}")]
    Malformed {
        /// The offending text, shortened if it is long.
        text: String,
        /// The problem with it.
        reason: Cow<'static, str>,
    },
    /// A turn that is not legal here.
    #[error("illegal turn \"{text}\": {reason}")]
    Illegal {
        /// The offending text, shortened if it is long.
        text: String,
        /// The rule that it breaks.
        reason: Cow<'static, str>,
    },
}

impl TurnError {
    /// `text` is no turn because of `reason`.
    pub fn malformed(text: &str, reason: impl Into<Cow<'static, str>>) -> TurnError {
        TurnError::Malformed {
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// `text` is not legal because of `reason`.
    pub fn illegal(text: &str, reason: impl Into<Cow<'static, str>>) -> TurnError {
        TurnError::Illegal {
            text: shortened(text),
            reason: reason.into(),
        }
    }

    /// The problem, without the text.
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
    /// A term with another number of weights than declared.
    #[error("{found} weights of \"{term}\" instead of {expected}")]
    Count {
        /// The term's name.
        term: String,
        /// The number of weights declared.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// No pair of numbers.
    #[error("\"{text}\" is not a pair of numbers like 10:-5")]
    Pair {
        /// The offending text, shortened if it is long.
        text: String,
    },
    /// The bytes of a file that are no network of the game.
    #[error("{0}")]
    Network(String),
    /// A network for a game whose evaluation has none.
    #[error("this game's evaluation uses no network")]
    NoNetwork,
    /// Weights for a game whose evaluation has none.
    #[error("this game has no weights")]
    None,
}

impl WeightsError {
    /// `found` stands where the term `expected` is declared.
    pub fn term(expected: &str, found: &str) -> WeightsError {
        WeightsError::Term {
            expected: expected.to_owned(),
            found: shortened(found),
        }
    }

    /// `text` is no pair.
    pub fn pair(text: &str) -> WeightsError {
        WeightsError::Pair {
            text: shortened(text),
        }
    }
}
