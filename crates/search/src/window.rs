//! The range of scores a search can still make use of.

use jabberwock_game::Score;

/// Scores up to `alpha` and from `beta` on change nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window {
        alpha: Score(-Score::INFINITE.0),
        beta: Score::INFINITE,
    };

    /// Only tells scores up to `alpha` from those above.
    pub(crate) fn zero(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Only tells scores below `beta` from the others.
    pub(crate) fn below(beta: Score) -> Window {
        Window {
            alpha: beta - 1,
            beta,
        }
    }

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

    /// The window as the other player sees it, if it is his turn now.
    pub(crate) fn seen_by_mover(self, flip: bool) -> Window {
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
