//! The features of a game, which determine its hand-written evaluation.

use std::fmt;

use jabberwock_game::{
    ByColor, Coefficient, Evaluator, Position, Score, Term, Variant, WeightsError,
};

use super::{
    explain::{coefficients, explain},
    pair::Pair,
    taper::Taper,
    term::TermSet,
    trace::{Counts, Sum, Trace},
    weights::Weights,
};

/// A game whose evaluation is a weighted sum of counted terms, tapered from the middlegame to the
/// endgame.
pub trait Features: Variant {
    /// The terms.
    const TERMS: TermSet;

    /// The text of the game's `weights.txt`.
    const WEIGHTS: &'static str;

    /// The data cached between evaluations; `()` for none.
    type Cache: Clone + fmt::Debug + Default + Send + Sync;

    /// Counts all terms for each side.
    fn count<T: Trace>(pos: &Self::Position, traces: &mut ByColor<T>);

    /// Sums the terms of [`Features::count`], using the cache if there is one. The cache is always
    /// used with the same weights.
    fn sum(pos: &Self::Position, _: &mut Self::Cache, sums: &mut ByColor<Sum<'_>>) {
        Self::count(pos, sums);
    }

    /// Counts the terms to which a network's output is added, for each side; the network replaces
    /// all others.
    fn count_network_base<T: Trace>(pos: &Self::Position, traces: &mut ByColor<T>);

    /// Returns the taper of a position whose value for White is `total`.
    fn taper(pos: &Self::Position, total: Pair) -> Taper;
}

/// The evaluator of a game that declares its [`Features`].
#[derive(Clone, Debug)]
pub struct LinearEvaluator<F: Features> {
    weights: Weights,
    cache: F::Cache,
    /// Whether only the terms of [`Features::count_network_base`] are counted.
    is_network_base: bool,
}

impl<F: Features> LinearEvaluator<F> {
    /// Reads an evaluator's weights from the beginning of `text`; also returns the remaining text.
    ///
    /// # Errors
    /// If the text does not begin with the game's terms in their order.
    pub(crate) fn read(text: &str) -> Result<(LinearEvaluator<F>, &str), WeightsError> {
        let (weights, rest) = Weights::read(text, F::TERMS)?;
        Ok((LinearEvaluator::new(weights), rest))
    }

    fn new(weights: Weights) -> LinearEvaluator<F> {
        LinearEvaluator {
            weights,
            cache: F::Cache::default(),
            is_network_base: false,
        }
    }

    /// Returns the value for White.
    fn total(&mut self, pos: &F::Position) -> Pair {
        let mut sums = Sum::both(&self.weights);
        if self.is_network_base {
            F::count_network_base(pos, &mut sums);
        } else {
            F::sum(pos, &mut self.cache, &mut sums);
        }
        Sum::for_white(&sums)
    }

    fn counts(&self, pos: &F::Position) -> ByColor<Counts> {
        let mut counts = ByColor::default();
        if self.is_network_base {
            F::count_network_base(pos, &mut counts);
        } else {
            F::count(pos, &mut counts);
        }
        counts
    }
}

/// Uses the weights in the game's `weights.txt`.
impl<F: Features> Default for LinearEvaluator<F> {
    fn default() -> LinearEvaluator<F> {
        let (evaluator, _) = LinearEvaluator::read(F::WEIGHTS).expect("the file holds the terms");
        evaluator
    }
}

impl<F: Features> Evaluator<F::Position> for LinearEvaluator<F> {
    fn weights_text() -> &'static str {
        F::WEIGHTS
    }

    fn with_weights(text: &str) -> Result<LinearEvaluator<F>, WeightsError> {
        Ok(LinearEvaluator::new(Weights::parse(text, F::TERMS)?))
    }

    fn remove_network(&mut self) {
        self.is_network_base = false;
    }

    fn use_network_base(&mut self) {
        self.is_network_base = true;
    }

    fn evaluate(&mut self, pos: &F::Position, _: usize) -> Score {
        let total = self.total(pos);
        if total == Pair::default() {
            return Score(0);
        }
        F::taper(pos, total).score(total, pos.turn())
    }

    fn terms(&mut self, pos: &F::Position) -> Vec<Term> {
        let taper = F::taper(pos, self.total(pos));
        explain(F::TERMS, &self.weights, &self.counts(pos), taper)
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.numbers()
    }

    fn coefficients(&mut self, pos: &F::Position) -> Vec<Coefficient> {
        let taper = F::taper(pos, self.total(pos));
        coefficients(F::TERMS, &self.counts(pos), taper)
    }
}
