//! A random sample of the positions that a search evaluates, as training data: positions of games
//! alone are more balanced and quieter than those.

use std::num::NonZeroU32;

use jabberwock_game::{Key, Position, Score};

/// A position and its static evaluation, not corrected.
pub type Evaluated<P> = (P, Score);

/// Keeps one position of `interval` on average, independently of each other: of those at the start
/// of a turn whose player is not forced to respond, as the static evaluation of others is
/// unreliable.
#[derive(Debug)]
pub(crate) struct Sampler<P> {
    interval: NonZeroU32,
    seed: u64,
    /// Positions evaluated so far.
    count: u64,
    sample: Vec<Evaluated<P>>,
}

impl<P: Position> Sampler<P> {
    pub(crate) fn new(interval: NonZeroU32, seed: u64) -> Sampler<P> {
        Sampler {
            interval,
            seed,
            count: 0,
            sample: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, position: &P, eval: Score) {
        let Key(random) = Key::random(self.seed, self.count);
        self.count += 1;
        let is_chosen = random.is_multiple_of(u64::from(self.interval.get()));
        if is_chosen && position.at_turn_start() && !position.is_forced_to_respond() {
            self.sample.push((position.clone(), eval));
        }
    }

    /// Returns the positions sampled since the last call.
    pub(crate) fn take(&mut self) -> Vec<Evaluated<P>> {
        std::mem::take(&mut self.sample)
    }
}
