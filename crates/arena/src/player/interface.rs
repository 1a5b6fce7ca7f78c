//! The interface of players: requests for turns, and their answers.

use std::{
    fmt,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Score};
use jabberwock_search::{Clock, Limits, SearchInfo, StopToken};

/// A player of matches: chooses turns on request.
///
/// A player that has returned a [`PlayerError`] is not used again but replaced.
pub trait Player: Send + fmt::Debug {
    /// Starts a new game; `game` is the position after the opening.
    ///
    /// # Errors
    /// If the player cannot play this game.
    fn new_game(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<(), PlayerError>;

    /// Chooses a turn in `game`, which is the game started last and is not over.
    ///
    /// # Errors
    /// If the player gives no answer.
    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError>;

    /// Returns the player's static evaluation of the position of `game`, for the player to move;
    /// `None` if there is none, as in check.
    ///
    /// # Errors
    /// If the player never has one, or gives no answer.
    fn static_evaluation(
        &mut self,
        _game: &dyn Session,
        _request: &TurnRequest<'_>,
    ) -> Result<Option<Score>, PlayerError> {
        let problem = "it gives no static evaluation".to_owned();
        Err(PlayerError::Setup(problem))
    }

    /// Starts pondering, if the player is to ponder; in `game` the opponent is to move.
    fn ponder(&mut self, _game: &dyn Session, _request: &TurnRequest<'_>) {}

    /// Reports the result of the game: `1-0 {checkmate}`.
    fn game_over(&mut self, _result: &str) {}

    /// Whether the player can play another game.
    fn is_reusable(&self) -> bool {
        true
    }
}

/// The limits of one answer.
#[derive(Clone, Debug)]
pub struct TurnRequest<'a> {
    /// Limits of the search.
    pub limits: Limits,
    /// The clocks of both players, if any.
    pub clocks: ByColor<Option<Clock>>,
    /// The time at which a player that has not answered is treated as hung.
    pub deadline: Instant,
    /// Set when the match must end immediately.
    pub stop: &'a StopToken,
}

/// The answer to a [`TurnRequest`].
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The turn in the player's notation; `None` if the player resigns.
    pub turn: Option<String>,
    /// The last search info with a score, for the player to move, if the player reported any.
    /// A depth or node count of 0 was not reported.
    pub info: Option<SearchInfo<String>>,
    /// The time from the last line sent to another program to its answer; `None` if the caller's
    /// measurement is as good.
    pub elapsed: Option<Duration>,
}

impl Answer {
    /// Returns the answer of a player that resigns.
    pub(super) fn resignation(info: Option<SearchInfo<String>>) -> Answer {
        Answer {
            turn: None,
            info,
            elapsed: None,
        }
    }
}

/// The reason why a player cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The player cannot be set up: no such program, game or option.
    #[error("{0}")]
    Setup(String),
    /// The search of this program failed, or another program exited:
    /// `the program exited with status 1`.
    #[error("{0}")]
    Crash(String),
    /// The player did not answer in time.
    #[error("does not answer")]
    Hang,
    /// The player rejects the position or a legal turn.
    #[error("does not accept the game: {0}")]
    Refusal(String),
    /// The match ended while the player was searching.
    #[error("interrupted")]
    Interrupted,
}
