//! Mega-pieces: pieces of chess with a state (G11).

use std::fmt;

use crate::fide::Piece;

/// The state of a mega-piece, which depends on the result of its game (G11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Its game is running: it moves, but does not capture.
    Neutral,
    /// Its owner has won the game: it moves, captures and gives check.
    Armed,
    /// The game was drawn: it moves, but does not capture, and may be captured.
    Disarmed,
    /// A king whose owner has lost the game: it does not move.
    Dethroned,
}

impl State {
    /// Every state.
    pub const ALL: [State; 4] = [
        State::Neutral,
        State::Armed,
        State::Disarmed,
        State::Dethroned,
    ];

    /// Returns the name of the state; `None` while the game is running.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            State::Neutral => None,
            State::Armed => Some("armed"),
            State::Disarmed => Some("disarmed"),
            State::Dethroned => Some("dethroned"),
        }
    }

    /// Returns the suffix after the letter of the piece.
    pub const fn suffix(self) -> &'static str {
        match self {
            State::Neutral => "",
            State::Armed => "+",
            State::Disarmed => "-",
            State::Dethroned => "!",
        }
    }

    /// Returns the state for a suffix character.
    pub(super) fn from_suffix(letter: char) -> Option<State> {
        match letter {
            '+' => Some(State::Armed),
            '-' => Some(State::Disarmed),
            '!' => Some(State::Dethroned),
            _ => None,
        }
    }
}

/// The piece on a mega-square, with its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MegaPiece {
    /// Its kind and its owner.
    pub piece: Piece,
    /// The state, which determines its abilities.
    pub state: State,
}

/// Displays `R` or `k!`.
impl fmt::Display for MegaPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece, self.state.suffix())
    }
}
