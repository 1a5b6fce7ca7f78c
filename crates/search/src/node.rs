//! The search of a node: alpha-beta with principal variation search, and the searches that it
//! starts before (null move) and between its steps (singular extension).

use jabberwock_game::{Evaluate, Position, Score, Step};

use crate::{
    extend,
    history::{NoisyIndex, TriedSteps},
    info::Bound,
    node_context::{NodeContext, StepContext},
    picker::Picker,
    prune,
    reduce::reduction,
    window::Window,
    worker::{Worker, score_without_steps},
};

/// Largest number of double extensions on one path.
const MAX_DOUBLE_EXTENSIONS: i32 = 6;

/// The position after a step, to be searched.
#[derive(Debug)]
struct Child<'a, P> {
    pos: &'a P,
    ply: usize,
    /// Whether the side to move is another one than at the parent.
    flip: bool,
}

impl<V: Evaluate> Worker<'_, V> {
    /// Returns the score of `pos` searched `depth` plies deep. Without `PV` the window is a zero
    /// window, and the score is a bound. `is_cut` tells whether a score of at least beta is
    /// expected.
    #[expect(clippy::too_many_lines, reason = "one search node, in numbered parts")]
    pub(crate) fn search<const PV: bool>(
        &mut self,
        pos: &V::Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Score {
        let turns = self.data.stack[ply].turns;
        if depth <= 0 {
            return self.quiescence::<PV>(pos, window, ply, turns);
        }

        // Step 1. Stopped search, end of the game, longest path, given score.
        let is_root = ply == 0;
        if PV {
            self.start_pv(ply);
        }
        if self.stopped {
            return Score::DRAW;
        }
        if !is_root {
            if let Some(score) = self.leaf_score(pos, ply, depth) {
                return score;
            }
            // Step 2. Mate distance pruning.
            window = window.within_mate_distance(turns);
            if window.is_empty() {
                return window.alpha;
            }
        }

        // Step 3. Transposition table. A singular search does not use it.
        let excluded = self.data.stack[ply].excluded;
        let entry = if excluded.is_some() {
            None
        } else {
            self.shared.table.probe(pos.table_key())
        };
        if !PV && let Some(score) = self.table_cutoff(pos, entry, depth, turns, window) {
            if score >= window.beta
                && let Some(step) = entry.and_then(|entry| entry.step)
            {
                self.reward_table_step(pos, step, depth, ply);
            }
            return score;
        }
        let table_step = entry.and_then(|entry| entry.step);

        // Step 4. Static evaluation.
        let in_check = pos.is_forced_to_respond();
        let mid_turn = !pos.at_turn_start();
        let (mut eval, mut raw_eval) = (None, None);
        if excluded.is_some() {
            eval = self.data.stack[ply].eval;
        } else if !in_check && !mid_turn {
            let (corrected, raw) = self.evaluate(pos, ply, entry.and_then(|entry| entry.eval));
            (eval, raw_eval) = (Some(corrected), Some(raw));
        }
        self.data.stack[ply].eval = eval;
        if let Some(sum) = self.eval_sum(ply) {
            self.update_by_evals(ply, sum);
            let reduction = self.data.stack[ply - 1].reduction;
            depth += extend::hindsight_plies(&self.params, depth, reduction, sum);
        }
        let step_index = ply - self.data.stack[ply].turn_start;
        let step_depth = self.profile.depth_of_step(step_index);
        let mut node = NodeContext {
            window,
            depth,
            ply,
            turns,
            is_pv: PV,
            is_cut,
            mid_turn,
            improving: !in_check && self.data.stack.is_improving(ply),
            has_free_steps: step_depth == 0,
            eval,
            raw_eval,
            correction: eval.map_or(0, |_| self.data.stack[ply].correction),
            has_noisy_table_step: false,
        };

        // Step 5. Pruning of the whole node, at the start of a turn and not in check.
        if !PV
            && !in_check
            && excluded.is_none()
            && let Some(eval) = eval
            && let Some(score) = self.prune_node(pos, &node, eval)
        {
            if entry.is_none() && score >= window.beta && !self.stopped {
                self.store_static(pos, eval, raw_eval);
            }
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Step 6. Internal iterative reduction.
        if table_step.is_none()
            && excluded.is_none()
            && prune::is_reduced_without_table_step(&self.params, &node)
        {
            node.depth -= 1;
        }

        // Step 7. The steps in order.
        let context = self.quiet_context(ply, self.pawn_history(pos));
        let killers = self.data.stack[ply].killers;
        let refusal = pos.refusal();
        let base = self.data.steps.len();
        let mut picker = Picker::new(table_step, refusal, killers, context, base);
        let mut tried = TriedSteps::default();
        let (mut best, mut best_step) = (-Score::INFINITE, None);
        let mut bound = Bound::Upper;
        let mut count = 0;
        while let Some(step) = picker.next(pos, self.data) {
            self.prefetch(pos, step);
            let is_noisy = picker.is_noisy(pos, step);
            if Some(step) == table_step {
                node.has_noisy_table_step = is_noisy;
            }
            if Some(step) == excluded || !self.is_allowed(ply, step) {
                continue;
            }
            // A refusal does not count: the steps after it are not worse because of it.
            let is_refusal = Some(step) == refusal;
            count += usize::from(!is_refusal);
            let index = V::history_index(pos, step);
            let noisy_index = is_noisy.then(|| NoisyIndex::of::<V>(pos, step, index));
            let history = match noisy_index {
                Some(index) => self.data.history.noisy(index),
                None => self.data.history.quiet(index, &context),
            };

            // Step 8. Pruning of single steps, unless all steps so far lose.
            let mut prune_unless_check = false;
            if !is_root && !best.is_loss() && !is_refusal {
                let params = &self.params;
                if !is_noisy {
                    if prune::is_late(params, &node, count) {
                        picker.skip_quiet();
                        continue;
                    }
                    prune_unless_check = prune::has_bad_history(params, &node, history)
                        || prune::is_futile(params, &node);
                }
                if let Some(threshold) = prune::see_threshold(params, &node, is_noisy)
                    && !V::see_ge(pos, step, threshold)
                {
                    continue;
                }
            }
            let mut child = pos.clone();
            child.play(step);
            let gives_check = child.is_forced_to_respond();
            if prune_unless_check && !gives_check {
                continue;
            }

            // Step 9. Singular extension of the table step.
            let mut extension = 0;
            if let Some(entry) = entry
                && !is_root
                && Some(step) == table_step
                && extend::may_be_singular(&self.params, &node, &entry)
            {
                match self.singular_extension(pos, &node, entry.score.from_table(turns), step) {
                    Ok(plies) => extension = plies,
                    Err(score) => {
                        picker.finish(self.data);
                        return score;
                    }
                }
            }

            // Step 10. Search of the position after the step.
            let new_depth = node.depth - step_depth + extension;
            if is_root {
                self.begin_root_step(step);
            }
            self.enter(&child, step, index.piece_to, ply);
            self.data.stack[ply + 1].double_extensions += i32::from(extension > 1);
            self.data.stack[ply].quiet_step = (!is_noisy && !is_refusal).then_some(index);
            let known = if is_refusal {
                self.probe_refusal(&child, node.window, ply, new_depth)
            } else {
                None
            };
            let score = if let Some(score) = known {
                self.data.stack[ply + 1].pv.clear();
                score
            } else {
                let step = StepContext {
                    count,
                    is_first: best == -Score::INFINITE,
                    is_noisy,
                    is_killer: killers.contains(&Some(step)),
                    gives_check,
                    cutoffs: self.data.stack[ply + 1].cutoffs,
                    history,
                };
                let child = Child {
                    pos: &child,
                    ply: ply + 1,
                    flip: child.turn() != pos.turn(),
                };
                self.search_step::<PV>(&child, &node, &step, new_depth, best)
            };
            self.leave(&child, ply);
            if self.stopped {
                picker.finish(self.data);
                return Score::DRAW;
            }
            if is_root {
                self.finish_root_step();
            }
            if is_refusal && known.is_none() {
                self.store_refusal(&child, node.window, score, ply, new_depth);
            }

            // Step 11. Comparison with the best step so far.
            best = best.max(score);
            if score > node.window.alpha {
                best_step = Some(step);
                bound = Bound::Exact;
                node.window.alpha = score;
                if PV {
                    self.data.stack.update_pv(ply, step);
                    self.root_score = if is_root { score } else { self.root_score };
                }
                if score >= window.beta {
                    bound = Bound::Lower;
                    self.data.stack[ply].cutoffs += 1;
                    if !is_noisy && !is_refusal {
                        self.data.stack.add_killer(ply, step);
                    }
                    break;
                }
            }
            if !is_refusal && Some(step) != best_step {
                tried.push(index, noisy_index);
            }
        }
        picker.finish(self.data);

        // Step 12. No step: checkmate, stalemate, or only excluded steps.
        if best == -Score::INFINITE {
            return match excluded {
                Some(_) => window.alpha,
                None => score_without_steps(pos, turns),
            };
        }

        // Step 13. Histories after a cutoff, and after a node without a good step.
        if bound == Bound::Lower
            && let Some(step) = best_step
        {
            self.update_histories(pos, step, node.depth, &context, &tried);
        }
        if bound == Bound::Upper && excluded.is_none() {
            self.reward_previous_step(&node);
        }

        // Step 14. Correction history and transposition table. The result of a restricted search is
        // not that of the position.
        let is_restricted = turns == 0 && !self.filter.is_open();
        if excluded.is_none() && !is_restricted {
            self.store_result(pos, &node, best, bound, best_step);
        }
        best
    }

    /// Returns the sum of the static evaluations at `ply` and before it, each for the side to move
    /// there.
    fn eval_sum(&self, ply: usize) -> Option<i32> {
        let parent = ply.checked_sub(1)?;
        let (frame, before) = (&self.data.stack[ply], &self.data.stack[parent]);
        if frame.excluded.is_some() {
            return None;
        }
        Some(frame.eval?.0 + before.eval?.0)
    }

    /// Returns the score of one step, seen from its node, whose best score so far is `best`: a
    /// reduced zero-window search first, and more where that fails high.
    fn search_step<const PV: bool>(
        &mut self,
        child: &Child<V::Position>,
        node: &NodeContext,
        step: &StepContext,
        mut new_depth: i32,
        best: Score,
    ) -> Score {
        let (window, flip) = (node.window, child.flip);
        let is_root = node.ply == 0;
        if !(PV && step.is_first) {
            let mut reduced_depth = new_depth;
            if step.count > 1 + usize::from(is_root) && node.depth >= 2 {
                let plies = reduction(self.reductions, &self.params, node, step);
                reduced_depth = (new_depth - plies).max(1.min(new_depth));
            }
            let zero = Window::zero(window.alpha);
            // The child of a late step is expected to fail high.
            let is_cut = if step.count > 1 {
                flip
            } else {
                flip != node.is_cut
            };
            self.data.stack[node.ply].reduction = new_depth - reduced_depth;
            let mut score = self.search_child::<false>(child, zero, reduced_depth, is_cut);
            self.data.stack[node.ply].reduction = 0;
            if score > window.alpha && reduced_depth < new_depth && !self.stopped {
                let is_cut = flip != node.is_cut;
                let margin = self.params.lmr_deeper_margin;
                new_depth += i32::from(margin > 0 && !is_root && score > best + margin);
                score = self.search_child::<false>(child, zero, new_depth, is_cut);
                if !self.stopped {
                    self.update_after_research(node, score, new_depth);
                }
            }
            // A mate is searched again where a bound would do, for the moves that lead to it.
            let needs_line = is_root || score < window.beta || score.is_decisive();
            if !PV || score <= window.alpha || !needs_line || self.stopped {
                if PV {
                    self.data.stack[child.ply].pv.clear();
                }
                return score;
            }
        }
        self.search_child::<true>(child, window, new_depth, false)
    }

    /// Runs [`Worker::search`] on `child`, with window and score seen from its parent.
    fn search_child<const PV: bool>(
        &mut self,
        child: &Child<V::Position>,
        window: Window,
        depth: i32,
        is_cut: bool,
    ) -> Score {
        let window = window.for_child(child.flip);
        let score = self.search::<PV>(child.pos, window, depth, child.ply, is_cut);
        if child.flip { -score } else { score }
    }

    /// Returns the score of the node without a search of its steps, if it is safe enough.
    fn prune_node(&mut self, pos: &V::Position, node: &NodeContext, eval: Score) -> Option<Score> {
        let score = prune::reverse_futility(&self.params, node, eval);
        if score.is_some() {
            return score;
        }
        if prune::is_razored(&self.params, node, eval) {
            let score = self.quiescence::<false>(pos, node.window, node.ply, node.turns);
            if score <= node.window.alpha || self.stopped {
                return Some(score);
            }
        }
        let depth = prune::null_move_depth(&self.params, node, eval)?;
        self.null_move_search(pos, node, depth)
    }

    /// Null-move pruning: returns the score of the node if it fails high even after a pass.
    fn null_move_search(
        &mut self,
        pos: &V::Position,
        node: &NodeContext,
        depth: i32,
    ) -> Option<Score> {
        let (ply, beta) = (node.ply, node.window.beta);
        let after_null_move = ply
            .checked_sub(1)
            .is_some_and(|parent| self.data.stack[parent].piece_to.is_none());
        if after_null_move {
            return None;
        }
        let passed = pos.null_move()?;
        self.count_node();
        self.data.stack[ply].set_step(None);
        self.data.stack.descend(ply, true);
        let length = self.game_history.len() + 1;
        let earlier_length = std::mem::replace(&mut self.null_move_length, length);
        self.game_history.push(passed.key());
        let child = Child {
            pos: &passed,
            ply: ply + 1,
            flip: true,
        };
        let score = self.search_child::<false>(&child, Window::below(beta), depth, false);
        self.game_history.pop();
        self.null_move_length = earlier_length;
        if score < beta || self.stopped {
            return None;
        }
        Some(if score.is_win() { beta } else { score })
    }

    /// Searches the node without its table step: the plies to extend that step by (negative: to
    /// reduce it by), or the score of the node if another step fails high too (multi-cut).
    fn singular_extension(
        &mut self,
        pos: &V::Position,
        node: &NodeContext,
        table_score: Score,
        step: Step,
    ) -> Result<i32, Score> {
        let ply = node.ply;
        let beta = extend::singular_beta(&self.params, node, table_score);
        let (window, depth) = (Window::below(beta), (node.depth - 1) / 2);
        self.data.stack[ply].excluded = Some(step);
        let score = self.search::<false>(pos, window, depth, ply, node.is_cut);
        self.data.stack[ply].excluded = None;
        if self.stopped {
            return Err(Score::DRAW);
        }
        if score < beta {
            let frame = &self.data.stack[ply];
            let is_double = frame.double_extensions < MAX_DOUBLE_EXTENSIONS
                && extend::is_clearly_singular(&self.params, node, score, beta);
            return Ok(1 + i32::from(is_double));
        }
        if beta >= node.window.beta && !node.is_pv {
            return Err(beta);
        }
        Ok(extend::non_singular_plies(node, table_score))
    }
}
