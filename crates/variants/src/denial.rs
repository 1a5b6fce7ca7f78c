//! Denial (`docs/rules/denial.md`): one player holds the right to take back his opponent's last
//! turn, who must then make another movement and gets the right.
//!
//! [`Layer`] lays it over a base game, whose turns may have several steps.

mod base;
mod evaluate;
mod notation;
mod position;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Evaluate, PositionError, Profile, Step, Turn, TurnError, Variant, WeightsError,
};

pub use base::{Base, Deniable, Movement, Steps};
pub use evaluate::{
    Evaluator,
    stakes::{self, Stakes},
};
pub use position::{
    DENY, DRAW, DRAW_CLAIMED, MOST_DENIALS, Options, Position, Right, STALEMATE_ACCEPTED,
};

/// A base game with denials.
#[derive(Clone, Copy, Debug)]
pub struct Layer<B> {
    /// The game whose turns are denied.
    pub base: B,
    /// Which rules are played.
    pub options: Options,
}

impl<B> Layer<B> {
    /// `base` with the hard version of the rules, where nobody claims draws.
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

impl<B: Base> Variant for Layer<B> {
    type Position = Position<B>;

    fn start(&self) -> Position<B> {
        Position::new(self.base.start(), Right::START, self.options)
    }

    fn parse(&self, text: &str) -> Result<Position<B>, PositionError> {
        notation::parse(self, text)
    }

    fn text(&self, pos: &Position<B>) -> String {
        notation::text(self, pos)
    }

    fn parse_turn(&self, pos: &Position<B>, text: &str) -> Result<Turn, TurnError> {
        notation::parse_turn(self, pos, text)
    }

    fn turn_text(&self, pos: &Position<B>, turn: &[Step]) -> String {
        notation::turn_text(self, pos, turn)
    }

    fn draw(&self, pos: &Position<B>) -> String {
        self.base.draw(pos.now()) + &notation::remarks(self, pos)
    }

    fn mirror(&self, pos: &Position<B>) -> Option<Position<B>> {
        pos.mirrored(|pos| self.base.mirror(pos))
    }

    fn profile(&self) -> &'static Profile {
        B::layered_profile()
    }
}

impl<B: Stakes> Evaluate for Layer<B> {
    type Evaluator = Evaluator<B>;

    fn evaluator(&self) -> Evaluator<B> {
        Evaluator::read(self.base, B::layered_weights()).expect("a test reads the same text")
    }

    fn weights(&self) -> &'static str {
        B::layered_weights()
    }

    fn evaluator_with(&self, text: &str) -> Result<Evaluator<B>, WeightsError> {
        Evaluator::read(self.base, text)
    }
}
