//! Judgement of positions and steps: the base's, and what denials add.

pub mod stakes;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Coefficient, Color, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step,
    Term, Variant as _, WeightsError,
};

use super::{
    layer::Layer,
    position::{DENY, DRAW, Position},
};
use crate::evaluation::{Counts, Pair, Scheme, Sum, Weights};
use stakes::{ALL, END, Stakes};

/// What is counted besides the base's.
static OWN: Scheme<END> = Scheme::new(&[ALL], "");

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Stakes> {
    own: Weights<END>,
    base: B::Evaluator,
}

impl<B: Stakes> Evaluator<B> {
    /// One with the weights of `text`: those of [`stakes`], then those of `base`.
    ///
    /// # Errors
    /// If `text` does not hold them.
    pub(super) fn read(base: B, text: &str) -> Result<Evaluator<B>, WeightsError> {
        let (own, others) = text.split_at(end_of_own(text));
        Ok(Evaluator {
            own: OWN.read(own)?,
            base: base.evaluator_with(others)?,
        })
    }

    /// What the right is worth to White.
    fn weigh(&self, pos: &Position<B>) -> Pair {
        let weights = &*self.own.0;
        let mut sums = ByColor([Sum::new(weights), Sum::new(weights)]);
        stakes::count(pos, &mut sums);
        sums[Color::White].total - sums[Color::Black].total
    }

    fn counted(pos: &Position<B>) -> ByColor<Counts<END>> {
        let mut counts = ByColor([Counts::default(), Counts::default()]);
        stakes::count(pos, &mut counts);
        counts
    }
}

/// Where the base's weights begin: with the first line that names a term of another group.
fn end_of_own(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let named = line.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if named && !ALL.iter().any(|term| line.starts_with(term.group())) {
            break;
        }
        end += line.len();
    }
    end
}

/// Whether the step is none of the base's.
fn is_own(step: Step) -> bool {
    matches!(step, DENY | DRAW)
}

impl<B: Stakes> jabberwock_game::Evaluator<Position<B>> for Evaluator<B> {
    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        let own = B::taper(pos.now()).score(self.weigh(pos), pos.turn());
        Score::from_eval(self.base.evaluate(pos.now()).0 + own.0)
    }

    fn terms(&mut self, pos: &Position<B>) -> Vec<Term> {
        let mut terms = OWN.explain(&self.own, &Self::counted(pos), B::taper(pos.now()));
        terms.extend(self.base.terms(pos.now()));
        terms
    }

    fn weights(&self) -> Vec<i32> {
        [self.own.numbers(), self.base.weights()].concat()
    }

    fn coefficients(&mut self, pos: &Position<B>) -> Vec<Coefficient> {
        let mut all = Counts::coefficients(&Self::counted(pos), B::taper(pos.now()));
        let base = self.base.coefficients(pos.now()).into_iter();
        all.extend(base.map(|coefficient| Coefficient {
            weight: coefficient.weight + 2 * END as u32,
            ..coefficient
        }));
        all
    }

    fn history_index(&self, pos: &Position<B>, step: Step) -> HistoryIndex {
        if !is_own(step) {
            return self.base.history_index(pos.now(), step);
        }
        let profile = Layer::<B>::PROFILE;
        let from_end = 1 + usize::from(step == DRAW);
        HistoryIndex {
            butterfly: (profile.butterfly_slots - from_end) as u16,
            piece_to: (profile.piece_to_slots - from_end) as u16,
            victim: 0,
        }
    }

    /// The layer's steps come after the base's.
    fn score_moves(&mut self, pos: &Position<B>, stage: Stage, steps: &mut [Scored]) {
        let own = steps.iter().position(|scored| is_own(scored.step));
        let count = own.unwrap_or(steps.len());
        self.base.score_moves(pos.now(), stage, &mut steps[..count]);
    }

    fn captured_value(&self, pos: &Position<B>, step: Step) -> i32 {
        if is_own(step) {
            0
        } else {
            self.base.captured_value(pos.now(), step)
        }
    }

    fn see_ge(&self, pos: &Position<B>, step: Step, threshold: i32) -> bool {
        is_own(step) || self.base.see_ge(pos.now(), step, threshold)
    }

    fn correction_key(&self, pos: &Position<B>) -> Key {
        self.base.correction_key(pos.now())
    }
}
