//! The taper from the middlegame to the endgame.

use jabberwock_game::{Color, Score};

use super::pair::Pair;

/// The weights of the middlegame and endgame halves of a [`Pair`] in a position.
#[derive(Clone, Copy, Debug)]
pub struct Taper {
    /// The phase, from 0 to [`Taper::OPENING`].
    phase: i32,
    /// The scale of the endgame value, out of [`Taper::FULL`].
    scale: i32,
}

impl Taper {
    /// The phase at the start of a game.
    pub const OPENING: i32 = 24;

    /// The scale of an endgame value that is not scaled down.
    pub const FULL: i32 = 64;

    /// Returns the taper of a phase: 0 in the last endgames, [`Taper::OPENING`] or more at the
    /// start.
    pub fn new(phase: i32) -> Taper {
        Taper {
            phase: phase.clamp(0, Taper::OPENING),
            scale: Taper::FULL,
        }
    }

    /// This taper with the endgame value scaled by `scale` / [`Taper::FULL`]; 0 for a certain draw.
    pub fn scaled(self, scale: i32) -> Taper {
        Taper { scale, ..self }
    }

    /// Returns the value in centipawns, rounded towards zero so that its magnitude is the same for
    /// either player.
    pub fn value(self, pair: Pair) -> i32 {
        let end = pair.end() * self.scale / Taper::FULL;
        (pair.middle() * self.phase + end * (Taper::OPENING - self.phase)) / Taper::OPENING
    }

    /// Returns `value`, which is the same in the middlegame and in the endgame, with its endgame
    /// share scaled.
    pub fn scaled_value(self, value: i32) -> i32 {
        let middle = self.phase * Taper::FULL;
        let end = (Taper::OPENING - self.phase) * self.scale;
        value * (middle + end) / (Taper::OPENING * Taper::FULL)
    }

    /// Returns `pair`, the value for White, as a score for the player to move.
    pub fn score(self, pair: Pair, turn: Color) -> Score {
        let value = self.value(pair);
        Score::from_eval(match turn {
            Color::White => value,
            Color::Black => -value,
        })
    }

    /// Returns the contribution of one weight, in centipawns.
    pub(super) fn share(self, weight: Pair) -> f64 {
        let (middle, end) = self.parts();
        f64::from(weight.middle()) * middle + f64::from(weight.end()) * end
    }

    /// Returns the weights of the halves of a pair.
    pub(super) fn parts(self) -> (f64, f64) {
        let middle = f64::from(self.phase) / f64::from(Taper::OPENING);
        let scale = f64::from(self.scale) / f64::from(Taper::FULL);
        (middle, (1.0 - middle) * scale)
    }
}
