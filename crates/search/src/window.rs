//! Search windows.

use jabberwock_game::Score;

/// An alpha-beta window: a node fails low with a score of at most `alpha` and high with at least
/// `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that a step must exceed to matter.
    pub alpha: Score,
    /// The score from which on the opponent avoids the node.
    pub beta: Score,
}

impl Window {
    /// The window of every score.
    pub const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// Returns the zero window above `alpha`.
    pub fn zero(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Returns the zero window below `beta`.
    pub fn below(beta: Score) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

    /// Returns an aspiration window of `margin` centipawns on both sides of `score`.
    pub(crate) fn around(score: Score, margin: i32) -> Window {
        Window {
            alpha: score - margin,
            beta: score + margin,
        }
        .clamped()
    }

    pub(crate) fn clamped(self) -> Window {
        Window {
            alpha: self.alpha.max(Window::FULL.alpha),
            beta: self.beta.min(Window::FULL.beta),
        }
    }

    /// Mate distance pruning: returns the window without scores that no node `turns` turns from the
    /// root can have.
    pub(crate) fn within_mate_distance(self, turns: i32) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(turns)),
            beta: self.beta.min(Score::mate_in(turns + 1)),
        }
    }

    /// Whether no score lies inside.
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Returns the window of a child: negated if the side to move changes (`flip`).
    pub fn for_child(self, flip: bool) -> Window {
        if flip {
            Window {
                alpha: -self.beta,
                beta: -self.alpha,
            }
        } else {
            self
        }
    }
}
