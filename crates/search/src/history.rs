//! What past nodes say of steps: ordering and correction tables.

use jabberwock_game::{Color, HistoryIndex, Key, Profile};

/// Largest absolute value of an entry.
pub(crate) const LIMIT: i32 = 16_384;

/// Moves `entry` towards the sign of `bonus`, less the nearer it is to [`LIMIT`] already.
fn apply(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The steps before the present one that its continuation history looks at: their
/// [`HistoryIndex::piece_to`], `None` for a null move or the time before the root.
pub(crate) type Trail = [Option<u16>; 4];

const CORRECTIONS: usize = 1 << 14;
/// Weight of one full correction, and the largest one in centipawns.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 64;

/// All tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    // [butterfly slot]
    butterfly: Vec<i16>,
    // [piece_to][victim]
    noisy: Vec<i16>,
    // [distance][piece_to of the earlier step][piece_to]
    continuation: Vec<Vec<i16>>,
    // [player][structure]
    correction: [Vec<i32>; 2],
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
            pieces,
            victims: profile.victim_slots,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.noisy.fill(0);
        for table in &mut self.continuation {
            table.fill(0);
        }
        for table in &mut self.correction {
            table.fill(0);
        }
    }

    /// What is known of a quiet step; up to [`LIMIT`] for each table asked.
    pub(crate) fn quiet(&self, slots: HistoryIndex, trail: &Trail) -> i32 {
        let mut value = i32::from(self.butterfly[usize::from(slots.butterfly)]);
        for (table, earlier) in self.continuation.iter().zip(trail) {
            if let Some(earlier) = earlier {
                let index = usize::from(*earlier) * self.pieces + usize::from(slots.piece_to);
                value += i32::from(table[index]);
            }
        }
        value
    }

    /// What is known of a noisy step, up to [`LIMIT`].
    pub(crate) fn noisy(&self, slots: HistoryIndex) -> i32 {
        i32::from(self.noisy[self.noisy_index(slots)])
    }

    pub(crate) fn update_quiet(&mut self, slots: HistoryIndex, trail: &Trail, bonus: i32) {
        apply(&mut self.butterfly[usize::from(slots.butterfly)], bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(trail) {
            if let Some(earlier) = earlier {
                let index = usize::from(*earlier) * self.pieces + usize::from(slots.piece_to);
                apply(&mut table[index], bonus);
            }
        }
    }

    pub(crate) fn update_noisy(&mut self, slots: HistoryIndex, bonus: i32) {
        let index = self.noisy_index(slots);
        apply(&mut self.noisy[index], bonus);
    }

    fn noisy_index(&self, slots: HistoryIndex) -> usize {
        usize::from(slots.piece_to) * self.victims + usize::from(slots.victim)
    }

    /// Centipawns to add to a static value of positions with this structure (correction history).
    pub(crate) fn correction(&self, player: Color, structure: Key) -> i32 {
        self.correction[player.index()][structure.0 as usize % CORRECTIONS] / CORRECTION_GRAIN
    }

    /// A search to `depth` found the static value to be wrong by `error` centipawns.
    pub(crate) fn update_correction(
        &mut self,
        player: Color,
        structure: Key,
        error: i32,
        depth: i32,
    ) {
        let entry = &mut self.correction[player.index()][structure.0 as usize % CORRECTIONS];
        let weight = (depth + 1).min(16);
        let target = error.clamp(-4 * CORRECTION_LIMIT, 4 * CORRECTION_LIMIT) * CORRECTION_GRAIN;
        let mixed = (*entry * (256 - weight) + target * weight) / 256;
        let limit = CORRECTION_LIMIT * CORRECTION_GRAIN;
        *entry = mixed.clamp(-limit, limit);
    }
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, apply};

    #[test]
    fn entries_stay_in_range_and_follow_the_bonus() {
        let mut entry = 0;
        for _ in 0..1000 {
            apply(&mut entry, 1500);
        }
        assert!(i32::from(entry) > LIMIT * 9 / 10 && i32::from(entry) <= LIMIT);
        apply(&mut entry, -LIMIT);
        assert!(entry < 0);
    }
}
