//! Updates of histories and transposition table by the result of a node.

use jabberwock_game::{Evaluate, HistoryIndex, Position, Score, Step};

use crate::{
    history::{NoisyIndex, PawnHistory, QuietContext, TriedSteps},
    info::Bound,
    node_context::NodeContext,
    table::{Entry, QUIESCENCE_DEPTH},
    worker::Worker,
};

/// Largest bonus of a step by the static evaluations before and after it.
const MAX_EVAL_BONUS: i32 = 1500;

impl<V: Evaluate> Worker<'_, V> {
    /// Updates the histories after a cutoff: a bonus for `best`, which failed high in a search of
    /// `depth` plies, and a malus for the steps tried before it.
    pub(crate) fn update_histories(
        &mut self,
        pos: &V::Position,
        best: Step,
        depth: i32,
        context: &QuietContext,
        tried: &TriedSteps,
    ) {
        let params = &self.params;
        let bonus = self.bonus(depth);
        let malus = (params.malus_slope * depth).min(params.malus_limit);
        let index = V::history_index(pos, best);
        let history = &mut self.data.history;
        if pos.is_noisy(best) {
            history.update_noisy(NoisyIndex::of::<V>(pos, best, index), bonus);
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

    /// Returns the history bonus of a search of `depth` plies.
    fn bonus(&self, depth: i32) -> i32 {
        (self.params.bonus_slope * depth).min(self.params.bonus_limit)
    }

    /// Returns the context that the histories of the quiet steps at `ply` depend on.
    pub(crate) fn quiet_context(&self, ply: usize, pawn: PawnHistory) -> QuietContext {
        let distances = self.profile.continuations;
        let earlier = self.data.stack.continuation_context(ply, distances);
        self.data.history.quiet_context(earlier, pawn)
    }

    /// Adds `bonus`, negative for a malus, to the histories of a quiet step at `ply`, except pawn
    /// history.
    fn update_quiet_histories(&mut self, ply: usize, index: HistoryIndex, bonus: i32) {
        let context = self.quiet_context(ply, PawnHistory::default());
        self.data.history.update_quiet(index, &context, bonus);
    }

    /// Returns the part of the pawn history for the steps of `pos`.
    pub(crate) fn pawn_history(&self, pos: &V::Position) -> PawnHistory {
        match self.params.pawn_history {
            0 => PawnHistory::default(),
            weight => PawnHistory::new(&self.data.history, V::correction_key(pos), weight),
        }
    }

    /// Adds a bonus for the table step of `pos`, which cuts the node at `ply` off without a search,
    /// if it is quiet.
    pub(crate) fn reward_table_step(
        &mut self,
        pos: &V::Position,
        step: Step,
        depth: i32,
        ply: usize,
    ) {
        let bonus = self.bonus(depth) * self.params.table_cutoff_bonus / 100;
        if bonus == 0 || Some(step) == pos.refusal() || !pos.is_legal(step) || pos.is_noisy(step) {
            return;
        }
        self.update_quiet_histories(ply, V::history_index(pos, step), bonus);
    }

    /// Adds a bonus or malus for the late quiet step made at `node`, by its score in the search
    /// without reduction.
    pub(crate) fn update_after_research(&mut self, node: &NodeContext, score: Score, depth: i32) {
        let Some(index) = self.data.stack[node.ply].quiet_step else {
            return;
        };
        let bonus = self.bonus(depth) * self.params.late_step_bonus / 100;
        let bonus = if score <= node.window.alpha {
            -bonus
        } else if score >= node.window.beta {
            bonus
        } else {
            return;
        };
        self.update_quiet_histories(node.ply, index, bonus);
    }

    /// Adds a bonus for the opponent's quiet step before `node`, which failed low.
    pub(crate) fn reward_previous_step(&mut self, node: &NodeContext) {
        let percent = self.params.previous_step_bonus;
        if percent == 0 || node.mid_turn {
            return;
        }
        let parent = node.ply.checked_sub(1);
        let Some((parent, index)) =
            parent.and_then(|parent| Some((parent, self.data.stack[parent].quiet_step?)))
        else {
            return;
        };
        let bonus = self.bonus(node.depth) * percent / 100;
        self.update_quiet_histories(parent, index, bonus);
    }

    /// A bonus or malus for the opponent's quiet step before the node at `ply`, by the change of
    /// the static evaluation that it caused. `eval_sum` is the sum of the evaluations of both
    /// sides.
    pub(crate) fn update_by_evals(&mut self, ply: usize, eval_sum: i32) {
        if let Some(index) = self.data.stack[ply - 1].quiet_step {
            let bonus = -self.params.eval_bonus * eval_sum;
            let bonus = bonus.clamp(-MAX_EVAL_BONUS, MAX_EVAL_BONUS);
            self.data.history.update_butterfly(index, bonus);
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

    /// Stores that `pos` is worth at least its static evaluation `eval`, without correction
    /// `raw_eval`: at the start of a turn and not in check, quiescence search may stand pat. The
    /// next visit need not evaluate it.
    pub(crate) fn store_static(&self, pos: &V::Position, eval: Score, raw_eval: Option<Score>) {
        let entry = Entry {
            step: None,
            score: eval,
            eval: raw_eval,
            depth: QUIESCENCE_DEPTH,
            bound: Bound::Lower,
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
