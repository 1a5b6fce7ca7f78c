//! What becomes of what is counted.

use super::term::{EvalTerm, Pair};

/// Takes what is counted for one player. The code that counts is written once; what it costs
/// depends on who listens.
pub trait Trace {
    /// `term` of kind `index` was seen `count` times.
    fn add(&mut self, term: EvalTerm, index: usize, count: i32);
}

/// Adds up weights.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a, const N: usize> {
    weights: &'a [Pair; N],
    /// What has been added up so far.
    pub total: Pair,
}

impl<'a, const N: usize> Sum<'a, N> {
    /// Nothing counted yet.
    pub fn new(weights: &'a [Pair; N]) -> Sum<'a, N> {
        Sum {
            weights,
            total: Pair::default(),
        }
    }
}

impl<const N: usize> Trace for Sum<'_, N> {
    #[inline]
    fn add(&mut self, term: EvalTerm, index: usize, count: i32) {
        self.total = self.total + self.weights[term.offset + index] * count;
    }
}

/// Remembers how often each weight counts: the coefficients of the sum, which is linear in the
/// weights, so that it can be explained and tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<const N: usize>(
    /// By weight.
    pub Box<[i32; N]>,
);

impl<const N: usize> Default for Counts<N> {
    fn default() -> Counts<N> {
        Counts(Box::new([0; N]))
    }
}

impl<const N: usize> Trace for Counts<N> {
    fn add(&mut self, term: EvalTerm, index: usize, count: i32) {
        self.0[term.offset + index] += count;
    }
}
