//! The constants of a game that the search reads.

/// Parameters of a variant for the search. They are numbers, never rules.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Depth, in plies, that each step of a turn costs; steps past the end cost what the last one
    /// does. A one-step game has `&[1]`; a game whose second step is a small choice `&[1, 0]`.
    pub step_depth: &'static [i32],
    /// The number of plies without progress after which the game is drawn; `None` where the
    /// position itself reports it.
    pub ply_limit: Option<u32>,
    /// The number of occurrences of a position that draw the game.
    pub repetitions: u32,
    /// The number of values of [`crate::HistoryIndex::butterfly`].
    pub butterfly_slots: usize,
    /// The number of values of [`crate::HistoryIndex::piece_to`].
    pub piece_to_slots: usize,
    /// The number of values of [`crate::Evaluate::victim`].
    pub victim_slots: usize,
    /// The distances, in steps back, of the continuation histories, nearest first; at most four.
    pub continuations: &'static [usize],
    /// The search parameters that differ from their defaults in this game, one line `name value`
    /// each: the variant's `search.txt`, or empty if it has none.
    pub params: &'static str,
}

impl Profile {
    /// Returns the depth, in plies, of the `index`-th step of a turn (0-based).
    pub fn depth_of_step(&self, index: usize) -> i32 {
        self.step_depth[index.min(self.step_depth.len() - 1)]
    }
}
