//! Commands that change the game, or whose moves the engine makes in it.

use jabberwock_game::{Color, TurnError};
use jabberwock_variants::UnknownVariant;

use super::{Mode, Purpose, Refusal, Selection, State};
use crate::{
    cecp::{STANDARD, reply::Reply},
    open,
};

/// Turns of both players after which a draw may be accepted.
const SETTLED: usize = 60;

impl State {
    /// `new`: orthodox chess from the start. An analysis goes on there.
    pub(super) fn new_game(&mut self) {
        self.abandon();
        self.paused = None;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Color::Black);
        }
        self.clock.begin_game();
        if let Err(error) = self.open_variant(STANDARD) {
            log::error!("the standard variant is missing: {error}");
        }
        self.arrive();
        self.analyze_afresh();
    }

    /// `variant`, from its start.
    pub(super) fn change_variant(&mut self, name: &str) -> Result<(), Refusal> {
        self.open_variant(without_size(name))
            .map_err(|_| Refusal::Command("unknown variant".to_owned()))?;
        self.abandon();
        self.clock.begin_origin();
        self.arrive();
        self.analyze_afresh();
        Ok(())
    }

    /// Begins a game of the variant called `name`, with nothing remembered from earlier ones.
    fn open_variant(&mut self, name: &str) -> Result<(), UnknownVariant> {
        let entry = jabberwock_variants::find(name)?;
        if entry.name == self.session.entry().name {
            self.session.reset();
            self.session.clear();
        } else {
            self.session = open(name)?;
            self.session.configure(self.options.settings);
        }
        Ok(())
    }

    /// `setboard`.
    pub(super) fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        self.session.set_position(text)?;
        self.abandon();
        self.clock.begin_origin();
        self.arrive();
        self.analyze_afresh();
        Ok(())
    }

    /// `undo` and `remove`: takes `count` turns back.
    pub(super) fn take_back(&mut self, count: usize) -> Result<(), Refusal> {
        if self.session.turns().len() < count {
            return Err(Refusal::Command("no move to take back".to_owned()));
        }
        self.abandon();
        for _ in 0..count {
            self.session.undo();
        }
        self.arrive();
        self.analyze_afresh();
        Ok(())
    }

    /// `usermove`.
    pub(super) fn user_move(&mut self, text: &str) -> Result<(), Refusal> {
        if self.is_moving() {
            return Err(Refusal::Move("not your turn".to_owned()));
        }
        let turn = self.session.read_turn(text)?;
        let expected = matches!(
            self.activity.as_ref().map(|activity| &activity.purpose),
            Some(Purpose::Ponder { reply, .. }) if *reply == turn
        );
        if !expected {
            self.abandon();
        }
        self.session.play(&turn)?;
        if expected {
            self.ponder_hit();
        } else {
            self.arrive();
            self.claim();
            self.proceed();
        }
        Ok(())
    }

    /// A line that is no command is a move if it looks like one.
    pub(super) fn bare(&mut self, text: &str) -> Result<(), Refusal> {
        match self.session.read_turn(text) {
            Err(TurnError::Malformed { .. }) => Err(Refusal::Command("unknown command".to_owned())),
            _ => self.user_move(text),
        }
    }

    /// `force`.
    pub(super) fn force(&mut self) {
        self.abandon();
        self.mode = Mode::Force;
    }

    /// `go`.
    pub(super) fn go(&mut self) {
        if self.is_moving() {
            return;
        }
        self.abandon();
        self.mode = Mode::Play(self.session.turn());
        self.claim();
        self.proceed();
    }

    /// `playother`.
    pub(super) fn play_other(&mut self) {
        self.abandon();
        self.mode = Mode::Play(self.session.turn().other());
        self.proceed();
    }

    /// `result`: the game is over, whatever the board says.
    pub(super) fn end_game(&mut self) {
        if self.mode != Mode::Analyze {
            self.force();
        }
    }

    /// `draw`: a draw is enough where nothing better is in sight late in the game.
    pub(super) fn consider_draw(&mut self) {
        let settled = self.session.turns().len() >= SETTLED;
        let enough = self.verdict.is_some_and(|score| score.0 <= 0);
        if matches!(self.mode, Mode::Play(_)) && settled && enough {
            self.say(Reply::OfferDraw);
        }
    }

    /// The position is a new one: what was thought about the old one is void.
    pub(super) fn arrive(&mut self) {
        self.expected = None;
        self.selection = Selection::default();
        if self.session.turns().is_empty() {
            self.verdict = None;
            self.hopeless = 0;
        }
    }

    /// Says how the game has ended, if it has.
    pub(super) fn claim(&mut self) {
        if self.mode != Mode::Analyze
            && let Some(outcome) = self.session.outcome()
        {
            self.say(Reply::Result(outcome));
        }
    }
}

/// `12x8+0_hop` without the board's size, which the variant says itself.
fn without_size(name: &str) -> &str {
    let rest = name.split_once('_').filter(|(size, _)| {
        let mut numbers = size.split(['x', '+']);
        let is_size = |text: Option<&str>| {
            text.is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        };
        (0..3).all(|_| is_size(numbers.next())) && numbers.next().is_none()
    });
    rest.map_or(name, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::without_size;

    #[test]
    fn a_boards_size_before_the_name_is_passed_over() {
        assert_eq!(without_size("8x8+0_hop"), "hop");
        assert_eq!(without_size("hop"), "hop");
        assert_eq!(without_size("8x8_hop"), "8x8_hop");
        assert_eq!(without_size("crazy_hop"), "crazy_hop");
    }
}
