//! The counters at the end of a position text.

use std::fmt;

use jabberwock_game::Color;

/// The halfmove clock and the fullmove number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Plies since the last turn that resets the variant's clock.
    pub halfmove_clock: u32,
    /// The number of the current pair of turns, from 1; incremented after Black's turn.
    pub fullmove_number: u32,
}

impl Default for Clocks {
    /// Returns the clocks of the start position.
    fn default() -> Clocks {
        Clocks {
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

impl Clocks {
    /// The greatest value of a counter, at which it saturates.
    pub const MAX: u32 = 1_000_000;

    /// Counts a complete turn of `mover`; progress resets the halfmove clock.
    #[inline]
    pub fn advance(&mut self, mover: Color, progress: bool) {
        self.count_ply(progress);
        self.end_turn(mover);
    }

    /// Counts a ply on the halfmove clock.
    #[inline]
    pub fn count_ply(&mut self, progress: bool) {
        let next = (self.halfmove_clock + 1).min(Clocks::MAX);
        self.halfmove_clock = if progress { 0 } else { next };
    }

    /// Counts the end of a turn of `mover` in the fullmove number.
    #[inline]
    pub fn end_turn(&mut self, mover: Color) {
        let next = self.fullmove_number + u32::from(mover == Color::Black);
        self.fullmove_number = next.min(Clocks::MAX);
    }
}

/// The number of turns since the last irreversible one, in games where pawns can move back and the
/// halfmove clock is therefore reset too often. It describes how the position was reached and is
/// not part of it, so all values are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReversibleTurns(pub u32);

impl ReversibleTurns {
    /// Counts a complete turn; an irreversible turn resets the count.
    #[inline]
    pub fn advance(&mut self, irreversible: bool) {
        self.0 = if irreversible { 0 } else { self.0 + 1 };
    }
}

impl PartialEq for ReversibleTurns {
    fn eq(&self, _: &ReversibleTurns) -> bool {
        true
    }
}

impl Eq for ReversibleTurns {}

/// Displays `0 1`.
impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.halfmove_clock, self.fullmove_number)
    }
}
