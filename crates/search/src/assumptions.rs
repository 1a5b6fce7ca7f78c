//! Scores that the client assigns to positions in place of a search.

use std::collections::HashMap;

use jabberwock_game::{Key, Score};

/// Maximum number of positions with assigned scores; the table is emptied when it is exceeded.
const MAX_POSITIONS: usize = 1 << 16;

/// An assigned score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Assumption {
    /// The score for the side to move.
    score: Score,
    /// The greatest search depth that it replaces, in plies.
    depth: i32,
}

/// Assigned scores by the table keys of their positions.
#[derive(Clone, Debug, Default)]
pub struct Assumptions(HashMap<Key, Assumption>);

impl Assumptions {
    /// Whether no score is assigned.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Assigns `score`, for the side to move, to the position with the table key `key` in searches
    /// to at most `depth` plies.
    pub fn insert(&mut self, key: Key, score: Score, depth: u32) {
        let depth = i32::try_from(depth).unwrap_or(i32::MAX);
        self.keep(key, Assumption { score, depth });
    }

    /// Adds `others`, which replace scores of the same positions.
    pub(crate) fn extend(&mut self, others: Assumptions) {
        for (key, assumption) in others.0 {
            self.keep(key, assumption);
        }
    }

    fn keep(&mut self, key: Key, assumption: Assumption) {
        if self.0.len() >= MAX_POSITIONS {
            self.0.clear();
        }
        self.0.insert(key, assumption);
    }

    /// Returns the score that replaces a search of the position with this key to `depth` plies.
    pub(crate) fn score(&self, key: Key, depth: i32) -> Option<Score> {
        let assumption = self.0.get(&key)?;
        (depth <= assumption.depth).then_some(assumption.score)
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Key, Score};

    use super::{Assumptions, MAX_POSITIONS};

    #[test]
    fn a_score_stands_for_searches_up_to_its_depth() {
        let mut assumptions = Assumptions::default();
        assert!(assumptions.is_empty());
        assumptions.insert(Key(1), Score(50), 4);
        assert_eq!(assumptions.score(Key(1), 4), Some(Score(50)));
        assert_eq!(assumptions.score(Key(1), 5), None);
        assert_eq!(assumptions.score(Key(2), 0), None);
        let mut later = Assumptions::default();
        later.insert(Key(1), Score(-20), u32::MAX);
        assumptions.extend(later);
        assert_eq!(assumptions.score(Key(1), 200), Some(Score(-20)));
    }

    #[test]
    fn the_number_of_positions_is_bounded() {
        let mut assumptions = Assumptions::default();
        for key in 0..=MAX_POSITIONS as u64 {
            assumptions.insert(Key(key), Score::DRAW, 1);
        }
        assert!(assumptions.0.len() <= MAX_POSITIONS);
        assert!(assumptions.score(Key(MAX_POSITIONS as u64), 1).is_some());
    }
}
