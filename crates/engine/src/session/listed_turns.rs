//! Listing and counting turns one by one.

/// The legal turns of a game in which they are few enough to be listed.
pub trait ListedTurns {
    /// Every legal turn, sorted bytewise.
    fn legal_turns(&self) -> Vec<String>;

    /// Every legal turn with the position after it, sorted by turn.
    fn successors(&self) -> Vec<(String, String)>;

    /// The number of sequences of `depth` turns. With `bulk`, last turns are counted without being
    /// made.
    fn perft(&self, depth: u32, bulk: bool) -> u64;

    /// The number of sequences behind each legal turn, sorted by turn, on rayon's current pool.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}
