//! Commands that change the game or make the engine play.

use jabberwock_game::{Color, TurnError};
use jabberwock_variants::{NORMAL, UnknownVariant};

use super::{Mode, Purpose, State, commands::NO_POSITION};
use crate::{
    cecp::{
        rejection::Rejection, reply::Reply, selection::TurnSelection, variant_name::without_size,
    },
    open::open,
};

/// Number of turns of both players before which no draw is accepted.
const MIN_TURNS_FOR_DRAW: usize = 60;

/// The reason for taking back the plies of an incomplete turn.
pub(super) const UNFINISHED: &str = "the turn is not complete";

impl State {
    /// Handles `new`: orthodox chess from the start. An analysis continues there.
    pub(super) fn new_game(&mut self) {
        self.record_unfinished("new game");
        self.abandon_search();
        self.paused = None;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.reset_opponent();
        self.clock.begin_game();
        if let Err(error) = self.open_variant(NORMAL) {
            log::error!("the standard variant is missing: {error}");
        }
        self.on_new_position();
        self.restart_analysis();
    }

    /// Handles `variant`: the named game, from its start.
    pub(super) fn change_variant(&mut self, name: &str) -> Result<(), Rejection> {
        let name = without_size(name);
        if jabberwock_variants::find(name).is_ok() {
            self.record_unfinished("new game");
        }
        if self.refuse_unshown(name) {
            return Ok(());
        }
        self.open_variant(name)
            .map_err(|_| Rejection::Command("unknown variant".to_owned()))?;
        self.abandon_search();
        self.clock.begin_origin();
        let begun = self.begin_at_start_position();
        self.set_up_board();
        self.on_new_position();
        self.restart_analysis();
        if let Err(rejection) = begun {
            // The position was set by an earlier command.
            let line = format!("option Position={}", self.options.position);
            self.print(rejection.reply(&line));
        }
        Ok(())
    }

    /// Begins a game of the variant called `name`, with empty search tables.
    fn open_variant(&mut self, name: &str) -> Result<(), UnknownVariant> {
        let entry = jabberwock_variants::find(name)?;
        if entry.name == self.session.entry().name {
            self.session.reset();
            self.session.clear();
        } else {
            self.session = open(name)?;
            self.session.configure(self.options.settings);
        }
        self.is_position_refused = false;
        self.lay_board();
        Ok(())
    }

    /// Handles `setboard`.
    pub(super) fn set_position(&mut self, text: &str) -> Result<(), Rejection> {
        // The game in progress is over even if the position that replaces it is rejected.
        self.record_unfinished("new position");
        if let Err(error) = self.session.set_position(text) {
            self.refuse_position();
            return Err(error.into());
        }
        self.is_position_refused = false;
        self.abandon_search();
        self.clock.begin_origin();
        self.on_new_position();
        self.restart_analysis();
        Ok(())
    }

    /// Handles an invalid position of the client: until it sends a valid one, the engine has none.
    pub(super) fn refuse_position(&mut self) {
        self.abandon_search();
        self.is_position_refused = true;
    }

    /// Handles `undo` and `remove`: takes `count` turns back.
    pub(super) fn take_back(&mut self, count: usize) -> Result<(), Rejection> {
        if self.session.turns().len() < count {
            return Err(Rejection::Command("no move to take back".to_owned()));
        }
        self.go_back(count);
        Ok(())
    }

    /// Takes `count` turns back.
    pub(super) fn go_back(&mut self, count: usize) {
        self.before_change();
        self.abandon_search();
        for _ in 0..count {
            self.session.undo();
        }
        self.on_new_position();
        self.restart_analysis();
    }

    /// Checks that the client may make a turn now.
    pub(super) fn check_user_may_move(&self) -> Result<(), Rejection> {
        if self.is_position_refused {
            return Err(Rejection::Turn(NO_POSITION.to_owned()));
        }
        if self.is_searching_own_turn() {
            return Err(Rejection::Turn("not your turn".to_owned()));
        }
        Ok(())
    }

    /// Makes a turn of the client.
    pub(super) fn user_turn(&mut self, text: &str) -> Result<(), Rejection> {
        self.user_refusal(text, 0)
    }

    /// Makes a turn of the client that takes back `plies` of `XBoard`'s.
    pub(super) fn user_refusal(&mut self, text: &str, plies: usize) -> Result<(), Rejection> {
        self.check_user_may_move()?;
        let turn = self.session.read_turn(text)?;
        let expected = matches!(
            self.search.as_ref().map(|search| &search.purpose),
            Some(Purpose::Ponder { reply, .. }) if *reply == turn
        );
        if !expected {
            self.abandon_search();
        }
        self.before_change();
        self.session.play(&turn)?;
        self.after_turn();
        self.take_refused_back(plies);
        self.highlight_floor();
        self.restart_if_long();
        if expected {
            self.ponder_hit();
        } else {
            self.on_new_position();
            self.claim_outcome();
            self.start_mode_search();
        }
        Ok(())
    }

    /// Handles a line without a command, which is a turn if it looks like one.
    pub(super) fn bare(&mut self, text: &str) -> Result<(), Rejection> {
        match self.session.read_turn(text) {
            Err(TurnError::Malformed { .. }) => {
                Err(Rejection::Command("unknown command".to_owned()))
            }
            _ => self.user_move(text),
        }
    }

    /// Handles `force`.
    pub(super) fn force(&mut self) {
        self.abandon_search();
        self.mode = Mode::Force;
    }

    /// Handles `go`.
    pub(super) fn go(&mut self) {
        if self.is_searching_own_turn() {
            return;
        }
        self.abandon_search();
        if self.is_turn_under_way() {
            self.mode = Mode::Play(self.session.turn().other());
            return;
        }
        self.drop_unfinished_turn(UNFINISHED);
        self.mode = if self.pass_first() {
            Mode::Play(Color::White)
        } else {
            Mode::Play(self.session.turn())
        };
        self.claim_outcome();
        self.start_mode_search();
    }

    /// Handles `playother`.
    pub(super) fn play_other(&mut self) {
        self.abandon_search();
        self.drop_unfinished_turn(UNFINISHED);
        self.mode = Mode::Play(self.session.turn().other());
        self.start_mode_search();
    }

    /// Handles `result`: the game is over, whatever the position.
    pub(super) fn end_game(&mut self, result: &str, reason: &str) {
        if self.mode != Mode::Analyze {
            self.record(result, reason);
            self.force();
        }
    }

    /// Handles `draw`: accepts a draw late in the game if the engine's score is not above 0.
    pub(super) fn answer_draw_offer(&mut self) {
        let is_late = self.session.turns().len() >= MIN_TURNS_FOR_DRAW;
        let is_enough = self.last_score.is_some_and(|score| score.0 <= 0);
        if matches!(self.mode, Mode::Play(_)) && is_late && is_enough {
            self.print(Reply::OfferDraw);
        }
    }

    /// Resets the state that belongs to the previous position.
    pub(super) fn on_new_position(&mut self) {
        self.expected = None;
        self.selection = TurnSelection::default();
        if self.session.turns().is_empty() {
            self.last_score = None;
            self.lost_turns = 0;
        }
    }

    /// Claims the outcome of the game, if it has ended.
    pub(super) fn claim_outcome(&mut self) {
        if self.mode != Mode::Analyze
            && let Some(outcome) = self.session.outcome()
        {
            self.print(Reply::Result(outcome));
            self.record(outcome.result(), outcome.reason.text());
        }
    }
}
