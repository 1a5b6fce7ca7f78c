//! The order in which the steps of a node are tried, generated as late as possible.

use jabberwock_game::{Evaluate, Evaluator, Position, Scored, Sink, Stage, Step};

use crate::{history::Trail, worker::Memory};

/// Value of the first and second killer, beside histories of up to a few times 16384.
const KILLER_VALUES: [i32; 2] = [20_000, 16_000];
/// After this many steps picked one by one the rest is sorted at once.
const SORT_AFTER: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Table,
    Refusal,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Appends generated steps to the arena.
struct Appended<'a>(&'a mut Vec<Scored>);

impl Sink for Appended<'_> {
    fn push(&mut self, step: Step) {
        self.0.push(Scored { step, value: 0 });
    }
}

/// Table step, refusal, good noisy steps, quiet steps (killers first), noisy steps that lose material.
///
/// The steps lie in the thread's arena: bad noisy ones in `base..bad`, those still to be picked
/// in `next..`.
#[derive(Debug)]
pub(crate) struct Picker {
    phase: Phase,
    table_step: Option<Step>,
    refusal: Option<Step>,
    killers: [Option<Step>; 2],
    trail: Trail,
    /// Exchanges below this many centipawns are put off.
    threshold: i32,
    quiet: bool,
    base: usize,
    bad: usize,
    next: usize,
    picked: usize,
}

impl Picker {
    /// Every step of a node.
    pub(crate) fn new(
        table_step: Option<Step>,
        refusal: Option<Step>,
        killers: [Option<Step>; 2],
        trail: Trail,
        arena: usize,
    ) -> Picker {
        Picker {
            phase: Phase::Table,
            table_step,
            refusal,
            killers,
            trail,
            threshold: 0,
            quiet: true,
            base: arena,
            bad: arena,
            next: arena,
            picked: 0,
        }
    }

    /// The noisy steps of a node and its refusal; the quiet ones only if `quiet`.
    pub(crate) fn quiescence(
        table_step: Option<Step>,
        refusal: Option<Step>,
        trail: Trail,
        quiet: bool,
        arena: usize,
    ) -> Picker {
        Picker {
            quiet,
            ..Picker::new(table_step, refusal, [None; 2], trail, arena)
        }
    }

    /// No quiet step is wanted any more.
    pub(crate) fn skip_quiet(&mut self) {
        self.quiet = false;
    }

    /// After the last noisy step: quiet steps are wanted after all. False if they were already.
    pub(crate) fn resume_with_quiet(&mut self) -> bool {
        if self.quiet {
            return false;
        }
        self.quiet = true;
        self.bad = self.base;
        self.phase = Phase::GenerateQuiet;
        true
    }

    /// Whether the step picked last belongs to the noisy ones that lose material.
    pub(crate) fn is_bad(&self) -> bool {
        matches!(self.phase, Phase::BadNoisy | Phase::Done)
    }

    /// The next step, `None` if there is none left.
    pub(crate) fn next<V: Evaluate>(
        &mut self,
        pos: &V::Position,
        memory: &mut Memory<V>,
    ) -> Option<Step> {
        loop {
            match self.phase {
                Phase::Table => {
                    self.phase = Phase::Refusal;
                    if let Some(step) = self.table_step.filter(|_| self.table_step != self.refusal)
                    {
                        if pos.is_legal(step) && (self.quiet || pos.is_noisy(step)) {
                            return Some(step);
                        }
                        self.table_step = None;
                    }
                }
                Phase::Refusal => {
                    self.phase = Phase::GenerateNoisy;
                    if self.refusal.is_some() {
                        return self.refusal;
                    }
                }
                Phase::GenerateNoisy => {
                    self.phase = Phase::GoodNoisy;
                    self.generate(pos, Stage::Noisy, memory);
                }
                Phase::GoodNoisy => {
                    let Some(step) = self.best(memory) else {
                        self.phase = Phase::GenerateQuiet;
                        continue;
                    };
                    if memory.evaluator.see_ge(pos, step, self.threshold) {
                        return Some(step);
                    }
                    memory.arena.swap(self.bad, self.next - 1);
                    self.bad += 1;
                }
                Phase::GenerateQuiet => {
                    self.phase = Phase::BadNoisy;
                    memory.arena.truncate(self.bad.max(self.base));
                    if self.quiet {
                        self.phase = Phase::Quiet;
                        self.next = self.bad;
                        self.generate(pos, Stage::Quiet, memory);
                    } else {
                        self.next = self.base;
                    }
                }
                Phase::Quiet => {
                    let step = if self.quiet { self.best(memory) } else { None };
                    if step.is_some() {
                        return step;
                    }
                    self.phase = Phase::BadNoisy;
                    self.next = self.base;
                }
                Phase::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(memory.arena[self.next - 1].step);
                    }
                    self.phase = Phase::Done;
                }
                Phase::Done => return None,
            }
        }
    }

    /// Gives the arena back.
    pub(crate) fn finish<V: Evaluate>(self, memory: &mut Memory<V>) {
        memory.arena.truncate(self.base);
    }

    fn generate<V: Evaluate>(&mut self, pos: &V::Position, stage: Stage, memory: &mut Memory<V>) {
        let Memory {
            arena,
            evaluator,
            history,
            ..
        } = memory;
        pos.generate(stage, &mut Appended(arena));
        let fresh = &mut arena[self.next..];
        self.picked = 0;
        if fresh.len() < 2 {
            return;
        }
        evaluator.score_moves(pos, stage, fresh);
        for scored in fresh {
            let slots = evaluator.history_index(pos, scored.step);
            scored.value += match stage {
                Stage::Noisy => history.noisy(slots) / 4,
                Stage::Quiet => history.quiet(slots, &self.trail) + self.killer_value(scored.step),
            };
        }
    }

    fn killer_value(&self, step: Step) -> i32 {
        let known = self
            .killers
            .iter()
            .zip(KILLER_VALUES)
            .find(|(killer, _)| **killer == Some(step));
        known.map_or(0, |(_, value)| value)
    }

    /// Takes the best step that is left and is not the table's.
    fn best<V: Evaluate>(&mut self, memory: &mut Memory<V>) -> Option<Step> {
        loop {
            let rest = memory.arena.get_mut(self.next..)?;
            if self.picked < SORT_AFTER {
                let best = (1..rest.len()).fold(0, |best, index| {
                    if rest[index].value > rest[best].value {
                        index
                    } else {
                        best
                    }
                });
                if rest.is_empty() {
                    return None;
                }
                rest.swap(0, best);
            } else if self.picked == SORT_AFTER {
                rest.sort_unstable_by_key(|scored| (-scored.value, scored.step));
            }
            let step = rest.first()?.step;
            self.picked += 1;
            self.next += 1;
            if Some(step) != self.table_step && Some(step) != self.refusal {
                return Some(step);
            }
        }
    }
}
