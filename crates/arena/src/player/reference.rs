//! Reference opponents: simple players that every game has, written over the contract alone.

use std::fmt;

use jabberwock_engine::Session;
use jabberwock_game::{Evaluate, Position, Stage, Step, Turn, Variant};
use jabberwock_variants::{Entry, Visitor};
use rand::{SeedableRng, rngs::StdRng};

use super::{Answer, Ask, Fault, Player, Thoughts};

/// A way to choose turns in any game.
pub(super) trait Style: Send + fmt::Debug + 'static {
    /// A turn of `pos`, which is the start of one in a game that is not over; `None` if `ask.stop`
    /// came first.
    fn choose<V: Evaluate>(
        &self,
        variant: V,
        pos: &V::Position,
        ask: &Ask<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Thoughts)>;
}

#[derive(Debug)]
struct Reference<V, S> {
    variant: V,
    style: S,
    rng: StdRng,
}

/// A player of `entry`'s game in this style.
pub(super) fn player<S: Style>(entry: &'static Entry, style: S, seed: u64) -> Box<dyn Player> {
    struct Seat<S> {
        style: S,
        seed: u64,
    }

    impl<S: Style> Visitor for Seat<S> {
        type Output = Box<dyn Player>;

        fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Box<dyn Player> {
            Box::new(Reference {
                variant,
                style: self.style,
                rng: StdRng::seed_from_u64(self.seed),
            })
        }
    }

    entry.accept(Seat { style, seed })
}

impl<V: Evaluate, S: Style> Player for Reference<V, S> {
    fn begin(&mut self, _: &dyn Session, _: &Ask<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault> {
        let position = self
            .variant
            .parse(&game.position())
            .map_err(|error| Fault::Refusal(error.to_string()))?;
        let (turn, thoughts) = self
            .style
            .choose(self.variant, &position, ask, &mut self.rng)
            .ok_or(Fault::Interrupted)?;
        Ok(Answer {
            turn: Some(Variant::turn_text(&self.variant, &position, &turn)),
            thoughts,
        })
    }

    /// A new one is made for every game, so that its chances depend on the game alone.
    fn is_reusable(&self) -> bool {
        false
    }
}

/// Every legal step of `pos`, written over `list`.
pub(super) fn steps<P: Position>(pos: &P, list: &mut Vec<Step>) {
    list.clear();
    for stage in Stage::ALL {
        pos.generate(stage, list);
    }
}
