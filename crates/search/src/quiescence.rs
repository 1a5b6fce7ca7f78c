//! Quiescence search: only noisy steps, until the static evaluation can be trusted.

use jabberwock_game::{Evaluate, Position, Score, Step};

use crate::{
    history::PawnHistory,
    info::Bound,
    picker::{Picker, QuietSteps},
    table::{Entry, MIN_DEPTH, QUIESCENCE_DEPTH},
    window::Window,
    worker::{Worker, score_without_steps},
};

/// The state of a quiescence node while its steps are searched.
#[derive(Clone, Copy, Debug)]
struct QuiescenceNode {
    /// Alpha rises with the best score.
    window: Window,
    /// Steps from the root.
    ply: usize,
    /// Turns from the root at which quiescence search began.
    start_turns: i32,
    /// Far from `start_turns` no checks are evaded, and only the best step is tried: otherwise
    /// replies to replies would grow without end.
    is_limited: bool,
    /// Whether the side to move must respond to a threat, and checks are evaded.
    in_check: bool,
    /// Whether the side to move is in the middle of its turn.
    mid_turn: bool,
    /// The quiet steps that are tried.
    quiet: QuietSteps,
    /// Static evaluation without correction, if it was computed.
    raw_eval: Option<Score>,
}

impl QuiescenceNode {
    /// Returns the depth of the node's entry in the transposition table: a result without quiet
    /// checks and evasions does not stand for one with them.
    fn depth(&self) -> i32 {
        match self.quiet {
            QuietSteps::None => MIN_DEPTH,
            QuietSteps::Checks | QuietSteps::All => QUIESCENCE_DEPTH,
        }
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// Returns the score of `pos` by noisy steps alone. In check all steps are searched; in the
    /// middle of a turn at least one, as a turn must be completed. `start_turns` is the number of
    /// turns from the root at which quiescence search began.
    #[expect(
        clippy::too_many_lines,
        reason = "one quiescence node, in numbered parts"
    )]
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        pos: &V::Position,
        window: Window,
        ply: usize,
        start_turns: i32,
    ) -> Score {
        let turns = self.data.stack[ply].turns;
        if PV {
            self.start_pv(ply);
        }

        // Step 1. Stopped search, end of the game, longest path, given score.
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.leaf_score(pos, ply, 0) {
            return score;
        }

        // Step 2. Transposition table.
        let entry = self.shared.table.probe(pos.table_key());
        let mut node = self.quiescence_node(pos, window, ply, start_turns);
        if !PV && let Some(score) = self.table_cutoff(pos, entry, node.depth(), turns, window) {
            return score;
        }

        // Step 3. Stand pat: some quiet step is at least as good as the static evaluation.
        let mut best = -Score::INFINITE;
        if !node.in_check && !node.mid_turn {
            let (eval, raw) = self.evaluate(pos, ply, entry.and_then(|entry| entry.eval));
            if eval >= window.beta {
                if entry.is_none() && turns > 0 {
                    self.store_static(pos, eval, Some(raw));
                }
                return eval;
            }
            (best, node.raw_eval) = (eval, Some(raw));
            node.window.alpha = window.alpha.max(eval);
        }
        let futility_base = best + self.params.delta_margin;

        // Step 4. Noisy steps that do not lose material.
        let context = self.quiet_context(ply, PawnHistory::default());
        let table_step = entry.and_then(|entry| entry.step);
        let refusal = if node.is_limited { None } else { pos.refusal() };
        let base = self.data.steps.len();
        let mut picker = Picker::quiescence(table_step, refusal, context, node.quiet, base);
        let (mut best_step, mut bound) = (None, Bound::Upper);
        let mut has_searched = false;
        loop {
            let Some(step) = picker.next(pos, self.data) else {
                // A loss in the middle of a turn is proven only if no step was omitted.
                let is_unproven = node.mid_turn && !node.is_limited && best.is_loss();
                if is_unproven && picker.resume_with_quiet() {
                    continue;
                }
                break;
            };
            if !self.is_allowed(ply, step) {
                continue;
            }
            self.prefetch(pos, step);
            let is_refusal = Some(step) == refusal;
            if !best.is_loss() && !node.mid_turn && !is_refusal {
                if picker.is_bad() {
                    break;
                }
                if node.quiet == QuietSteps::Checks && !picker.is_noisy(pos, step) {
                    if !V::see_ge(pos, step, 0) {
                        continue;
                    }
                } else if !node.in_check {
                    // Delta pruning.
                    let limit = futility_base + V::captured_value(pos, step);
                    if limit <= node.window.alpha {
                        best = best.max(limit);
                        continue;
                    }
                } else if has_searched && !picker.is_noisy(pos, step) {
                    picker.skip_quiet();
                    continue;
                }
            }
            if node.is_limited && has_searched {
                break;
            }
            has_searched = true;
            let score = self.quiescence_step::<PV>(pos, step, is_refusal, &node);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > node.window.alpha {
                (best_step, bound) = (Some(step), Bound::Exact);
                node.window.alpha = score;
                if PV {
                    self.data.stack.update_pv(ply, step);
                }
                if score >= window.beta {
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        picker.finish(self.data);
        if self.stopped {
            return Score::DRAW;
        }
        if node.is_limited && node.mid_turn && best.is_loss() {
            return self.evaluate(pos, ply, None).0;
        }

        // Step 5. No step: checkmate or stalemate, as no step was omitted.
        if best == -Score::INFINITE {
            return score_without_steps(pos, turns);
        }

        // Step 6. Store the result.
        if turns > 0 {
            self.store_quiescence(pos, &node, best, bound, best_step);
        }
        best
    }

    /// Returns the state of the node at `ply` with the position `pos`.
    fn quiescence_node(
        &self,
        pos: &V::Position,
        window: Window,
        ply: usize,
        start_turns: i32,
    ) -> QuiescenceNode {
        let turns = self.data.stack[ply].turns;
        let is_limited = turns - start_turns >= self.params.quiescence_turns;
        let in_check = pos.is_forced_to_respond() && !is_limited;
        let mid_turn = !pos.at_turn_start();
        let quiet = if in_check {
            QuietSteps::All
        } else if !is_limited && !mid_turn && turns - start_turns < self.params.quiet_check_turns {
            QuietSteps::Checks
        } else {
            QuietSteps::None
        };
        QuiescenceNode {
            window,
            ply,
            start_turns,
            is_limited,
            in_check,
            mid_turn,
            quiet,
            raw_eval: None,
        }
    }

    /// Returns the score of `step` at `node`, whose position is `pos`.
    fn quiescence_step<const PV: bool>(
        &mut self,
        pos: &V::Position,
        step: Step,
        is_refusal: bool,
        node: &QuiescenceNode,
    ) -> Score {
        let &QuiescenceNode {
            window,
            ply,
            start_turns,
            ..
        } = node;
        let piece_to = V::history_index(pos, step).piece_to;
        let mut child = pos.clone();
        child.play(step);
        self.enter(&child, step, piece_to, ply);
        let flip = child.turn() != pos.turn();
        let known = if is_refusal {
            self.probe_refusal(&child, window, ply, 0)
        } else {
            None
        };
        let score = known.unwrap_or_else(|| {
            let score = self.quiescence::<PV>(&child, window.for_child(flip), ply + 1, start_turns);
            if flip { -score } else { score }
        });
        self.leave(&child, ply);
        if known.is_some() {
            self.data.stack[ply + 1].pv.clear();
        } else if is_refusal && !self.stopped {
            self.store_refusal(&child, window, score, ply, 0);
        }
        score
    }

    /// Stores the result of a quiescence node in the transposition table.
    fn store_quiescence(
        &self,
        pos: &V::Position,
        node: &QuiescenceNode,
        score: Score,
        bound: Bound,
        best: Option<Step>,
    ) {
        let entry = Entry {
            step: best,
            score: score.to_table(self.data.stack[node.ply].turns),
            eval: node.raw_eval,
            depth: node.depth(),
            bound,
        };
        self.shared.table.store(pos.table_key(), entry);
    }
}
