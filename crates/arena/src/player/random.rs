//! `random`: any step is as likely as another.

use std::fmt;

use jabberwock_game::{Evaluate, Position, Step, Turn, Variant};
use jabberwock_variants::{Entry, Visitor, mega::Board};
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::{
    Ask, Thoughts, mega,
    reference::{Style, steps},
};

/// Steps are drawn one by one until the turn is complete.
#[derive(Debug)]
pub(super) struct Random;

impl Style for Random {
    fn choose<V: Evaluate>(
        &self,
        _: V,
        pos: &V::Position,
        _: &Ask<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Thoughts)> {
        let mut pos = pos.clone();
        let mut turn = Turn::new();
        play_turn(&mut pos, rng, &mut Vec::new(), |step| turn.push(step));
        Some((turn, Thoughts::default()))
    }
}

/// Makes a random turn in `pos`, and shows its steps. Nothing happens where none is legal.
pub(super) fn play_turn<P: Position>(
    pos: &mut P,
    rng: &mut impl Rng,
    list: &mut Vec<Step>,
    mut see: impl FnMut(Step),
) -> bool {
    loop {
        steps(pos, list);
        let Some(&step) = list.choose(rng) else {
            return false;
        };
        pos.play(step);
        see(step);
        if pos.at_turn_start() {
            return true;
        }
    }
}

/// From a position's text to a turn's.
type Draw = dyn FnMut(&str) -> Option<String> + Send;

/// Random turns of a game whose type is forgotten.
pub(crate) struct RandomTurns {
    draw: Box<Draw>,
}

impl fmt::Debug for RandomTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomTurns").finish_non_exhaustive()
    }
}

impl RandomTurns {
    /// Those of `entry`'s game that `seed` leads to.
    pub(crate) fn new(entry: &'static Entry, seed: u64) -> RandomTurns {
        struct Drawing(StdRng);

        impl Visitor for Drawing {
            type Output = RandomTurns;

            fn visit<V: Evaluate>(mut self, _: &'static Entry, variant: V) -> RandomTurns {
                let draw = move |text: &str| {
                    let start = variant.parse(text).ok()?;
                    let mut turn = Turn::new();
                    let see = |step| turn.push(step);
                    play_turn(&mut start.clone(), &mut self.0, &mut Vec::new(), see)
                        .then(|| Variant::turn_text(&variant, &start, &turn))
                };
                RandomTurns {
                    draw: Box::new(draw),
                }
            }
        }

        let mut rng = StdRng::seed_from_u64(seed);
        let Some(level) = entry.mega_level() else {
            return entry.accept(Drawing(rng));
        };
        let draw = move |text: &str| {
            let board = Board::parse(level, text).ok()?;
            mega::random_turn(&board, &mut rng).map(|play| play.to_string())
        };
        RandomTurns {
            draw: Box::new(draw),
        }
    }

    /// One from this position; `None` if there is none.
    pub(crate) fn turn(&mut self, position: &str) -> Option<String> {
        (self.draw)(position)
    }
}
