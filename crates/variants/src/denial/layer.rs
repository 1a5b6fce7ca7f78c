//! Denial as a layer over a base game, with its rule options.

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether king moves cannot be denied (D7).
    pub soft: bool,
    /// Whether the holder may end the game as a draw after three denials (D11).
    pub claim: bool,
}

/// A base game with denials.
#[derive(Clone, Copy, Debug)]
pub struct Layer<B> {
    /// The base game.
    pub base: B,
    /// The rule options.
    pub options: Options,
}

impl<B> Layer<B> {
    /// Returns `base` with the hard version of the rules, without draw claims.
    pub const fn hard(base: B) -> Layer<B> {
        Layer {
            base,
            options: Options {
                soft: false,
                claim: false,
            },
        }
    }

    /// Returns the same rules except that king moves cannot be denied (D7).
    pub const fn soft(self) -> Layer<B>
    where
        B: Copy,
    {
        Layer {
            base: self.base,
            options: Options {
                soft: true,
                ..self.options
            },
        }
    }

    /// Returns the same rules except that the holder may end the game as a draw after three denials
    /// (D11).
    pub const fn claim(self) -> Layer<B>
    where
        B: Copy,
    {
        Layer {
            base: self.base,
            options: Options {
                claim: true,
                ..self.options
            },
        }
    }
}
