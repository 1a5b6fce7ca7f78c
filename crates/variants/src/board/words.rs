//! The fields of a position text.

use std::{iter::Peekable, str::SplitAsciiWhitespace};

use jabberwock_game::{Color, PositionError};

/// The name of the field of the player to move.
pub const TURN: &str = "side to move";

/// The fields of a text, separated by runs of blanks, read one after another.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    words: Peekable<SplitAsciiWhitespace<'a>>,
}

impl<'a> Words<'a> {
    /// The fields of `text`.
    pub fn new(text: &'a str) -> Words<'a> {
        Words {
            words: text.split_ascii_whitespace().peekable(),
        }
    }

    /// The next field, which is called `field`.
    ///
    /// # Errors
    /// If the text is over.
    pub fn next(&mut self, field: &'static str) -> Result<&'a str, PositionError> {
        self.words.next().ok_or(PositionError::Missing { field })
    }

    /// The next field, not taken.
    pub fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// The player to move.
    ///
    /// # Errors
    /// If the text is over, or names no player.
    pub fn turn(&mut self) -> Result<Color, PositionError> {
        turn(self.next(TURN)?)
    }

    /// The half-move clock and the number of the move.
    ///
    /// # Errors
    /// If one is missing or wrong.
    pub fn counters(&mut self) -> Result<(u32, u32), PositionError> {
        const HALF: &str = "halfmove_clock-move clock";
        const FULL: &str = "move number";
        Ok((
            number(HALF, self.next(HALF)?, 0)?,
            number(FULL, self.next(FULL)?, 1)?,
        ))
    }

    /// The same, or 0 and 1 if the text is over.
    ///
    /// # Errors
    /// If one is missing or wrong.
    pub fn optional_counters(&mut self) -> Result<(u32, u32), PositionError> {
        match self.peek() {
            Some(_) => self.counters(),
            None => Ok((0, 1)),
        }
    }

    /// Checks that the text is over.
    ///
    /// # Errors
    /// If it is not.
    pub fn finish(mut self) -> Result<(), PositionError> {
        self.words
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
/// If `text` is no such number, or above a million.
pub fn number(field: &'static str, text: &str, least: u32) -> Result<u32, PositionError> {
    const MOST: u32 = 1_000_000;
    let wrong = |reason: &'static str| Err(PositionError::field(field, text, reason));
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return wrong("not a number");
    }
    if text.len() > 1 && text.starts_with('0') {
        return wrong("a number has no leading zeros");
    }
    match text.parse() {
        Ok(value) if value > MOST => wrong("too large"),
        Ok(value) if value < least => wrong("too small"),
        Ok(value) => Ok(value),
        Err(_) => wrong("too large"),
    }
}
