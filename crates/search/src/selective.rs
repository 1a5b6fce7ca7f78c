//! What a node does before and beside its steps: pruning of the whole node, singular extension,
//! learning.

use jabberwock_game::{Evaluate, Evaluator, Position, Score, Step};

use crate::{
    Bound, history::Trail, node::Tried, prune, table::Entry, window::Window, worker::Worker,
};

/// Double extensions allowed on one path.
const MAX_DOUBLE_EXTENSIONS: i32 = 6;

impl<V: Evaluate> Worker<'_, V> {
    /// A value for the node without trying its steps, if one is safe enough.
    #[expect(clippy::too_many_arguments, reason = "what a node knows of itself")]
    pub(crate) fn prune_node(
        &mut self,
        pos: &V::Position,
        window: Window,
        depth: i32,
        ply: usize,
        eval: Score,
        improving: bool,
        cut: bool,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        let params = self.params;

        // Reverse futility pruning (RFP): far above beta already.
        if depth <= params.rfp_depth
            && !beta.is_decisive()
            && eval - prune::reverse_futility_margin(&params, depth, improving) >= beta
        {
            return Some(Score(i32::midpoint(eval.0, beta.0)));
        }

        // Razoring: far below alpha, unless a noisy step helps.
        if depth <= params.razor_depth && eval + prune::razor_margin(&params, depth) <= alpha {
            let score = self.quiescence::<false>(pos, window, ply, self.memory.stack[ply].turns);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }

        // Null move pruning: passing is good enough already.
        if cut
            && depth >= params.null_depth
            && eval >= beta
            && !beta.is_loss()
            && ply
                .checked_sub(1)
                .is_none_or(|ply| self.memory.stack[ply].piece_to.is_some())
            && let Some(passed) = pos.null_move()
        {
            let reduced = depth - prune::null_reduction(&params, depth, eval - beta);
            self.count_node();
            self.memory.stack[ply].piece_to = None;
            self.memory.stack.descend(ply, true);
            let barrier = std::mem::replace(&mut self.barrier, self.game_history.len() + 1);
            self.game_history.push(passed.key());
            let window = Window::below(beta).seen_by_mover(true);
            let score = -self.search::<false>(&passed, window, reduced, ply + 1, false);
            self.game_history.pop();
            self.barrier = barrier;
            if score >= beta && !self.stopped {
                return Some(if score.is_win() { beta } else { score });
            }
        }
        None
    }

    /// Whether a table entry is good enough to ask if its step is the only good one.
    pub(crate) fn may_be_singular(&self, entry: &Entry, depth: i32, ply: usize) -> bool {
        depth >= self.params.singular_depth
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && ply < 2 * crate::stack::MAX_STEPS / 3
    }

    /// Searches the node without its table step: plies to extend that step by if the others are
    /// clearly worse (negative if they are not), or a value for the node if another step is above
    /// beta too (multi-cut).
    #[expect(clippy::too_many_arguments, reason = "what a node knows of itself")]
    pub(crate) fn singular_extension<const PV: bool>(
        &mut self,
        pos: &V::Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        table_score: Score,
        step: Step,
    ) -> Result<i32, Score> {
        let bar = table_score - self.params.singular_margin * depth / 100;
        self.memory.stack[ply].excluded = Some(step);
        let score = self.search::<false>(pos, Window::below(bar), (depth - 1) / 2, ply, cut);
        self.memory.stack[ply].excluded = None;
        if self.stopped {
            return Err(Score::DRAW);
        }
        if score < bar {
            let clearly = score < bar - self.params.singular_double;
            let few = self.memory.stack[ply].double_extensions < MAX_DOUBLE_EXTENSIONS;
            return Ok(if !PV && clearly && few { 2 } else { 1 });
        }
        if bar >= window.beta && !PV {
            return Err(bar);
        }
        Ok(if table_score >= window.beta {
            -2 + i32::from(PV)
        } else if cut {
            -1
        } else {
            0
        })
    }

    /// `best` refuted the opponent's last step; the steps tried before it did not.
    pub(crate) fn learn(
        &mut self,
        pos: &V::Position,
        best: Step,
        depth: i32,
        trail: &Trail,
        quiets: &Tried,
        noisies: &Tried,
    ) {
        let params = &self.params;
        let bonus = (params.bonus_slope * depth).min(params.bonus_limit);
        let malus = (params.malus_slope * depth).min(params.malus_limit);
        let slots = self.memory.evaluator.history_index(pos, best);
        let history = &mut self.memory.history;
        if pos.is_noisy(best) {
            history.update_noisy(slots, bonus);
        } else {
            history.update_quiet(slots, trail, bonus);
            for &slots in quiets {
                history.update_quiet(slots, trail, -malus);
            }
        }
        for &slots in noisies {
            history.update_noisy(slots, -malus);
        }
    }

    /// Corrects the static value of positions like `pos` by what the search found.
    #[expect(clippy::too_many_arguments, reason = "what a node knows of itself")]
    pub(crate) fn learn_error(
        &mut self,
        pos: &V::Position,
        eval: Score,
        raw: Score,
        found: Score,
        bound: Bound,
        best: Option<Step>,
        depth: i32,
    ) {
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => found > eval,
            Bound::Upper => found < eval,
        };
        if tells && !found.is_decisive() && best.is_none_or(|step| !pos.is_noisy(step)) {
            let structure = self.memory.evaluator.correction_key(pos);
            self.memory
                .history
                .update_correction(pos.turn(), structure, found - raw, depth);
        }
    }
}
