//! The transposition table of the search of the mega-board.

use std::ops::RangeInclusive;

use jabberwock_game::Score;
use jabberwock_search::{Bound, Window};
use jabberwock_variants::fide::Move;

/// Least and most slots of a table.
const SLOTS: RangeInclusive<u64> = 1 << 10..=1 << 16;

/// The result of the search of a mega-board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MegaEntry {
    key: u64,
    /// For the player to move; mates are counted from this board.
    score: Score,
    bound: Bound,
    depth: i32,
    /// The best mega-move, if one is known.
    pub(crate) best: Option<Move>,
}

impl MegaEntry {
    /// Returns the score, if it makes a search of `depth` turns with `window` unnecessary. The
    /// board is `ply` turns from the root.
    pub(crate) fn cutoff(&self, depth: i32, ply: usize, window: Window) -> Option<Score> {
        let score = self.score.from_table(ply as i32);
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (is_enough && self.depth >= depth).then_some(score)
    }
}

/// A table with one entry for each slot, the newest.
#[derive(Debug)]
pub(crate) struct MegaTable {
    slots: Vec<Option<MegaEntry>>,
}

impl MegaTable {
    /// Creates an empty table for a search of about `nodes` nodes.
    pub(crate) fn new(nodes: u64) -> MegaTable {
        let slots = nodes.clamp(*SLOTS.start(), *SLOTS.end());
        MegaTable {
            slots: vec![None; slots.next_power_of_two() as usize],
        }
    }

    /// Returns the entry of the board with `key`.
    pub(crate) fn probe(&self, key: u64) -> Option<MegaEntry> {
        self.slots[self.slot(key)].filter(|entry| entry.key == key)
    }

    /// Stores the result of a search of `depth` turns with `window`, `ply` turns from the root.
    pub(crate) fn store(
        &mut self,
        key: u64,
        (depth, ply): (i32, usize),
        window: Window,
        score: Score,
        best: Option<Move>,
    ) {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let slot = self.slot(key);
        self.slots[slot] = Some(MegaEntry {
            key,
            score: score.to_table(ply as i32),
            bound,
            depth,
            best,
        });
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;
    use jabberwock_search::Window;

    use super::MegaTable;

    #[test]
    fn a_score_is_used_if_it_is_deep_enough_and_decides_the_window() {
        let mut table = MegaTable::new(0);
        let window = Window {
            alpha: Score(-50),
            beta: Score(50),
        };
        let cutoff = |table: &MegaTable, depth, window| {
            let entry = table.probe(7).expect("an entry");
            entry.cutoff(depth, 1, window)
        };
        table.store(7, (3, 1), window, Score(20), None);
        assert_eq!(cutoff(&table, 3, window), Some(Score(20)));
        assert_eq!(cutoff(&table, 4, window), None);
        for (score, undecided) in [(60, 70), (-60, -70)] {
            table.store(7, (3, 1), window, Score(score), None);
            assert_eq!(cutoff(&table, 3, window), Some(Score(score)));
            assert_eq!(cutoff(&table, 3, Window::zero(Score(undecided))), None);
        }
        assert!(table.probe(8).is_none());
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let mut table = MegaTable::new(0);
        table.store(7, (3, 4), Window::FULL, Score::mate_in(6), None);
        let entry = table.probe(7).expect("an entry");
        let score = entry.cutoff(3, 2, Window::FULL);
        assert_eq!(score, Some(Score::mate_in(4)));
    }
}
