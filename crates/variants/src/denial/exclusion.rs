//! Steps that can lead to a movement other than the denied one (D5).

use jabberwock_game::{Position as _, Sink, Stage, Step};

use super::base::{Base, Steps};

/// The beginning of a turn whose movement must differ from the excluded one.
pub(super) struct PartialTurn<'a, B: Base> {
    pub(super) before: &'a B::Position,
    pub(super) here: &'a B::Position,
    pub(super) made: B::Steps,
    pub(super) excluded: u64,
}

impl<B: Base> PartialTurn<'_, B> {
    /// Whether `step`, which is legal in the base game, can lead to another movement.
    pub(super) fn allows(&self, step: Step) -> bool {
        let mut made = self.made.clone();
        made.push(step);
        if self.here.completes_turn(step) {
            return B::movement(self.before, made.as_slice()).number != self.excluded;
        }
        let mut after = self.here.clone();
        after.play(step);
        let mut any = AnyOther::<B> {
            partial: PartialTurn {
                before: self.before,
                here: &after,
                made,
                excluded: self.excluded,
            },
            found: false,
        };
        Stage::ALL.into_iter().any(|stage| {
            after.generate(stage, &mut any);
            any.found
        })
    }
}

/// A sink that forwards the steps that can lead to a movement other than the excluded one.
pub(super) struct ExclusionFilter<'a, B: Base, S> {
    pub(super) partial: PartialTurn<'a, B>,
    pub(super) sink: &'a mut S,
}

impl<B: Base, S: Sink> Sink for ExclusionFilter<'_, B, S> {
    fn push(&mut self, step: Step) {
        if self.partial.allows(step) {
            self.sink.push(step);
        }
    }
}

/// A sink that determines whether there is such a step.
struct AnyOther<'a, B: Base> {
    partial: PartialTurn<'a, B>,
    found: bool,
}

impl<B: Base> Sink for AnyOther<'_, B> {
    fn push(&mut self, step: Step) {
        self.found = self.found || self.partial.allows(step);
    }
}
