//! Listing and counting turns one by one.

use jabberwock_game::Scene;

/// A legal turn, and what the board shows after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequel {
    /// The turn.
    pub turn: String,
    /// The board after it.
    pub scene: Scene,
    /// What kind of turn it is.
    pub kind: TurnKind,
}

/// What a turn does besides changing the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// It is the opponent's turn then.
    Ordinary,
    /// It takes the opponent's last turn back, who makes another.
    Refusal,
    /// It ends the game and nothing else.
    Claim,
}

/// The legal turns of a game in which they are few enough to be listed.
pub trait ListedTurns {
    /// Every legal turn, sorted bytewise.
    fn legal_turns(&self) -> Vec<String>;

    /// Every legal turn with the position after it, sorted by turn.
    fn successors(&self) -> Vec<(String, String)>;

    /// Every legal turn with what the board shows after it, sorted by turn.
    fn sequels(&self) -> Vec<Sequel>;

    /// The number of sequences of `depth` turns. With `bulk`, last turns are counted without being
    /// made.
    fn perft(&self, depth: u32, bulk: bool) -> u64;

    /// The number of sequences behind each legal turn, sorted by turn, on rayon's current pool.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}
