//! Outcomes of games, and their reasons.

use std::fmt;

use crate::Color;

/// The reason for the end of a game, as in `docs/rules/notation.md`, *Ends*. Reasons specific to
/// some games are constants in the modules of those games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(&'static str);

impl Reason {
    /// The player to move is in check and has no legal turn.
    pub const CHECKMATE: Reason = Reason::new("checkmate");
    /// The player to move is not in check and has no legal turn.
    pub const STALEMATE: Reason = Reason::new("stalemate");
    /// The position occurred [`crate::Profile::repetitions`] times.
    pub const REPETITION: Reason = Reason::new("repetition");
    /// The halfmove clock reached [`crate::Profile::ply_limit`].
    pub const PLY_LIMIT: Reason = Reason::new("100 plies");

    /// Returns the reason with this text.
    pub const fn new(text: &'static str) -> Reason {
        Reason(text)
    }

    /// Returns the text of the reason.
    pub const fn text(self) -> &'static str {
        self.0
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason for the end of the game.
    pub reason: Reason,
}

impl Outcome {
    /// Returns a win for `winner`.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// Returns a draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        result_text(self.winner)
    }
}

/// Returns `1-0`, `0-1` or, without a `winner`, `1/2-1/2`.
pub const fn result_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// `1-0 {checkmate}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason.text())
    }
}
