//! The search of a node: alpha-beta with principal variation search.

use arrayvec::ArrayVec;
use jabberwock_game::{Evaluate, Evaluator, HistoryIndex, Position, Score};

use crate::{
    Bound,
    picker::Picker,
    prune,
    quiescence::is_decided,
    reduce::{LateStep, reduction},
    stack::MAX_STEPS,
    table::Entry,
    window::Window,
    worker::{Worker, value_when_stuck},
};

/// Steps tried at a node that did not cut, as histories know them; those past the end are not
/// worth remembering.
pub(crate) type Tried = ArrayVec<HistoryIndex, 32>;

impl<V: Evaluate> Worker<'_, V> {
    /// The value of `pos` searched `depth` plies deep. Without `PV` the window is a zero window and
    /// only the side of it on which the value lies is certain. `cut` says that a value of at
    /// least beta is expected.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node read best in one place"
    )]
    pub(crate) fn search<const PV: bool>(
        &mut self,
        pos: &V::Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(pos, window, ply, self.memory.stack[ply].turns);
        }

        // Step 1. Ends of the game and of the path.
        let root = ply == 0;
        let turns = self.memory.stack[ply].turns;
        if PV {
            self.memory.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(turns);
        }
        if self.stopped {
            return Score::DRAW;
        }
        if !root {
            if let Some(score) = self.value_of_end(pos, turns) {
                return score;
            }
            if ply >= MAX_STEPS {
                return self.evaluate(pos, None).0;
            }
            // Step 2. Mate distance pruning: a shorter mate than any from here is known.
            window.alpha = window.alpha.max(Score::mated_in(turns));
            window.beta = window.beta.min(Score::mate_in(turns + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        // Step 3. The table.
        let excluded = self.memory.stack[ply].excluded;
        let within = !pos.at_turn_start();
        let filtered = turns == 0 && !self.filter.is_open();
        let found = if excluded.is_some() {
            None
        } else {
            self.shared.table.probe(pos.table_key())
        };
        let table_score = found.map(|entry| entry.score.from_table(turns));
        if let (Some(entry), Some(score)) = (found, table_score)
            && !PV
            && turns > 0
            && entry.depth >= depth
            && is_decided(&entry, score, window)
        {
            return score;
        }
        let table_step = found.and_then(|entry| entry.step);

        // Step 4. Static value.
        let check = pos.is_forced_to_respond();
        let (mut eval, mut raw) = (None, None);
        if excluded.is_some() {
            eval = self.memory.stack[ply].eval;
        } else if !check && !within {
            let (value, uncorrected) = self.evaluate(pos, found.and_then(|entry| entry.eval));
            (eval, raw) = (Some(value), Some(uncorrected));
        }
        self.memory.stack[ply].eval = eval;
        let improving = !check && self.memory.stack.is_improving(ply);

        // Step 5. Pruning of the whole node, at the start of a turn out of check.
        if let Some(eval) = eval
            && !PV
            && !check
            && excluded.is_none()
            && let Some(score) = self.prune_node(pos, window, depth, ply, eval, improving, cut)
        {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }

        // Step 6. Internal iterative reduction (IIR): without a table step the order is poor.
        let mut depth = depth;
        if depth >= self.params.iir_depth && table_step.is_none() && (PV || cut) && !within {
            depth -= 1;
        }

        // Step 7. The steps, one after another.
        let trail = self.memory.stack.trail(ply, self.profile.continuations);
        let killers = self.memory.stack[ply].killers;
        let index = ply - self.memory.stack[ply].turn_start;
        let step_depth = self.profile.depth_of_step(index);
        let small = step_depth == 0;
        let arena = self.memory.arena.len();
        let refusal = pos.refusal();
        let mut picker = Picker::new(table_step, refusal, killers, trail, arena);
        let (mut quiets, mut noisies) = (Tried::new(), Tried::new());
        let (mut best, mut best_step) = (-Score::INFINITE, None);
        let mut bound = Bound::Upper;
        let mut count = 0;
        while let Some(step) = picker.next(pos, self.memory) {
            if Some(step) == excluded || !self.is_allowed(ply, step) {
                continue;
            }
            // A refusal is no step among many, later ones are not less likely because of it.
            let refuses = Some(step) == refusal;
            count += usize::from(!refuses);
            let noisy = pos.is_noisy(step);
            let slots = self.memory.evaluator.history_index(pos, step);
            let history = if noisy {
                self.memory.history.noisy(slots)
            } else {
                self.memory.history.quiet(slots, &trail)
            };

            // Step 8. Pruning of single steps, unless a loss is all there is so far.
            let mut doubtful = false;
            if !root && !best.is_loss() && !refuses {
                let params = &self.params;
                if !noisy {
                    if depth <= params.lmp_depth
                        && count > prune::late_limit(params, depth, improving, small)
                    {
                        picker.skip_quiet();
                        continue;
                    }
                    doubtful = depth <= params.history_depth
                        && history < -params.history_slope * depth
                        || depth <= params.futility_depth
                            && !PV
                            && eval.is_some_and(|eval| {
                                eval + prune::futility_margin(params, depth) <= window.alpha
                            });
                }
                if depth <= params.exchange_depth && !within {
                    let threshold = prune::exchange_threshold(params, depth, noisy);
                    if !self.memory.evaluator.see_ge(pos, step, threshold) {
                        continue;
                    }
                }
            }
            let mut child = pos.clone();
            child.play(step);
            let gives_check = child.is_forced_to_respond();
            if doubtful && !gives_check {
                continue;
            }

            // Step 9. Extensions.
            let mut extension = 0;
            if let (Some(entry), Some(score)) = (found, table_score)
                && !root
                && Some(step) == table_step
                && excluded.is_none()
                && self.may_be_singular(&entry, depth, ply)
            {
                match self.singular_extension::<PV>(pos, window, depth, ply, cut, score, step) {
                    Ok(plies) => extension = plies,
                    Err(score) => {
                        picker.finish(self.memory);
                        return score;
                    }
                }
                if extension > 1 {
                    self.memory.stack[ply].double_extensions += 1;
                }
            }

            // Step 10. Search what the step leads to.
            let flip = child.turn() != pos.turn();
            let new_depth = depth - step_depth + extension;
            let mut score = -Score::INFINITE;
            let zero = Window::zero(window.alpha).seen_by_mover(flip);
            let mut full = PV && best == -Score::INFINITE;
            self.enter(&child, step, slots.piece_to, ply);
            let known = if refuses {
                self.known_refusal(&child, window, ply, new_depth)
            } else {
                None
            };
            if let Some(known) = known {
                score = known;
                full = false;
                self.memory.stack[ply + 1].pv.clear();
            } else if !full {
                let mut reduced = new_depth;
                if count > 1 + usize::from(root) && depth >= 2 {
                    let late = LateStep {
                        depth,
                        count,
                        noisy,
                        pv: PV,
                        cut,
                        improving,
                        check: gives_check,
                        killer: killers.contains(&Some(step)),
                        small,
                        history,
                    };
                    let plies = reduction(self.reductions, &self.params, late);
                    reduced = (new_depth - plies).max(1.min(new_depth));
                }
                // The child of a late step is expected to refute it.
                let child_cut = if count > 1 { flip } else { flip != cut };
                score = self.child::<false>(&child, zero, reduced, ply, child_cut, flip);
                if score > window.alpha && reduced < new_depth && !self.stopped {
                    let child_cut = flip != cut;
                    score = self.child::<false>(&child, zero, new_depth, ply, child_cut, flip);
                }
                full = PV && score > window.alpha && (root || score < window.beta);
            }
            if full && !self.stopped {
                let window = window.seen_by_mover(flip);
                score = self.child::<true>(&child, window, new_depth, ply, false, flip);
            }
            self.leave(&child, ply);
            if self.stopped {
                picker.finish(self.memory);
                return Score::DRAW;
            }
            if refuses && known.is_none() {
                self.learn_refusal(&child, window, score, ply, new_depth);
            }

            // Step 11. A better step?
            if score > best {
                best = score;
                if score > window.alpha {
                    best_step = Some(step);
                    bound = Bound::Exact;
                    window.alpha = score;
                    if PV {
                        self.memory.stack.extend_pv(ply, step);
                        self.root_score = if root { score } else { self.root_score };
                    }
                    if score >= window.beta {
                        bound = Bound::Lower;
                        if !noisy && !refuses {
                            self.memory.stack.add_killer(ply, step);
                        }
                        break;
                    }
                }
            }
            if refuses {
                continue;
            }
            let tried = if noisy { &mut noisies } else { &mut quiets };
            // A full list is no error: the rest is forgotten.
            let _ = tried.try_push(slots);
        }
        picker.finish(self.memory);

        // Step 12. No step at all: mate, stalemate, or nothing but what was left out.
        if best == -Score::INFINITE {
            return match excluded {
                Some(_) => window.alpha,
                None if turns == 0 => -Score::INFINITE,
                None => value_when_stuck(pos, turns),
            };
        }

        // Step 13. Learn from a cut.
        if bound == Bound::Lower
            && let Some(step) = best_step
        {
            self.learn(pos, step, depth, &trail, &quiets, &noisies);
        }

        // Step 14. Remember.
        if excluded.is_none() && !filtered {
            if let (Some(eval), Some(raw)) = (eval, raw) {
                self.learn_error(pos, eval, raw, best, bound, best_step, depth);
            }
            let entry = Entry {
                step: best_step,
                score: best.to_table(turns),
                eval: raw,
                depth,
                bound,
            };
            self.shared.table.store(pos.table_key(), entry);
        }
        best
    }

    /// [`Worker::search`] of the position after a step at `ply`, as the player there sees it.
    fn child<const PV: bool>(
        &mut self,
        child: &V::Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        flip: bool,
    ) -> Score {
        let score = self.search::<PV>(child, window, depth, ply + 1, cut);
        if flip { -score } else { score }
    }
}
