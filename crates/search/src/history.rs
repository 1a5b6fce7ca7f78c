//! History heuristics: statistics of steps for ordering, corrections of the static evaluation.

use std::hint::black_box;

use arrayvec::ArrayVec;
use jabberwock_game::{Color, HistoryIndex, Key, Profile};

/// Largest absolute value of an entry.
pub(crate) const LIMIT: i32 = 16_384;

/// Adds `bonus` to `entry`, less of it the nearer the entry is to [`LIMIT`] (history gravity).
fn add_bonus(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The earlier steps that continuation history looks up: their [`HistoryIndex::piece_to`], `None`
/// for a null move and before the root.
pub(crate) type ContinuationContext = [Option<u16>; 4];

/// The part of the pawn history that a node looks up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PawnHistory {
    row: usize,
    /// In percent; 0 if the pawn history is not used.
    weight: i32,
}

impl PawnHistory {
    /// That of positions with this correction key.
    pub(crate) fn new(history: &History, key: Key, weight: i32) -> PawnHistory {
        let row = (key.0 as usize % PAWN_KEYS) * history.pieces;
        PawnHistory { row, weight }
    }

    /// History of a quiet step, up to [`LIMIT`] at a weight of 100.
    fn value(self, history: &History, index: HistoryIndex) -> i32 {
        if self.weight == 0 {
            return 0;
        }
        i32::from(history.pawn[self.row + usize::from(index.piece_to)]) * self.weight / 100
    }
}

/// What the histories of a node's quiet steps depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    pub(crate) earlier: ContinuationContext,
    pub(crate) pawn: PawnHistory,
}

/// History indices of the steps tried at a node that did not raise alpha; those beyond the
/// capacity are not recorded.
#[derive(Debug, Default)]
pub(crate) struct TriedSteps {
    pub(crate) quiet: ArrayVec<HistoryIndex, 32>,
    pub(crate) noisy: ArrayVec<HistoryIndex, 32>,
}

impl TriedSteps {
    pub(crate) fn push(&mut self, index: HistoryIndex, is_noisy: bool) {
        let list = if is_noisy {
            &mut self.noisy
        } else {
            &mut self.quiet
        };
        list.try_push(index).ok();
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
    // [distance][piece_to of the earlier step][piece_to]
    continuation: Vec<Vec<i16>>,
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
            continuation: vec![vec![0; pieces * pieces]; profile.continuations.len()],
            correction: [vec![0; CORRECTIONS], vec![0; CORRECTIONS]],
            pawn: vec![0; PAWN_KEYS * pieces],
            pieces,
            victims: profile.victim_slots,
        }
    }

    /// Has the system provide the memory of all entries now, not when they are used first.
    pub(crate) fn commit(&mut self) {
        commit(&mut self.butterfly);
        commit(&mut self.noisy);
        self.continuation.iter_mut().for_each(|table| commit(table));
        self.correction.iter_mut().for_each(|table| commit(table));
        commit(&mut self.pawn);
    }

    /// Sets all entries to 0.
    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.noisy.fill(0);
        for table in &mut self.continuation {
            table.fill(0);
        }
        for table in &mut self.correction {
            table.fill(0);
        }
        self.pawn.fill(0);
    }

    /// Butterfly, continuation and pawn history of a quiet step: a sum of up to [`LIMIT`] for each
    /// table.
    pub(crate) fn quiet(&self, index: HistoryIndex, context: &QuietContext) -> i32 {
        let mut value = i32::from(self.butterfly[usize::from(index.butterfly)]);
        value += context.pawn.value(self, index);
        for (table, earlier) in self.continuation.iter().zip(&context.earlier) {
            if let Some(earlier) = earlier {
                let entry = usize::from(*earlier) * self.pieces + usize::from(index.piece_to);
                value += i32::from(table[entry]);
            }
        }
        value
    }

    /// Capture history of a noisy step, up to [`LIMIT`].
    pub(crate) fn noisy(&self, index: HistoryIndex) -> i32 {
        i32::from(self.noisy[self.noisy_entry(index)])
    }

    pub(crate) fn update_quiet(&mut self, index: HistoryIndex, context: &QuietContext, bonus: i32) {
        self.update_butterfly(index, bonus);
        if context.pawn.weight > 0 {
            let entry = context.pawn.row + usize::from(index.piece_to);
            add_bonus(&mut self.pawn[entry], bonus);
        }
        for (table, earlier) in self.continuation.iter_mut().zip(&context.earlier) {
            if let Some(earlier) = earlier {
                let entry = usize::from(*earlier) * self.pieces + usize::from(index.piece_to);
                add_bonus(&mut table[entry], bonus);
            }
        }
    }

    pub(crate) fn update_noisy(&mut self, index: HistoryIndex, bonus: i32) {
        let entry = self.noisy_entry(index);
        add_bonus(&mut self.noisy[entry], bonus);
    }

    /// The butterfly history alone.
    pub(crate) fn update_butterfly(&mut self, index: HistoryIndex, bonus: i32) {
        add_bonus(&mut self.butterfly[usize::from(index.butterfly)], bonus);
    }

    fn noisy_entry(&self, index: HistoryIndex) -> usize {
        usize::from(index.piece_to) * self.victims + usize::from(index.victim)
    }

    /// Correction history: centipawns to add to the static evaluation of positions with this
    /// correction key.
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

/// Writes all of `entries` again.
fn commit<T: Copy>(entries: &mut [T]) {
    for entry in entries {
        *entry = black_box(*entry);
    }
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, add_bonus};

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
}
