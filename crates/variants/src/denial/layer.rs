//! Denial as a layer over a base game: which of its rules are played.

/// The rule options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// King moves cannot be denied (D7).
    pub soft: bool,
    /// After three denials the holder may end the game as a draw (D11).
    pub claim: bool,
}

/// A base game with denials.
#[derive(Clone, Copy, Debug)]
pub struct Layer<B> {
    /// The game whose turns are denied.
    pub base: B,
    /// The rule options.
    pub options: Options,
}

impl<B> Layer<B> {
    /// `base` with the hard version of the rules, without claims of draws.
    pub const fn hard(base: B) -> Layer<B> {
        Layer {
            base,
            options: Options {
                soft: false,
                claim: false,
            },
        }
    }

    /// The same rules, but king moves cannot be denied (D7).
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

    /// The same rules, but after three denials the holder may end the game as a draw (D11).
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
