//! Evaluation of positions and steps: the base game's, and the value of the right to deny.

pub(super) mod right;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Coefficient, Color, Evaluate, Evaluator, HistoryIndex, Key, PlaneMirror, Planes, Removal,
    Score, Scored, Stage, Step, Term, Variant, WeightsError,
};

use super::{
    layer::Layer,
    position::{DENY, DRAW, Position},
};
use crate::evaluation::{Features, LinearEvaluator, NetworkEvaluator, Networked};
use right::DenialFeatures;

/// Whether the step is one of the layer's own.
fn is_own(step: Step) -> bool {
    matches!(step, DENY | DRAW)
}

impl<B: DenialFeatures> Networked for Layer<B> {
    const NAME: &'static str = B::DENIAL_NAME;
    const NETWORK: Option<&'static [u8]> = B::DENIAL_NETWORK;

    fn scaled_correction(pos: &Position<B>, correction: i32, strong: Color) -> i32 {
        B::scaled_correction(pos.now(), correction, strong)
    }

    type HandWritten = DenialEvaluator<B>;
}

/// The input numbers of the kind after those of the base game, which encodes the state of the right
/// to deny for the player concerned. The number of denials so far is added to the last one.
const IMMUNE: u32 = 0;
const MAY_DENY: u32 = 1;
const HELD: u32 = 8;

impl<B: DenialFeatures> Evaluate for Layer<B> {
    type Evaluator = NetworkEvaluator<Layer<B>>;

    const KINDS: usize = B::KINDS + 1;
    const KINDS_ON_SQUARES: usize = B::KINDS_ON_SQUARES;
    const MIRROR: PlaneMirror = B::MIRROR;

    /// The excluded movement is not represented.
    fn planes(pos: &Position<B>, planes: &mut Planes) {
        B::planes(pos.now(), planes);
        let right = pos.right();
        planes.add_number(B::KINDS, right.holder, HELD + u32::from(right.count));
        if right.immune {
            planes.add_number(B::KINDS, !right.holder, IMMUNE);
        }
        if pos.deniable().is_some() {
            planes.add_number(B::KINDS, right.holder, MAY_DENY);
        }
    }

    fn wings_are_alike(pos: &Position<B>) -> bool {
        B::wings_are_alike(pos.now())
    }

    fn removals(pos: &Position<B>) -> Vec<Removal<Position<B>>> {
        let base = B::removals(pos.now()).into_iter();
        let layered = base.map(|removal| Removal {
            color: removal.color,
            piece: removal.piece,
            square: removal.square,
            pos: pos.with_now(removal.pos),
        });
        layered.collect()
    }

    #[inline]
    fn history_index(pos: &Position<B>, step: Step) -> HistoryIndex {
        if !is_own(step) {
            return B::history_index(pos.now(), step);
        }
        let profile = <Layer<B> as Variant>::PROFILE;
        let from_end = 1 + usize::from(step == DRAW);
        HistoryIndex {
            butterfly: (profile.butterfly_slots - from_end) as u16,
            piece_to: (profile.piece_to_slots - from_end) as u16,
        }
    }

    #[inline]
    fn victim(pos: &Position<B>, step: Step) -> u8 {
        if is_own(step) {
            0
        } else {
            B::victim(pos.now(), step)
        }
    }

    /// The layer's steps are ordered after the base's.
    fn score_moves(pos: &Position<B>, stage: Stage, steps: &mut [Scored]) {
        let own = steps.iter().position(|scored| is_own(scored.step));
        let count = own.unwrap_or(steps.len());
        B::score_moves(pos.now(), stage, &mut steps[..count]);
    }

    fn captured_value(pos: &Position<B>, step: Step) -> i32 {
        if is_own(step) {
            0
        } else {
            B::captured_value(pos.now(), step)
        }
    }

    fn see_ge(pos: &Position<B>, step: Step, threshold: i32) -> bool {
        is_own(step) || B::see_ge(pos.now(), step, threshold)
    }

    fn correction_key(pos: &Position<B>) -> Key {
        B::correction_key(pos.now())
    }
}

/// The evaluator of a base game with denials.
#[derive(Clone, Debug)]
pub struct DenialEvaluator<B: DenialFeatures> {
    right: LinearEvaluator<Layer<B>>,
    base: B::HandWritten,
}

/// Uses the built-in weights.
impl<B: DenialFeatures> Default for DenialEvaluator<B> {
    fn default() -> DenialEvaluator<B> {
        DenialEvaluator::with_weights(B::DENIAL_WEIGHTS).expect("the text holds the terms")
    }
}

impl<B: DenialFeatures> Evaluator<Position<B>> for DenialEvaluator<B> {
    fn weights_text() -> &'static str {
        B::DENIAL_WEIGHTS
    }

    fn with_weights(text: &str) -> Result<DenialEvaluator<B>, WeightsError> {
        let (right, rest) = LinearEvaluator::read(text)?;
        let base = B::HandWritten::with_weights(rest)?;
        Ok(DenialEvaluator { right, base })
    }

    fn remove_network(&mut self) {
        self.right.remove_network();
        self.base.remove_network();
    }

    fn use_network_base(&mut self) {
        self.right.use_network_base();
        self.base.use_network_base();
    }

    fn evaluate(&mut self, pos: &Position<B>, ply: usize) -> Score {
        let right = self.right.evaluate(pos, ply);
        Score::from_eval(self.base.evaluate(pos.now(), ply).0 + right.0)
    }

    fn terms(&mut self, pos: &Position<B>) -> Vec<Term> {
        let mut terms = self.right.terms(pos);
        terms.extend(self.base.terms(pos.now()));
        terms
    }

    fn weights(&self) -> Vec<i32> {
        [self.right.weights(), self.base.weights()].concat()
    }

    fn coefficients(&mut self, pos: &Position<B>) -> Vec<Coefficient> {
        let mut all = self.right.coefficients(pos);
        let first = 2 * <Layer<B> as Features>::TERMS.weights() as u32;
        let base = self.base.coefficients(pos.now()).into_iter();
        all.extend(base.map(|coefficient| Coefficient {
            weight: coefficient.weight + first,
            ..coefficient
        }));
        all
    }
}
