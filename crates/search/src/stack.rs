//! The search stack: one frame for each node on the path from the root.

use jabberwock_game::{HistoryIndex, Score, Step};

use crate::{history::ContinuationContext, refusal::Refusals};

/// Longest path in steps.
pub(crate) const MAX_STEPS: usize = 256;

/// One node of the path. Its parent sets the fields that a node needs from the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Turns completed since the root.
    pub(crate) turns: i32,
    /// Index of the frame at which the current turn began.
    pub(crate) turn_start: usize,
    /// Static evaluation with correction, if the node has one.
    pub(crate) eval: Option<Score>,
    /// [`jabberwock_game::HistoryIndex::piece_to`] of the step made here; `None` for a null move.
    pub(crate) piece_to: Option<u16>,
    /// Indices in the history tables of the step made here if it is quiet, `None` for others.
    pub(crate) quiet_step: Option<HistoryIndex>,
    /// Plies that the search after the step made here is reduced by.
    pub(crate) reduction: i32,
    /// Nodes at this ply that failed high since the node before them was entered.
    pub(crate) cutoffs: i32,
    /// Correction of the static evaluation, in centipawns.
    pub(crate) correction: i32,
    /// Quiet steps that caused a cutoff at this ply.
    pub(crate) killers: [Option<Step>; 2],
    /// The step excluded by a singular search.
    pub(crate) excluded: Option<Step>,
    /// Score bounds for refusals of the turns that begin here.
    pub(crate) refusals: Refusals,
    /// Double extensions on the path so far.
    pub(crate) double_extensions: i32,
    /// Principal variation from here.
    pub(crate) pv: Vec<Step>,
}

impl Frame {
    /// Records the step made here, `None` for a null move: for now as one that is not quiet and
    /// whose search is not reduced.
    pub(crate) fn set_step(&mut self, piece_to: Option<u16>) {
        (self.piece_to, self.quiet_step, self.reduction) = (piece_to, None, 0);
    }
}

/// The path from the root.
#[derive(Debug)]
pub(crate) struct Stack(Vec<Frame>);

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack(vec![Frame::default(); MAX_STEPS + 2])
    }

    /// Resets all frames; allocations stay.
    pub(crate) fn clear(&mut self) {
        for frame in &mut self.0 {
            let mut pv = std::mem::take(&mut frame.pv);
            pv.clear();
            *frame = Frame {
                pv,
                ..Frame::default()
            };
        }
    }

    /// Prepares the frame after `ply`, reached by a step that completes its turn or not.
    pub(crate) fn descend(&mut self, ply: usize, completes_turn: bool) {
        let (turns, turn_start, double_extensions) = (
            self[ply].turns,
            self[ply].turn_start,
            self[ply].double_extensions,
        );
        let next = &mut self[ply + 1];
        next.turns = turns + i32::from(completes_turn);
        next.turn_start = if completes_turn { ply + 1 } else { turn_start };
        next.double_extensions = double_extensions;
        next.refusals = Refusals::default();
        if ply + 2 < MAX_STEPS {
            self[ply + 2].killers = [None; 2];
            self[ply + 2].cutoffs = 0;
        }
    }

    /// Returns the steps made `distances` before the node at `ply`.
    pub(crate) fn continuation_context(
        &self,
        ply: usize,
        distances: &[usize],
    ) -> ContinuationContext {
        let mut context = ContinuationContext::default();
        for (earlier, &distance) in context.iter_mut().zip(distances) {
            *earlier = ply.checked_sub(distance).and_then(|ply| self[ply].piece_to);
        }
        context
    }

    /// Whether the static evaluation at `ply` is above that of this side's previous turn.
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let before = |ply: usize| Some(self[self[ply].turn_start.checked_sub(1)?].turn_start);
        let earlier = before(ply)
            .and_then(before)
            .and_then(|start| self[start].eval);
        match (self[ply].eval, earlier) {
            (Some(now), Some(then)) => now > then,
            (now, _) => now.is_some(),
        }
    }

    /// Makes `step` and the principal variation after it that of `ply`.
    pub(crate) fn update_pv(&mut self, ply: usize, step: Step) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(step);
        pv.extend_from_slice(&tail[0].pv);
    }

    /// Records a quiet step that caused a cutoff.
    pub(crate) fn add_killer(&mut self, ply: usize, step: Step) {
        let killers = &mut self[ply].killers;
        if killers[0] != Some(step) {
            killers[1] = killers[0];
            killers[0] = Some(step);
        }
    }
}

impl std::ops::Index<usize> for Stack {
    type Output = Frame;

    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl std::ops::IndexMut<usize> for Stack {
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}
