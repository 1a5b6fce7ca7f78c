//! History heuristics: statistics of steps for ordering, corrections of the static evaluation.

use std::hint::black_box;

use arrayvec::ArrayVec;
use jabberwock_game::{Color, Evaluate, HistoryIndex, Key, Profile, Step};

/// Largest absolute value of an entry.
pub(crate) const LIMIT: i32 = 16_384;

/// Largest number of continuation histories.
const MAX_CONTINUATIONS: usize = 4;

/// Adds `bonus` to `entry`, less of it the nearer the entry is to [`LIMIT`] (history gravity).
fn add_bonus(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The earlier steps that continuation history looks up: their [`HistoryIndex::piece_to`], `None`
/// for a null move and before the root.
pub(crate) type ContinuationContext = [Option<u16>; MAX_CONTINUATIONS];

/// The part of the pawn history that a node looks up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PawnHistory {
    row: usize,
    /// Its weight in percent of the other histories'; 0 if the pawn history is not used.
    weight: i32,
}

impl PawnHistory {
    /// Returns the part for positions with the correction key `key`.
    pub(crate) fn new(history: &History, key: Key, weight: i32) -> PawnHistory {
        let row = (key.0 as usize % PAWN_KEYS) * history.pieces;
        PawnHistory { row, weight }
    }
}

/// The context that the histories of a node's quiet steps depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    /// The offsets of the rows of the continuation histories.
    continuations: [usize; MAX_CONTINUATIONS],
    pawn: PawnHistory,
}

/// The index of a step in the capture history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoisyIndex {
    piece_to: u16,
    victim: u8,
}

impl NoisyIndex {
    /// Returns the index of `step`, whose [`Evaluate::history_index`] is `index`.
    #[inline]
    pub(crate) fn of<V: Evaluate>(pos: &V::Position, step: Step, index: HistoryIndex) -> Self {
        NoisyIndex {
            piece_to: index.piece_to,
            victim: V::victim(pos, step),
        }
    }
}

/// History indices of the steps tried at a node that did not raise alpha; those beyond the
/// capacity are not recorded.
#[derive(Debug, Default)]
pub(crate) struct TriedSteps {
    pub(crate) quiet: ArrayVec<HistoryIndex, 32>,
    pub(crate) noisy: ArrayVec<NoisyIndex, 32>,
}

impl TriedSteps {
    /// Records a step by `noisy` if it is a noisy one, otherwise by `index`.
    pub(crate) fn push(&mut self, index: HistoryIndex, noisy: Option<NoisyIndex>) {
        match noisy {
            Some(noisy) => self.noisy.try_push(noisy).ok(),
            None => self.quiet.try_push(index).ok(),
        };
    }
}

/// Entries per side of the correction history.
const CORRECTIONS: usize = 1 << 14;
/// Rows of the pawn history.
const PAWN_KEYS: usize = 512;
/// Units of a correction entry per centipawn.
const CORRECTION_GRAIN: i32 = 256;
/// Largest correction in centipawns.
const CORRECTION_LIMIT: i32 = 64;

/// All history tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    // [butterfly index]
    butterfly: Vec<i16>,
    // [piece_to][victim]
    noisy: Vec<i16>,
    // [distance][piece_to of the earlier step][piece_to], then a row of zeros, read where there is
    // no earlier step
    continuation: Vec<i16>,
    // [side to move][correction key]
    correction: [Vec<i32>; 2],
    // [correction key][piece_to]
    pawn: Vec<i16>,
    pieces: usize,
    victims: usize,
}

impl History {
    pub(crate) fn new(profile: &Profile) -> History {
        let pieces = profile.piece_to_slots;
        History {
            butterfly: vec![0; profile.butterfly_slots],
            noisy: vec![0; pieces * profile.victim_slots],
            continuation: vec![0; (profile.continuations.len() * pieces + 1) * pieces],
            correction: [vec![0; CORRECTIONS], vec![0; CORRECTIONS]],
            pawn: vec![0; PAWN_KEYS * pieces],
            pieces,
            victims: profile.victim_slots,
        }
    }

    /// Touches all entries, so that the system maps their memory before the search.
    pub(crate) fn prefault(&mut self) {
        prefault(&mut self.butterfly);
        prefault(&mut self.noisy);
        prefault(&mut self.continuation);
        self.correction.iter_mut().for_each(|table| prefault(table));
        prefault(&mut self.pawn);
    }

