//! Recording of games. UCI names no games and no results: a game is a sequence of positions, each
//! the continuation of the previous one, in which the engine was asked for turns.

use std::io::{self, Write};

use super::print;
use crate::{
    records::{GameRecord, Recorder, record},
    session::Session,
};

/// The state of the game in progress that is needed for its record.
#[derive(Debug)]
pub(super) struct RecordedGame {
    recorder: Option<Recorder>,
    /// The engine's latest turn, which is not yet made in the session; only in a game that is to be
    /// recorded.
    pending_turn: Option<String>,
    /// Whether the engine was asked for a turn since a game was recorded.
    is_asked: bool,
    /// Whether the session's last turn is only pondered on.
    pub(super) is_pondering: bool,
}

impl RecordedGame {
    pub(super) fn new(recorder: Option<Recorder>) -> RecordedGame {
        RecordedGame {
            recorder,
            pending_turn: None,
            is_asked: false,
            is_pondering: false,
        }
    }

    /// Returns the record of the game of `session` if it ends now for `reason`, unless the rules
    /// have ended it.
    fn unfinished(&self, session: &dyn Session, reason: &str) -> Option<GameRecord> {
        if self.recorder.is_none() || !self.is_asked {
            return None;
        }
        let mut game = match session.outcome() {
            Some(outcome) if !self.is_pondering => {
                GameRecord::new(session, outcome.result(), outcome.reason.text())
            }
            _ => GameRecord::new(session, "*", reason),
        };
        if self.is_pondering {
            game.turns.pop();
        }
        game.turns.extend(self.pending_turn.clone());
        (!game.turns.is_empty()).then_some(game)
    }

    /// Records the game of `session`, which ends for `reason`.
    pub(super) fn end(
        &mut self,
        session: &dyn Session,
        reason: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let game = self.unfinished(session, reason);
        self.append(game, out)
    }

    /// Returns the record to be written if the next position does not continue that of `session`.
    pub(super) fn before_position(&self, session: &dyn Session) -> Option<GameRecord> {
        self.unfinished(session, "new position")
    }

    /// Updates the records after a position was set up: a continuation of the previous one, or one
    /// of another game, in which case `game` is recorded.
    pub(super) fn after_position(
        &mut self,
        game: Option<GameRecord>,
        continues: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if continues {
            self.pending_turn = None;
            self.is_pondering = false;
            return Ok(());
        }
        self.append(game, out)
    }

    /// Updates the state when the engine is asked for a turn in the position of `session`.
    pub(super) fn on_request(&mut self, session: &dyn Session) {
        self.is_asked |= session.outcome().is_none();
    }

    /// Updates the state when the engine answers with `turn` in the position of `session`; the game
    /// is recorded if that ends it.
    pub(super) fn on_turn(
        &mut self,
        session: &mut dyn Session,
        turn: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.recorder.is_none() || session.play(turn).is_err() {
            return Ok(());
        }
        let outcome = session.outcome();
        let game = outcome
            .map(|outcome| GameRecord::new(session, outcome.result(), outcome.reason.text()));
        session.undo();
        if game.is_some() {
            return self.append(game, out);
        }
        self.pending_turn = Some(turn.to_owned());
        Ok(())
    }

    fn append(&mut self, game: Option<GameRecord>, out: &mut dyn Write) -> io::Result<()> {
        self.pending_turn = None;
        self.is_asked = false;
        self.is_pondering = false;
        let failure = game.and_then(|game| record(&mut self.recorder, &game));
        failure.map_or(Ok(()), |failure| print::record_failure(out, &failure))
    }
}
