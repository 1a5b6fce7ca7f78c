//! How games end.

use std::fmt;

use crate::Color;

/// Why a game is over. The text of each is that of `docs/rules/notation.md`, *Ends*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each name is the reason's own text")]
pub enum Reason {
    Checkmate,
    Stalemate,
    Backstab,
    BareArmy,
    KingLost,
    KingsLost,
    Repetition,
    HundredPlies,
    BareKings,
    DeadPosition,
    DrawClaimed,
    StalemateAccepted,
    MegaCheckmate,
    MegaStalemate,
}

impl Reason {
    /// The reason as texts write it.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Backstab => "backstab",
            Reason::BareArmy => "bare army",
            Reason::KingLost => "king lost",
            Reason::KingsLost => "kings lost",
            Reason::Repetition => "repetition",
            Reason::HundredPlies => "100 plies",
            Reason::BareKings => "bare kings",
            Reason::DeadPosition => "dead position",
            Reason::DrawClaimed => "draw claimed",
            Reason::StalemateAccepted => "stalemate accepted",
            Reason::MegaCheckmate => "mega-checkmate",
            Reason::MegaStalemate => "mega-stalemate",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `winner`.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// `1-0 {checkmate}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason.text())
    }
}