    /// Sets all entries to 0.
    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
        for table in &mut self.correction {
            table.fill(0);
        }
        self.pawn.fill(0);
    }

    /// Returns the context of quiet steps after the `earlier` ones.
    pub(crate) fn quiet_context(
        &self,
        earlier: ContinuationContext,
        pawn: PawnHistory,
    ) -> QuietContext {
        let mut continuations = [self.zeros(); MAX_CONTINUATIONS];
        for (distance, (row, earlier)) in continuations.iter_mut().zip(earlier).enumerate() {
            if let Some(earlier) = earlier {
                *row = (distance * self.pieces + usize::from(earlier)) * self.pieces;
            }
        }
        QuietContext {
            continuations,
            pawn,
        }
    }

    /// Returns the offset of the row of zeros.
    fn zeros(&self) -> usize {
        self.continuation.len() - self.pieces
    }

    /// Returns the sum of butterfly, continuation and pawn history of a quiet step, up to [`LIMIT`]
    /// for each table.
    #[inline]
    pub(crate) fn quiet(&self, index: HistoryIndex, context: &QuietContext) -> i32 {
        let piece_to = usize::from(index.piece_to);
        let mut value = i32::from(self.butterfly[usize::from(index.butterfly)]);
        value += i32::from(self.pawn[context.pawn.row + piece_to]) * context.pawn.weight / 100;
        for row in context.continuations {
            value += i32::from(self.continuation[row + piece_to]);
        }
        value
    }

    /// Returns the capture history of a noisy step, up to [`LIMIT`].
    pub(crate) fn noisy(&self, index: NoisyIndex) -> i32 {
        i32::from(self.noisy[self.noisy_entry(index)])
    }

    pub(crate) fn update_quiet(&mut self, index: HistoryIndex, context: &QuietContext, bonus: i32) {
        self.update_butterfly(index, bonus);
        if context.pawn.weight > 0 {
            let entry = context.pawn.row + usize::from(index.piece_to);
            add_bonus(&mut self.pawn[entry], bonus);
        }
        let zeros = self.zeros();
        for row in context.continuations {
            if row != zeros {
                add_bonus(
                    &mut self.continuation[row + usize::from(index.piece_to)],
                    bonus,
                );
            }
        }
    }

    pub(crate) fn update_noisy(&mut self, index: NoisyIndex, bonus: i32) {
        let entry = self.noisy_entry(index);
        add_bonus(&mut self.noisy[entry], bonus);
    }

    /// Updates the butterfly history alone.
    pub(crate) fn update_butterfly(&mut self, index: HistoryIndex, bonus: i32) {
        add_bonus(&mut self.butterfly[usize::from(index.butterfly)], bonus);
    }

    fn noisy_entry(&self, index: NoisyIndex) -> usize {
        usize::from(index.piece_to) * self.victims + usize::from(index.victim)
    }

    /// Correction history: returns the centipawns to add to the static evaluation of positions with
    /// this correction key.
    pub(crate) fn correction(&self, side: Color, key: Key) -> i32 {
        self.correction[side.index()][key.0 as usize % CORRECTIONS] / CORRECTION_GRAIN
    }

    /// Moves the correction towards `error`, the score of a search to `depth` less the static
    /// evaluation, in centipawns.
    pub(crate) fn update_correction(&mut self, side: Color, key: Key, error: i32, depth: i32) {
        let entry = &mut self.correction[side.index()][key.0 as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = error.clamp(-4 * CORRECTION_LIMIT, 4 * CORRECTION_LIMIT) * CORRECTION_GRAIN;
        let mixed = (*entry * (256 - weight) + target * weight) / 256;
        let limit = CORRECTION_LIMIT * CORRECTION_GRAIN;
        *entry = mixed.clamp(-limit, limit);
    }
}

/// Writes every entry with its own value.
fn prefault<T: Copy>(entries: &mut [T]) {
    for entry in entries {
        *entry = black_box(*entry);
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{HistoryIndex, Key, Profile};

    use super::{ContinuationContext, History, LIMIT, PawnHistory, add_bonus};

    const PROFILE: Profile = Profile {
        step_depth: &[1],
        ply_limit: None,
        repetitions: 3,
        butterfly_slots: 16,
        piece_to_slots: 4,
        victim_slots: 1,
        continuations: &[1, 2],
        params: "",
    };

    #[test]
    fn entries_stay_in_range_and_follow_the_bonus() {
        let mut entry = 0;
        for _ in 0..1000 {
            add_bonus(&mut entry, 1500);
        }
        assert!(i32::from(entry) > LIMIT * 9 / 10 && i32::from(entry) <= LIMIT);
        add_bonus(&mut entry, -LIMIT);
        assert!(entry < 0);
    }

    #[test]
    fn continuation_histories_are_of_the_earlier_steps_there_are() {
        let mut history = History::new(&PROFILE);
        let pawn = PawnHistory::new(&history, Key(5), 100);
        let index = |butterfly, piece_to| HistoryIndex {
            butterfly,
            piece_to,
        };
        let context = |history: &History, first, second| {
            let mut earlier = ContinuationContext::default();
            earlier[..2].copy_from_slice(&[first, second]);
            history.quiet_context(earlier, pawn)
        };
        let first_step = context(&history, None, None);
        let second_step = context(&history, Some(3), None);
        let third_step = context(&history, Some(3), Some(0));

        history.update_quiet(index(1, 2), &third_step, 100);
        // Of another square of origin: pawn history and two continuation histories.
        assert_eq!(history.quiet(index(7, 2), &third_step), 300);
        assert_eq!(history.quiet(index(7, 2), &second_step), 200);
        assert_eq!(history.quiet(index(7, 2), &first_step), 100);

        history.update_quiet(index(1, 1), &first_step, 100);
        assert_eq!(history.quiet(index(7, 1), &third_step), 100);
        assert_eq!(history.quiet(index(1, 3), &first_step), 200);
    }
}
