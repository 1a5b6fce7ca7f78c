//! Judgement of positions and steps: the base's, and what denials add.

use jabberwock_game::{Coefficient, Evaluate, Key, Score, Scored, Slots, Stage, Step, Term};

use super::{
    base::Base,
    position::{DENY, DRAW, Position},
};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator<B: Base + Evaluate> {
    base: B::Evaluator,
}

impl<B: Base + Evaluate> Evaluator<B> {
    /// One that judges the base's positions as `base` does.
    pub(super) fn new(base: B::Evaluator) -> Evaluator<B> {
        Evaluator { base }
    }
}

/// Whether the step is none of the base's.
fn is_own(step: Step) -> bool {
    matches!(step, DENY | DRAW)
}

impl<B: Base + Evaluate> jabberwock_game::Evaluator<Position<B>> for Evaluator<B> {
    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        self.base.evaluate(pos.now())
    }

    fn terms(&mut self, pos: &Position<B>) -> Vec<Term> {
        self.base.terms(pos.now())
    }

    fn coefficients(&mut self, pos: &Position<B>) -> Vec<Coefficient> {
        self.base.coefficients(pos.now())
    }

    fn slots(&self, pos: &Position<B>, step: Step) -> Slots {
        if !is_own(step) {
            return self.base.slots(pos.now(), step);
        }
        let profile = B::layered_profile();
        let from_end = 1 + usize::from(step == DRAW);
        Slots {
            butterfly: (profile.butterfly_slots - from_end) as u16,
            piece_to: (profile.piece_to_slots - from_end) as u16,
            victim: 0,
        }
    }

    /// The layer's steps come after the base's.
    fn order(&mut self, pos: &Position<B>, stage: Stage, steps: &mut [Scored]) {
        let own = steps.iter().position(|scored| is_own(scored.step));
        let count = own.unwrap_or(steps.len());
        self.base.order(pos.now(), stage, &mut steps[..count]);
    }

    fn gain(&self, pos: &Position<B>, step: Step) -> i32 {
        if is_own(step) {
            0
        } else {
            self.base.gain(pos.now(), step)
        }
    }

    fn exchange_at_least(&self, pos: &Position<B>, step: Step, threshold: i32) -> bool {
        is_own(step) || self.base.exchange_at_least(pos.now(), step, threshold)
    }

    fn structure(&self, pos: &Position<B>) -> Key {
        self.base.structure(pos.now())
    }
}
