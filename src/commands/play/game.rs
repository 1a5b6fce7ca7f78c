//! The game: its rules, its players, the clocks, and its end.

use std::time::{Duration, Instant};

use jabberwock_arena::{
    game_clock::GameClock,
    records::{RecordedGame, RecordedResult, roster},
    scoreboard::Termination,
    time_control::TimeControl,
};
use jabberwock_engine::{SearchError, SearchRequest, SearchResult, Session, Strength};
use jabberwock_game::{ByColor, Color};
use jabberwock_search::{Limits, StopToken};

/// Time for a hint, or for the answer to an offer of a draw.
const ADVICE_TIME: Duration = Duration::from_millis(500);

/// The end of a game: the result and the reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) result: RecordedResult,
    pub(super) reason: String,
    pub(super) termination: Termination,
}

/// A game between a person and the engine, or two persons.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) session: Box<dyn Session>,
    /// The engine's side, if it plays.
    engine: Option<Color>,
    /// `None` is the full strength.
    strength: Option<Strength>,
    /// The limits of both players; a person has the clock alone.
    time_control: TimeControl,
    clocks: ByColor<GameClock>,
    /// The clocks before each turn.
    past_clocks: Vec<ByColor<GameClock>>,
    /// When the turn to be made began.
    begun: Instant,
    /// The end of the game by the players; an end by the rules takes precedence.
    ended: Option<End>,
}

impl Game {
    pub(super) fn new(
        session: Box<dyn Session>,
        engine: Option<Color>,
        time_control: TimeControl,
        strength: Option<Strength>,
    ) -> Game {
        Game {
            session,
            engine,
            strength,
            time_control,
            clocks: ByColor([GameClock::new(time_control); 2]),
            past_clocks: Vec::new(),
            begun: Instant::now(),
            ended: None,
        }
    }

    /// Returns the end of the game, if it has ended.
    pub(super) fn end(&self) -> Option<End> {
        let by_rules = self.session.outcome().map(|outcome| End {
            result: outcome.winner.into(),
            reason: outcome.reason.text().to_owned(),
            termination: Termination::Normal,
        });
        by_rules.or_else(|| self.ended.clone())
    }

    /// Whether the engine is to make the next turn.
    pub(super) fn is_engines_turn(&self) -> bool {
        self.engine == Some(self.session.turn()) && self.end().is_none()
    }

    /// Whether it plays at all.
    pub(super) fn has_engine(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns the time left on the clock of the player to move, less the time of the current turn.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let clock = self.clocks[self.session.turn()].clock()?;
        Some(clock.remaining.saturating_sub(self.begun.elapsed()))
    }

    /// Makes a turn and returns its text. If its player has exceeded the time the game is lost
    /// instead.
    ///
    /// # Errors
    /// If `text` is not a legal turn.
    pub(super) fn play(&mut self, text: &str) -> Result<Option<String>, String> {
        let player = self.session.turn();
        let text = self
            .session
            .read_turn(text)
            .map_err(|error| error.to_string())?;
        let clocks = self.clocks;
        // The exact time for a turn of the engine does not bind a person.
        let is_timed = clocks[player].clock().is_some();
        let in_time = self.clocks[player].spend(self.begun.elapsed(), Duration::ZERO);
        if is_timed && in_time.is_err() {
            self.ended = Some(lost(player, "exceeds the time", Termination::Time));
            return Ok(None);
        }
        let made = self
            .session
            .play(&text)
            .map_err(|error| error.to_string())?;
        self.past_clocks.push(clocks);
        self.begun = Instant::now();
        Ok(Some(made))
    }

    /// Whether there is a turn to take back.
    pub(super) fn can_undo(&self) -> bool {
        // Turns given on the command line have no clocks and are not taken back.
        !self.past_clocks.is_empty()
    }

    /// Takes turns back until a person is to move who has moved before; returns their number.
    pub(super) fn undo(&mut self) -> usize {
        let mut count = 0;
        while let Some(clocks) = self.past_clocks.pop() {
            if self.session.undo().is_none() {
                break;
            }
            self.clocks = clocks;
            count += 1;
            if self.engine != Some(self.session.turn()) {
                break;
            }
        }
        if count > 0 {
            self.ended = None;
            self.begun = Instant::now();
        }
        count
    }

    /// Resigns for the player to move.
    pub(super) fn resign(&mut self) {
        self.ended = Some(lost(self.session.turn(), "resigns", Termination::Normal));
    }

    /// The players agree to a draw.
    pub(super) fn agree_to_draw(&mut self) {
        self.ended = Some(End {
            result: RecordedResult::Draw,
            reason: "draw agreed".to_owned(),
            termination: Termination::Normal,
        });
    }

    /// Searches for the engine's turn.
    ///
    /// # Errors
    /// If the search cannot be started.
    pub(super) fn think(
        &self,
        seed: Option<u64>,
        stop: &StopToken,
    ) -> Result<SearchResult<String>, SearchError> {
        let seed = seed.map(|seed| seed.wrapping_add(self.session.turns().len() as u64));
        let request = SearchRequest {
            limits: self.clocks[self.session.turn()].limits(),
            strength: self.strength,
            seed,
            ..SearchRequest::default()
        };
        self.session.search_blocking(&request, stop, None)
    }

    /// Searches for a moment at full strength; in a game of games for a turn that has `draft`.
    ///
    /// # Errors
    /// If no legal turn has the draft, or the search cannot be started.
    pub(super) fn advise(
        &self,
        draft: Option<String>,
        stop: &StopToken,
    ) -> Result<SearchResult<String>, SearchError> {
        let limits = Limits {
            move_time: Some(ADVICE_TIME),
            ..Limits::default()
        };
        let request = SearchRequest {
            limits,
            draft,
            ..SearchRequest::default()
        };
        self.session.search_blocking(&request, stop, None)
    }

    /// Returns the game as it is recorded; `None` if no turn was made.
    pub(super) fn record(&self) -> Option<RecordedGame> {
        if self.session.turns().is_empty() {
            return None;
        }
        let names = [Color::White, Color::Black].map(|color| match self.engine {
            Some(engine) if engine == color => "Jabberwock",
            _ => "?",
        });
        let end = self.end();
        let result = end
            .as_ref()
            .map_or(RecordedResult::Unknown, |end| end.result);
        let session = self.session.as_ref();
        let mut tags = roster(
            "jabberwock play",
            "-",
            ByColor(names),
            result,
            session.entry(),
        );
        let clock = self.time_control.clock;
        tags.extend(clock.map(|clock| ("TimeControl".to_owned(), clock.to_string())));
        let termination = match &end {
            Some(end) => end.termination.text(),
            None => "unterminated",
        };
        tags.push(("Termination".to_owned(), termination.to_owned()));
        let mut game = RecordedGame::of_session(session, tags, result);
        game.end = end.map(|end| end.reason);
        Some(game)
    }
}

fn lost(loser: Color, how: &str, termination: Termination) -> End {
    End {
        result: RecordedResult::Win(loser.other()),
        reason: format!("{loser} {how}"),
        termination,
    }
}
