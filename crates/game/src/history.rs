//! The keys of the positions of a game, for the repetition rule.

use crate::Key;

/// The keys of the positions at the start of each turn, from oldest to current.
///
/// The search pushes its own turns on top and pops them again.
#[derive(Clone, Debug, Default)]
pub struct GameHistory {
    keys: Vec<Key>,
}

impl GameHistory {
    /// Creates the history of a game that starts at the position with key `start`.
    pub fn new(start: Key) -> GameHistory {
        GameHistory { keys: vec![start] }
    }

    /// Appends the position with this key, reached by a turn.
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Removes the current position when the last turn is taken back.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Returns the number of positions, including the first and the current one.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the history is empty, without even a first position.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the number of earlier occurrences of the current position within the last
    /// `reversible` turns.
    pub fn earlier_occurrences(&self, reversible: u32) -> u32 {
        self.recurrences(reversible).count() as u32
    }

    /// Whether the search should score the current position as a draw: it has occurred `limit`
    /// times in all, or it repeats a position at index `root` or later, that is, one within the
    /// search.
    pub fn is_repetition(&self, reversible: u32, limit: u32, root: usize) -> bool {
        let mut occurrences = 1;
        for index in self.recurrences(reversible) {
            occurrences += 1;
            if index >= root || occurrences >= limit {
                return true;
            }
        }
        false
    }

    /// Indices of earlier positions equal to the current one, latest first.
    fn recurrences(&self, reversible: u32) -> impl Iterator<Item = usize> + '_ {
        let present = self.keys.len().saturating_sub(1);
        let oldest = present.saturating_sub(reversible as usize);
        let key = self.keys.last().copied();
        (oldest..present)
            .rev()
            .filter(move |&index| Some(self.keys[index]) == key)
    }
}

#[cfg(test)]
mod tests {
    use super::GameHistory;
    use crate::Key;

    #[test]
    fn occurrences_are_counted_within_the_reversible_turns_only() {
        let mut history = GameHistory::new(Key(1));
        for key in [2, 3, 4, 1, 2, 3, 4, 1] {
            history.push(Key(key));
        }
        assert_eq!(history.earlier_occurrences(8), 2);
        assert_eq!(history.earlier_occurrences(7), 1);
        assert_eq!(history.earlier_occurrences(3), 0);
    }

    #[test]
    fn a_circle_within_the_search_is_a_draw_at_once() {
        let mut history = GameHistory::new(Key(1));
        history.push(Key(2));
        history.push(Key(1));
        assert!(!history.is_repetition(100, 3, 1));
        assert!(history.is_repetition(100, 3, 0));
    }
}
