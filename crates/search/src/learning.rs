//! Updates of histories and transposition table by the result of a node.

use jabberwock_game::{Evaluate, Position, Score, Step};

use crate::{
    history::{ContinuationContext, TriedSteps},
    info::Bound,
    node_context::NodeContext,
    table::Entry,
    worker::Worker,
};

impl<V: Evaluate> Worker<'_, V> {
    /// Updates the histories after a cutoff: a bonus for `best`, which failed high in a search of
    /// `depth` plies, and a malus for the steps tried before it.
    pub(crate) fn update_histories(
        &mut self,
        pos: &V::Position,
        best: Step,
        depth: i32,
        context: &ContinuationContext,
        tried: &TriedSteps,
    ) {
        let params = &self.params;
        let bonus = (params.bonus_slope * depth).min(params.bonus_limit);
        let malus = (params.malus_slope * depth).min(params.malus_limit);
        let index = V::history_index(pos, best);
        let history = &mut self.data.history;
        if pos.is_noisy(best) {
            history.update_noisy(index, bonus);
        } else {
            history.update_quiet(index, context, bonus);
            for &index in &tried.quiet {
                history.update_quiet(index, context, -malus);
            }
        }
        for &index in &tried.noisy {
            history.update_noisy(index, -malus);
        }
    }

    /// Stores the result of a node in the transposition table and the correction history.
    pub(crate) fn store_result(
        &mut self,
        pos: &V::Position,
        node: &NodeContext,
        score: Score,
        bound: Bound,
        best: Option<Step>,
    ) {
        self.update_correction(pos, node, score, bound, best);
        let entry = Entry {
            step: best,
            score: score.to_table(node.turns),
            eval: node.raw_eval,
            depth: node.depth,
            bound,
        };
        self.shared.table.store(pos.table_key(), entry);
    }

    /// Updates the correction history by the result of a node, if that contradicts the static
    /// evaluation and does not depend on a noisy step.
    fn update_correction(
        &mut self,
        pos: &V::Position,
        node: &NodeContext,
        score: Score,
        bound: Bound,
        best: Option<Step>,
    ) {
        let (Some(eval), Some(raw_eval)) = (node.eval, node.raw_eval) else {
            return;
        };
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if contradicts && !score.is_decisive() && best.is_none_or(|step| !pos.is_noisy(step)) {
            let key = V::correction_key(pos);
            let error = score - raw_eval;
            self.data
                .history
                .update_correction(pos.turn(), key, error, node.depth);
        }
    }
}
