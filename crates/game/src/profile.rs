//! The numbers a search may read of a game.

/// What a search needs to know of a variant besides its positions. Numbers, never rules.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Depth, in plies, that each step of a turn costs; steps past the end cost what the last one
    /// does. A one-step game has `&[1]`; a game whose second step is a small choice `&[1, 0]`.
    pub step_depth: &'static [i32],
    /// A draw after this many plies without progress; `None` where the position itself reports it.
    pub ply_limit: Option<u32>,
    /// The number of occurrences of a position that draw the game.
    pub repetitions: u32,
    /// The number of values of [`crate::HistoryIndex::butterfly`].
    pub butterfly_slots: usize,
    /// The number of values of [`crate::HistoryIndex::piece_to`].
    pub piece_to_slots: usize,
    /// The number of values of [`crate::Evaluate::victim`].
    pub victim_slots: usize,
    /// How many steps back the continuation histories look, nearest first; at most four.
    pub continuations: &'static [usize],
    /// The parameters of the search that differ from their defaults in this game, a line
    /// `name value` each; the variant's `search.txt` if it has one, else empty.
    pub params: &'static str,
}

impl Profile {
    /// Depth, in plies, of the `index`-th step of a turn (0-based).
    pub fn depth_of_step(&self, index: usize) -> i32 {
        self.step_depth[index.min(self.step_depth.len() - 1)]
    }
}
