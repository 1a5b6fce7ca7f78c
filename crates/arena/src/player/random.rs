//! `random`: random steps, uniformly drawn.

use std::fmt;

use jabberwock_game::{Evaluate, Position, Step, Turn, Variant};
use jabberwock_search::SearchInfo;
use jabberwock_variants::{Entry, Visitor, mega::Board};
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::{
    interface::TurnRequest,
    mega,
    reference::{Strategy, steps},
};

/// Draws steps one by one until the turn is complete.
#[derive(Debug)]
pub(super) struct Random;

impl Strategy for Random {
    fn choose<V: Evaluate>(
        &self,
        _: V,
        pos: &V::Position,
        _: &TurnRequest<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Option<SearchInfo<String>>)> {
        let mut pos = pos.clone();
        let mut turn = Turn::new();
        play_turn(&mut pos, rng, &mut Vec::new(), |step| turn.push(step));
        Some((turn, None))
    }
}

/// Plays a random turn on `pos` and passes each step to `on_step`; `false` if no turn is legal.
pub(crate) fn play_turn<P: Position>(
    pos: &mut P,
    rng: &mut impl Rng,
    list: &mut Vec<Step>,
    mut on_step: impl FnMut(Step),
) -> bool {
    loop {
        steps(pos, list);
        let Some(&step) = list.choose(rng) else {
            return false;
        };
        pos.play(step);
        on_step(step);
        if pos.at_turn_start() {
            return true;
        }
    }
}

/// Draws a turn, as text, at a position, as text.
type Draw = dyn FnMut(&str) -> Option<String> + Send;

/// Random turns of any game, behind one type.
pub(crate) struct RandomTurns {
    draw: Box<Draw>,
}

impl fmt::Debug for RandomTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomTurns").finish_non_exhaustive()
    }
}

impl RandomTurns {
    /// Returns random turns of `entry`'s game, drawn by `seed`.
    pub(crate) fn new(entry: &'static Entry, seed: u64) -> RandomTurns {
        struct Drawing(StdRng);

        impl Visitor for Drawing {
            type Output = RandomTurns;

            fn visit<V: Evaluate>(mut self, _: &'static Entry, variant: V) -> RandomTurns {
                let draw = move |text: &str| {
                    let start = variant.parse(text).ok()?;
                    let mut turn = Turn::new();
                    let on_step = |step| turn.push(step);
                    play_turn(&mut start.clone(), &mut self.0, &mut Vec::new(), on_step)
                        .then(|| Variant::turn_text(&variant, &start, &turn))
                };
                RandomTurns {
                    draw: Box::new(draw),
                }
            }
        }

        let mut rng = StdRng::seed_from_u64(seed);
        let Some(mega) = entry.planned() else {
            return entry.accept(Drawing(rng));
        };
        let draw = move |text: &str| {
            let board = Board::parse(mega.level(), text).ok()?;
            mega::random_turn(&board, &mut rng).map(|play| play.to_string())
        };
        RandomTurns {
            draw: Box::new(draw),
        }
    }

    /// Returns a random turn at `position`; `None` if there is none.
    pub(crate) fn turn(&mut self, position: &str) -> Option<String> {
        (self.draw)(position)
    }
}
