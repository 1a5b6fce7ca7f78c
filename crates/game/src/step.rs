//! Steps and turns.

use std::num::NonZeroU32;

use smallvec::SmallVec;

/// One step of a turn, packed into 32 bits that only the variant that made it can decode.
///
/// A chess-like game has one step a turn. The bits are never zero, so an `Option<Step>` has the
/// size of a step, and a transposition table stores steps as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(NonZeroU32);

impl Step {
    /// Returns the step with these bits.
    ///
    /// # Panics
    /// If `bits` is 0.
    #[track_caller]
    pub const fn new(bits: u32) -> Step {
        Step(NonZeroU32::new(bits).expect("a step has at least one bit"))
    }

    /// Returns the step with these bits, `None` for 0: the inverse of [`Step::pack`].
    pub const fn unpack(bits: u32) -> Option<Step> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Step(bits)),
            None => None,
        }
    }

    /// Returns the step's bits.
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// Returns the bits of an optional step, 0 for none, as stored in a table.
    pub const fn pack(step: Option<Step>) -> u32 {
        match step {
            Some(step) => step.bits(),
            None => 0,
        }
    }
}

/// The steps of a turn, or of the beginning of one, in the order in which they are played.
pub type Turn = SmallVec<[Step; 4]>;

/// A receiver of generated steps: a list, a counter, a filter. Generators are generic over it, so
/// counting steps does not build a list of them.
pub trait Sink {
    /// Adds one step.
    fn push(&mut self, step: Step);

    /// Adds steps each of which completes a turn. A sink that counts turns need not play them.
    #[inline]
    fn push_turns(&mut self, steps: impl ExactSizeIterator<Item = Step>) {
        steps.for_each(|step| self.push(step));
    }
}

impl Sink for Vec<Step> {
    fn push(&mut self, step: Step) {
        Vec::push(self, step);
    }
}

/// A sink that counts steps.
#[derive(Debug, Default)]
pub struct Count(
    /// The number of steps pushed so far.
    pub u64,
);

impl Sink for Count {
    fn push(&mut self, _: Step) {
        self.0 += 1;
    }

    #[inline]
    fn push_turns(&mut self, steps: impl ExactSizeIterator<Item = Step>) {
        self.0 += steps.len() as u64;
    }
}
