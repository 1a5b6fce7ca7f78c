//! How long a search may take, as its caller says it.

use std::time::Duration;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each of his turns.
    pub increment: Duration,
    /// Turns until the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. The first limit that is reached does; with none set (or `infinite`) only a
/// [`crate::StopToken`] does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Number of steps made, all threads together.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves (or fewer) is proven, for either player.
    pub mate: Option<u32>,
    /// Exact time for this turn.
    pub move_time: Option<Duration>,
    /// A game's clock, to be managed.
    pub clock: Option<Clock>,
    /// Go on until told to stop, whatever is found.
    pub infinite: bool,
    /// Think on the opponent's time, until [`crate::StopToken::ponder_hit`]. `move_time` begins there;
    /// of a `clock` the time pondered counts as spent, so that a turn foreseen is played soon.
    pub ponder: bool,
}
