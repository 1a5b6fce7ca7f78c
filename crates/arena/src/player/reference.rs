//! Reference opponents: simple players of every searched game, which only use the interface of
//! `jabberwock-game`.

use std::fmt;

use jabberwock_engine::Session;
use jabberwock_game::{Evaluate, Position, Stage, Step, Turn, Variant};
use jabberwock_search::SearchInfo;
use jabberwock_variants::{Entry, Visitor};
use rand::{SeedableRng, rngs::StdRng};

use super::interface::{Answer, Player, PlayerError, TurnRequest};

/// A way to choose turns in any game.
pub(super) trait Strategy: Send + fmt::Debug + 'static {
    /// Chooses a turn at `pos`, which is the start of one in a game that is not over; `None` if
    /// `request.stop` came first.
    fn choose<V: Evaluate>(
        &self,
        variant: V,
        pos: &V::Position,
        request: &TurnRequest<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Option<SearchInfo<String>>)>;
}

#[derive(Debug)]
struct Reference<V, S> {
    variant: V,
    strategy: S,
    rng: StdRng,
}

/// Returns a player of `entry`'s game with this strategy.
pub(super) fn player<S: Strategy>(
    entry: &'static Entry,
    strategy: S,
    seed: u64,
) -> Box<dyn Player> {
    struct NewPlayer<S> {
        strategy: S,
        seed: u64,
    }

    impl<S: Strategy> Visitor for NewPlayer<S> {
        type Output = Box<dyn Player>;

        fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Box<dyn Player> {
            Box::new(Reference {
                variant,
                strategy: self.strategy,
                rng: StdRng::seed_from_u64(self.seed),
            })
        }
    }

    entry.accept(NewPlayer { strategy, seed })
}

impl<V: Evaluate, S: Strategy> Player for Reference<V, S> {
    fn new_game(&mut self, _: &dyn Session, _: &TurnRequest<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        let position = self
            .variant
            .parse(&game.position())
            .map_err(|error| PlayerError::Refusal(error.to_string()))?;
        let (turn, info) = self
            .strategy
            .choose(self.variant, &position, request, &mut self.rng)
            .ok_or(PlayerError::Interrupted)?;
        Ok(Answer {
            turn: Some(Variant::turn_text(&self.variant, &position, &turn)),
            info,
            elapsed: None,
        })
    }

    /// A new player is created for every game, so that its random turns depend on the game alone.
    fn is_reusable(&self) -> bool {
        false
    }
}

/// Replaces the contents of `list` by every legal step of `pos`.
pub(super) fn steps<P: Position>(pos: &P, list: &mut Vec<Step>) {
    list.clear();
    for stage in Stage::ALL {
        pos.generate(stage, list);
    }
}
