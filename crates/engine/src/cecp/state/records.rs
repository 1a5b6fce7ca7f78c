//! Recording of games that have ended or are abandoned.

use jabberwock_game::Color;

use super::{Effect, Mode, State};
use crate::records::GameRecord;

impl State {
    /// Records the game in progress when the client ends the session for `reason`.
    pub(in crate::cecp) fn end_session(&mut self, reason: &str) -> Vec<Effect> {
        self.record_unfinished(reason);
        std::mem::take(&mut self.effects)
    }

    /// Records the game if it was not recorded since its last turn.
    pub(super) fn record(&mut self, result: &str, reason: &str) {
        if !self.is_recorded && !self.session.turns().is_empty() {
            let game = GameRecord::new(self.session.as_ref(), result, reason);
            self.effects.push(Effect::Record(game));
        }
        self.is_recorded = true;
    }

    /// Records the game as abandoned.
    pub(super) fn record_unfinished(&mut self, reason: &str) {
        self.record("*", reason);
    }

    /// Records the game as resigned by the engine, which is to move.
    pub(super) fn record_resignation(&mut self) {
        let loser = self.session.turn();
        let result = match loser {
            Color::White => "0-1",
            Color::Black => "1-0",
        };
        self.record(result, &format!("{loser} resigns"));
    }

    /// Prepares for a change of the position. Turns made or taken back in analysis are not part of
    /// the game, which is recorded as it was before them.
    pub(super) fn before_change(&mut self) {
        if self.mode == Mode::Analyze {
            self.record_unfinished("analysis");
        }
    }

    /// Updates the records after a turn.
    pub(super) fn after_turn(&mut self) {
        self.is_recorded &= self.mode == Mode::Analyze;
    }
}
