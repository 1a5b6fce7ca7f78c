//! Who plays: this program, other programs, references to measure against.

mod cecp;
mod material;
mod mcts;
mod mega;
mod own;
mod process;
mod random;
mod reference;
mod spec;
mod uci;

use std::{
    fmt,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Score};
use jabberwock_search::{Clock, Limits, StopToken};

pub use own::Own;
pub use process::{Program, Protocol};
pub(crate) use random::RandomTurns;
pub use spec::{Kind, Spec, SpecError};

/// Someone who can be asked for turns.
///
/// Whoever has answered with a [`Fault`] is not asked again, but replaced.
pub trait Player: Send + fmt::Debug {
    /// A new game begins; `game` stands where the players take over.
    ///
    /// # Errors
    /// If the player cannot play it.
    fn begin(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<(), Fault>;

    /// Asks for a turn in `game`, which is the one that began last and is not over.
    ///
    /// # Errors
    /// If no answer comes.
    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault>;

    /// The game is over: `1-0 {checkmate}`.
    fn end(&mut self, _result: &str) {}

    /// Whether the player can play another game.
    fn is_reusable(&self) -> bool {
        true
    }
}

/// What bounds an answer.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// What bounds the turn.
    pub limits: Limits,
    /// Both players' clocks, where they have any.
    pub clocks: ByColor<Option<Clock>>,
    /// When a player who has not answered counts as hung.
    pub deadline: Instant,
    /// The match is to end now.
    pub stop: &'a StopToken,
}

/// What a player says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// His turn, as he writes it; `None` if he resigns.
    pub turn: Option<String>,
    /// What he thinks of it.
    pub thoughts: Thoughts,
}

/// What a player tells of his thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thoughts {
    /// For himself.
    pub score: Option<Score>,
    /// In plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// Why a player cannot be asked any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// He cannot play as he should: no such program, game, option.
    #[error("{0}")]
    Setup(String),
    /// His program ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// He does not answer.
    #[error("does not answer")]
    Hang,
    /// He does not accept the game as it is.
    #[error("does not accept the game: {0}")]
    Refusal(String),
    /// The match ended while he was thinking.
    #[error("interrupted")]
    Interrupted,
}

/// How long a player of this program may think: `None` as long as he likes.
fn budget(limits: &Limits) -> Option<Duration> {
    const SHARE: u32 = 30;
    const OVERHEAD: Duration = Duration::from_millis(5);
    let turn = limits.move_time;
    let share = limits.clock.map(|clock| {
        let share = clock.remaining
            / clock
                .moves_to_go
                .map_or(SHARE, |turns| turns.clamp(2, SHARE));
        (share + clock.increment / 2).min(clock.remaining / 2)
    });
    match (turn, share) {
        (Some(turn), Some(share)) => Some(turn.min(share)),
        (turn, share) => turn.or(share),
    }
    .map(|time| time.saturating_sub(OVERHEAD).max(time / 2))
}

#[cfg(test)]
mod tests;
