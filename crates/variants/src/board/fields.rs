//! The fields of a position text.

use std::{iter::Peekable, str::SplitAsciiWhitespace};

use jabberwock_game::{Color, PositionError};

use super::clocks::Clocks;

/// The name of the field of the player to move.
pub const TURN: &str = "side to move";
/// The name of the field of [`Clocks::halfmove_clock`].
pub const HALFMOVE_CLOCK: &str = "halfmove clock";
/// The name of the field of [`Clocks::fullmove_number`].
pub const FULLMOVE_NUMBER: &str = "fullmove number";

/// The fields of a text, separated by runs of blanks, read one after another.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    fields: Peekable<SplitAsciiWhitespace<'a>>,
}

impl<'a> Fields<'a> {
    /// Returns the fields of `text`.
    pub fn new(text: &'a str) -> Fields<'a> {
        Fields {
            fields: text.split_ascii_whitespace().peekable(),
        }
    }

    /// Consumes the next field, named `field` in errors.
    ///
    /// # Errors
    /// If there are no more fields.
    pub fn next(&mut self, field: &'static str) -> Result<&'a str, PositionError> {
        self.fields.next().ok_or(PositionError::Missing { field })
    }

    /// Returns the next field without consuming it.
    pub fn peek(&mut self) -> Option<&'a str> {
        self.fields.peek().copied()
    }

    /// Consumes the player to move.
    ///
    /// # Errors
    /// If there are no more fields, or the field is not a player.
    pub fn turn(&mut self) -> Result<Color, PositionError> {
        turn(self.next(TURN)?)
    }

    /// Reads the halfmove clock and the fullmove number.
    ///
    /// # Errors
    /// If one is missing or malformed.
    pub fn clocks(&mut self) -> Result<Clocks, PositionError> {
        Ok(Clocks {
            halfmove_clock: number(HALFMOVE_CLOCK, self.next(HALFMOVE_CLOCK)?, 0)?,
            fullmove_number: number(FULLMOVE_NUMBER, self.next(FULLMOVE_NUMBER)?, 1)?,
        })
    }

    /// Reads the halfmove clock and the fullmove number, which are 0 and 1 if the text ends here.
    ///
    /// # Errors
    /// If only one is present, or one is malformed.
    pub fn optional_clocks(&mut self) -> Result<Clocks, PositionError> {
        match self.peek() {
            Some(_) => self.clocks(),
            None => Ok(Clocks::default()),
        }
    }

    /// Checks that all fields are consumed.
    ///
    /// # Errors
    /// If there are more.
    pub fn finish(mut self) -> Result<(), PositionError> {
        self.fields
            .next()
            .map_or(Ok(()), |word| Err(PositionError::trailing(word)))
    }
}

/// Reads the player to move from `text`.
///
/// # Errors
/// If `text` is neither `w` nor `b`.
pub fn turn(text: &str) -> Result<Color, PositionError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(PositionError::field(TURN, text, "neither w nor b")),
    }
}

/// Reads the counter `field` from `text`: digits without leading zeros, at least `least`.
///
/// # Errors
/// If `text` is not such a number, or above [`Clocks::MAX`].
pub fn number(field: &'static str, text: &str, least: u32) -> Result<u32, PositionError> {
    let wrong = |reason: &'static str| Err(PositionError::field(field, text, reason));
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return wrong("not a number");
    }
    if text.len() > 1 && text.starts_with('0') {
        return wrong("a number has no leading zeros");
    }
    match text.parse() {
        Ok(value) if value > Clocks::MAX => wrong("too large"),
        Ok(value) if value < least => wrong("too small"),
        Ok(value) => Ok(value),
        Err(_) => wrong("too large"),
    }
}
