//! Quiescence: only noisy steps, until the static value can be trusted.

use jabberwock_game::{Evaluate, Evaluator, Position, Score};

use crate::{
    Bound,
    picker::Picker,
    stack::MAX_STEPS,
    table::Entry,
    window::Window,
    worker::{Worker, value_when_stuck},
};

impl<V: Evaluate> Worker<'_, V> {
    /// The value of `pos` when only noisy steps are looked at. In check every step is; within a
    /// turn at least one, since a turn that began must end. `begun` is the number of turns after
    /// the root at which quiescence began.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of a node read best in one place"
    )]
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        pos: &V::Position,
        mut window: Window,
        ply: usize,
        begun: i32,
    ) -> Score {
        let turns = self.memory.stack[ply].turns;
        if PV {
            self.memory.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(turns);
        }

        // Step 1. Ends of the game and of the path.
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.value_of_end(pos, turns) {
            return score;
        }
        if ply >= MAX_STEPS {
            return self.evaluate(pos, None).0;
        }

        // Step 2. The table.
        let found = self.shared.table.probe(pos.table_key());
        if let Some(entry) = found
            && !PV
            && turns > 0
            && is_decided(&entry, entry.score.from_table(turns), window)
        {
            return entry.score.from_table(turns);
        }

        // Step 3. Standing pat: some quiet step is as good as the static value.
        // Far from where it began, quiescence evades no checks and ends a turn as soon as it can:
        // answers to answers would grow without end.
        let far = turns - begun >= self.params.calm_turns;
        let (check, within) = (pos.is_forced_to_respond() && !far, !pos.at_turn_start());
        let (mut best, mut raw) = (-Score::INFINITE, None);
        if !check && !within {
            let (value, uncorrected) = self.evaluate(pos, found.and_then(|entry| entry.eval));
            (best, raw) = (value, Some(uncorrected));
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let futile = best + self.params.delta_margin;
        let original_alpha = window.alpha;

        // Step 4. Noisy steps that do not lose material.
        let trail = self.memory.stack.trail(ply, self.profile.continuations);
        let table_step = found.and_then(|entry| entry.step);
        let arena = self.memory.arena.len();
        let refusal = if far { None } else { pos.refusal() };
        let mut picker = Picker::quiescence(table_step, refusal, trail, check, arena);
        let mut best_step = None;
        let mut tried = false;
        loop {
            let Some(step) = picker.next(pos, self.memory) else {
                // A loss is only certain when nothing was left out.
                if within && !far && best.is_loss() && picker.resume_with_quiet() {
                    continue;
                }
                break;
            };
            if !self.is_allowed(ply, step) {
                continue;
            }
            let refuses = Some(step) == refusal;
            if !best.is_loss() && !within && !refuses {
                if picker.is_bad() {
                    break;
                }
                if !check {
                    let hope = futile + self.memory.evaluator.captured_value(pos, step);
                    if hope <= window.alpha {
                        best = best.max(hope);
                        continue;
                    }
                } else if tried && !pos.is_noisy(step) {
                    picker.skip_quiet();
                    continue;
                }
            }
            if far && tried {
                break;
            }
            tried = true;
            let piece_to = self.memory.evaluator.history_index(pos, step).piece_to;
            let mut child = pos.clone();
            child.play(step);
            self.enter(&child, step, piece_to, ply);
            let flip = child.turn() != pos.turn();
            let known = if refuses {
                self.known_refusal(&child, window, ply, 0)
            } else {
                None
            };
            let score = known.unwrap_or_else(|| {
                let window = window.seen_by_mover(flip);
                let score = self.quiescence::<PV>(&child, window, ply + 1, begun);
                if flip { -score } else { score }
            });
            self.leave(&child, ply);
            if self.stopped {
                break;
            }
            if known.is_some() {
                self.memory.stack[ply + 1].pv.clear();
            } else if refuses {
                self.learn_refusal(&child, window, score, ply, 0);
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_step = Some(step);
                    window.alpha = score;
                    if PV {
                        self.memory.stack.extend_pv(ply, step);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self.memory);
        if self.stopped {
            return Score::DRAW;
        }

        if far && within && best.is_loss() {
            return self.evaluate(pos, None).0;
        }

        // Step 5. No step at all: mate or stalemate, where all were looked at.
        if best == -Score::INFINITE {
            return if turns == 0 {
                best
            } else {
                value_when_stuck(pos, turns)
            };
        }

        let bound = if best >= window.beta {
            Bound::Lower
        } else if PV && best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if turns > 0 {
            let entry = Entry {
                step: best_step,
                score: best.to_table(turns),
                eval: raw,
                depth: 0,
                bound,
            };
            self.shared.table.store(pos.table_key(), entry);
        }
        best
    }
}

/// Whether a table score, already counted from the root, settles what `window` asks.
pub(crate) fn is_decided(entry: &Entry, score: Score, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    }
}
