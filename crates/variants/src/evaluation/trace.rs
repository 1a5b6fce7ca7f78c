//! Traces of an evaluation: the terms counted, as a sum of weights or as a list of counts.

use jabberwock_game::{ByColor, Color};

use super::{
    pair::Pair,
    term::{EvalTerm, MAX_WEIGHTS},
    weights::Weights,
};

/// A receiver of the counts of one side. A game's counting code is compiled separately for each
/// trace, so the sum does not pay for data that only an explanation needs.
pub trait Trace {
    /// Counts `count` occurrences of `term` of kind `index`.
    fn add(&mut self, term: EvalTerm, index: usize, count: i32);

    /// Counts one occurrence of `term` of kind `count`; larger counts belong to the last kind.
    #[inline]
    fn bucket(&mut self, term: EvalTerm, count: usize) {
        self.add(term, count.min(term.len - 1), 1);
    }
}

/// A trace that sums weights.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a> {
    weights: &'a [Pair; MAX_WEIGHTS],
    /// The sum so far.
    pub total: Pair,
}

impl<'a> Sum<'a> {
    /// Returns sums of 0 for both sides.
    pub fn both(weights: &'a Weights) -> ByColor<Sum<'a>> {
        let total = Pair::default();
        let weights = weights.values();
        ByColor([Sum { weights, total }; 2])
    }

    /// Returns a sum of 0 with the same weights.
    pub fn zeroed(&self) -> Sum<'a> {
        let total = Pair::default();
        Sum { total, ..*self }
    }

    /// Returns the value for White.
    pub fn for_white(sums: &ByColor<Sum<'_>>) -> Pair {
        sums[Color::White].total - sums[Color::Black].total
    }
}

impl Trace for Sum<'_> {
    #[inline]
    fn add(&mut self, term: EvalTerm, index: usize, count: i32) {
        self.total = self.total + self.weights[term.offset + index] * count;
    }
}

/// A trace of the number of times each weight counts: the coefficients of the sum, which is linear
/// in the weights. They explain a value, and weights are fitted from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts(Box<[i32; MAX_WEIGHTS]>);

impl Counts {
    /// Returns the count of the weight at `index`.
    pub fn of(&self, index: usize) -> i32 {
        self.0[index]
    }
}

impl Default for Counts {
    fn default() -> Counts {
        Counts(Box::new([0; MAX_WEIGHTS]))
    }
}

impl Trace for Counts {
    fn add(&mut self, term: EvalTerm, index: usize, count: i32) {
        self.0[term.offset + index] += count;
    }
}
