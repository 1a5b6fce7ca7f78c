//! Search limits set by the caller.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each turn of this side.
    pub increment: Duration,
    /// Turns until the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
    /// The difference between the time that the side's last turn took on the clock and the time the
    /// engine used for it; `None` if unknown.
    pub lag: Option<Duration>,
}

/// Limits of a search. The first limit that is reached ends it; without any (or with `infinite`)
/// only a [`crate::StopToken`] does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Number of steps made, all threads together.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves (or fewer) is proven, for either side.
    pub mate: Option<u32>,
    /// Stop when every reported line is a forced mate, for either side, that deeper iterations
    /// are not expected to change: those in more than one move are searched several times as deep
    /// as they are long.
    pub stop_at_mate: bool,
    /// Exact time for this turn.
    pub move_time: Option<Duration>,
    /// The clock of a game, subject to time management.
    pub clock: Option<Clock>,
    /// Search until stopped, whatever is found.
    pub infinite: bool,
    /// Search on the opponent's time, until [`crate::StopToken::ponder_hit`]. `move_time` begins
    /// there; with a `clock` the time pondered counts as spent, so that a turn that was expected is
    /// played soon. The result may come before the hit, which the client has to wait for: where
    /// earlier searches met delays, a search with a `clock` ends when its time is spent.
    pub ponder: bool,
}
