//! Score bounds that transfer from the search of one refusal to others.

use jabberwock_game::{Key, Score, Step};

/// Score bounds for the refusals of the turns that begin at one node. Scores are those of the
/// refused side; distances to mate count from the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refusals {
    /// Lower bound, after every refusal that leaves the step legal; depth.
    lower: Option<(Score, Step, i32)>,
    /// Upper bounds after the refusals that lead to the positions with these keys; depths.
    upper: [Option<(Score, Key, i32)>; 2],
}

impl Refusals {
    /// Returns a lower bound of the score after a refusal, from a search of at least `depth` plies.
    /// `is_legal` tells whether a step is legal after the refusal.
    pub fn lower_bound(&self, depth: i32, is_legal: impl FnOnce(Step) -> bool) -> Option<Score> {
        self.lower
            .filter(|&(_, step, known_depth)| known_depth >= depth && is_legal(step))
            .map(|(score, ..)| score)
    }

    /// Returns an upper bound of the score after any refusal, from searches of at least `depth`
    /// plies. Each refusal leaves all turns but one legal, so two of them together leave all.
    pub fn upper_bound(&self, depth: i32) -> Option<Score> {
        match self.upper {
            [Some((one, _, first)), Some((other, _, second))] if first.min(second) >= depth => {
                Some(one.max(other))
            }
            _ => None,
        }
    }

    /// Records that the complete turn `step` scores at least `score` after a refusal.
    pub fn add_lower_bound(&mut self, score: Score, step: Step, depth: i32) {
        let is_better =
            |(known_score, _, known_depth)| (depth, score) >= (known_depth, known_score);
        if self.lower.is_none_or(is_better) {
            self.lower = Some((score, step, depth));
        }
    }

    /// Records that the refusal that leads to the position with `key` scores at most `score`.
    pub fn add_upper_bound(&mut self, score: Score, key: Key, depth: i32) {
        let new = Some((score, key, depth));
        match &mut self.upper {
            [Some((_, known_key, known_depth)), _] if *known_key == key => {
                if depth >= *known_depth {
                    self.upper[0] = new;
                }
            }
            [first @ None, _] => *first = new,
            [first, second] => {
                *second = *first;
                *first = new;
            }
        }
    }
}
