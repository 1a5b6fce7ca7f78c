//! Step ordering: the steps of a node one by one, generated as late as possible.

use jabberwock_game::{Evaluate, Position, Scored, Sink, Stage, Step};

use crate::{
    history::{NoisyIndex, QuietContext},
    thread_data::ThreadData,
};

/// Values of the first and second killer, added to histories of up to a few times 16384.
const KILLER_VALUES: [i32; 2] = [20_000, 16_000];
/// After this many steps picked one by one the rest is sorted at once.
const SORT_AFTER: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    TableStep,
    Refusal,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The quiet steps that a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuietSteps {
    None,
    /// The steps of [`Position::generate_quiet_checks`].
    Checks,
    All,
}

/// Appends generated steps to the step buffer.
struct Appended<'a>(&'a mut Vec<Scored>);

impl Sink for Appended<'_> {
    fn push(&mut self, step: Step) {
        self.0.push(Scored { step, value: 0 });
    }
}

/// The staged step picker: the table step, the refusal, noisy steps that lose no material, quiet
/// steps (killers first), and the other noisy steps.
///
/// The generated steps lie in the thread's step buffer: bad noisy ones in `base..bad`, those still
/// to be picked in `next..`.
#[derive(Debug)]
pub(crate) struct Picker {
    phase: Phase,
    table_step: Option<Step>,
    refusal: Option<Step>,
    killers: [Option<Step>; 2],
    context: QuietContext,
    quiet: QuietSteps,
    base: usize,
    bad: usize,
    next: usize,
    picked: usize,
}

impl Picker {
    /// Creates a picker of all steps. `base` is the length of the step buffer.
    pub(crate) fn new(
        table_step: Option<Step>,
        refusal: Option<Step>,
        killers: [Option<Step>; 2],
        context: QuietContext,
        base: usize,
    ) -> Picker {
        Picker {
            phase: Phase::TableStep,
            table_step,
            refusal,
            killers,
            context,
            quiet: QuietSteps::All,
            base,
            bad: base,
            next: base,
            picked: 0,
        }
    }

    /// Returns a picker for quiescence search: noisy steps, the refusal, and `quiet`.
    pub(crate) fn quiescence(
        table_step: Option<Step>,
        refusal: Option<Step>,
        context: QuietContext,
        quiet: QuietSteps,
        base: usize,
    ) -> Picker {
        Picker {
            quiet,
            ..Picker::new(table_step, refusal, [None; 2], context, base)
        }
    }

    /// Skips the quiet steps from now on.
    pub(crate) fn skip_quiet(&mut self) {
        self.quiet = QuietSteps::None;
    }

    /// Continues with the quiet steps after the last noisy step; `false` if they were given before.
    pub(crate) fn resume_with_quiet(&mut self) -> bool {
        if self.quiet == QuietSteps::All {
            return false;
        }
        self.quiet = QuietSteps::All;
        self.bad = self.base;
        self.phase = Phase::GenerateQuiet;
        true
    }

    /// Whether the last step given is a noisy one that loses material.
    pub(crate) fn is_bad(&self) -> bool {
        matches!(self.phase, Phase::BadNoisy | Phase::Done)
    }

    /// Whether `step`, the last one given, is noisy.
    pub(crate) fn is_noisy<P: Position>(&self, pos: &P, step: Step) -> bool {
        match self.phase {
            Phase::GoodNoisy | Phase::BadNoisy | Phase::Done => true,
            Phase::Quiet => false,
            Phase::TableStep | Phase::Refusal | Phase::GenerateNoisy | Phase::GenerateQuiet => {
                pos.is_noisy(step)
            }
        }
    }

    /// Returns the next step, `None` if there are no more.
    pub(crate) fn next<V: Evaluate>(
        &mut self,
        pos: &V::Position,
        data: &mut ThreadData<V>,
    ) -> Option<Step> {
        loop {
            match self.phase {
                Phase::TableStep => {
                    self.phase = Phase::Refusal;
                    if let Some(step) = self.checked_table_step(pos) {
                        return Some(step);
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
                    self.generate(pos, Stage::Noisy, data);
                }
                Phase::GoodNoisy => {
                    let Some(step) = self.best(data) else {
                        self.phase = Phase::GenerateQuiet;
                        continue;
                    };
                    if V::see_ge(pos, step, 0) {
                        return Some(step);
                    }
                    data.steps.swap(self.bad, self.next - 1);
                    self.bad += 1;
                }
                Phase::GenerateQuiet => self.start_quiet(pos, data),
                Phase::Quiet => {
                    if self.quiet != QuietSteps::None
                        && let Some(step) = self.best(data)
                    {
                        return Some(step);
                    }
                    self.phase = Phase::BadNoisy;
                    self.next = self.base;
                }
                Phase::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(data.steps[self.next - 1].step);
                    }
                    self.phase = Phase::Done;
                }
                Phase::Done => return None,
            }
        }
    }

    /// Removes the steps of this node from the step buffer.
    pub(crate) fn finish<V: Evaluate>(self, data: &mut ThreadData<V>) {
        data.steps.truncate(self.base);
    }

    /// Returns the table step, if it is legal, wanted, and not the refusal. One that is not legal
    /// or not wanted is dropped.
    fn checked_table_step<P: Position>(&mut self, pos: &P) -> Option<Step> {
        if self.table_step == self.refusal {
            return None;
        }
        self.table_step = self.table_step.filter(|&step| {
            pos.is_legal(step) && (self.quiet == QuietSteps::All || pos.is_noisy(step))
        });
        self.table_step
    }

    /// Generates the quiet steps, or proceeds to the bad noisy ones.
    fn start_quiet<V: Evaluate>(&mut self, pos: &V::Position, data: &mut ThreadData<V>) {
        data.steps.truncate(self.bad);
        if self.quiet == QuietSteps::None {
            self.phase = Phase::BadNoisy;
            self.next = self.base;
        } else {
            self.phase = Phase::Quiet;
            self.next = self.bad;
            self.generate(pos, Stage::Quiet, data);
        }
    }

    fn generate<V: Evaluate>(&mut self, pos: &V::Position, stage: Stage, data: &mut ThreadData<V>) {
        let ThreadData { steps, history, .. } = data;
        if stage == Stage::Quiet && self.quiet == QuietSteps::Checks {
            pos.generate_quiet_checks(&mut Appended(steps));
        } else {
            append_steps(pos, stage, steps);
        }
        let generated = &mut steps[self.next..];
        self.picked = 0;
        if generated.len() < 2 {
            return;
        }
        V::score_moves(pos, stage, generated);
        match stage {
            Stage::Noisy => {
                for scored in generated {
                    let index = V::history_index(pos, scored.step);
                    let index = NoisyIndex::of::<V>(pos, scored.step, index);
                    scored.value += history.noisy(index) / 4;
                }
            }
            Stage::Quiet => {
                for scored in generated {
                    let index = V::history_index(pos, scored.step);
                    let value = history.quiet(index, &self.context);
                    scored.value += value + self.killer_value(scored.step);
                }
            }
        }
    }

    fn killer_value(&self, step: Step) -> i32 {
        let killer = self
            .killers
            .iter()
            .zip(KILLER_VALUES)
            .find(|(killer, _)| **killer == Some(step));
        killer.map_or(0, |(_, value)| value)
    }

    /// Takes the best step that is left, except the table step and the refusal.
    fn best<V: Evaluate>(&mut self, data: &mut ThreadData<V>) -> Option<Step> {
        loop {
            let rest = data.steps.get_mut(self.next..)?;
            if self.picked < SORT_AFTER {
                let (mut best, mut value) = (0, rest.first()?.value);
                for (index, scored) in rest.iter().enumerate() {
                    if scored.value > value {
                        (best, value) = (index, scored.value);
                    }
                }
                rest.swap(0, best);
            } else if self.picked == SORT_AFTER {
                rest.sort_unstable_by_key(|scored| sort_key(*scored));
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

/// Ascending in the order of picking: larger values first, then smaller steps.
fn sort_key(scored: Scored) -> i64 {
    -i64::from(scored.value) << 32 | i64::from(scored.step.bits())
}

/// Appends the steps of `stage`. Inlined into its caller the generator would be slower.
#[inline(never)]
fn append_steps<P: Position>(pos: &P, stage: Stage, steps: &mut Vec<Scored>) {
    pos.generate(stage, &mut Appended(steps));
}
