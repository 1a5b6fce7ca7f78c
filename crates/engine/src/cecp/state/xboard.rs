//! Games on the board of `XBoard`: its plies in place of turns.

use super::State;
use crate::{
    cecp::{
        command::Touch,
        rejection::Rejection,
        reply::Reply,
        xboard::{Desk, Heard, Steps},
    },
    options::TurnEncoding,
};

/// The feature that `XBoard` rejects and other clients pass over in silence.
const UNKNOWN_FEATURE: &str = "extmoves";

/// Why plies are taken back that a refusal undoes. `XBoard` ignores the line if some words are in it.
const DENIED: &str = "denied";

/// What is known of the client, and the game on its board.
#[derive(Debug, Default)]
pub(super) struct Gui {
    /// Whether the client is `XBoard`.
    is_xboard: bool,
    /// Whether the opponent is an engine.
    against_engine: bool,
    /// The game on `XBoard`'s board; `None` if the client takes turns as they are.
    desk: Option<Desk>,
}

impl State {
    /// `rejected`
    pub(super) fn on_rejected(&mut self, feature: &str) {
        if feature == UNKNOWN_FEATURE {
            self.gui.is_xboard = true;
            self.lay_board();
        }
    }

    /// `computer`
    pub(super) fn on_computer(&mut self) {
        self.gui.against_engine = true;
    }

    /// Whether turns are told as plies.
    fn is_in_plies(&self) -> bool {
        match self.options.turn_encoding {
            TurnEncoding::Auto => self.gui.is_xboard,
            TurnEncoding::Native => false,
            TurnEncoding::XBoard => true,
        }
    }

    /// Changes between turns and plies, if the option says so.
    pub(super) fn change_encoding(&mut self) {
        let is_shown = self.gui.desk.is_some();
        if is_shown != (self.is_in_plies() && self.session.entry().xboard.is_some()) {
            self.lay_board();
        }
    }

    /// `lift`, `put` and `hover`
    pub(super) fn on_touch(&mut self, _touch: Touch, _square: &str) {
        let _ = &self.gui;
    }

    /// Begins to show the game from its present position on; the game before is forgotten.
    pub(super) fn lay_board(&mut self) {
        self.gui.desk = if self.is_in_plies() {
            Desk::new(self.session.as_ref())
        } else {
            None
        };
    }

    /// Begins to show a game of another variant.
    pub(super) fn set_up_board(&mut self) {
        self.lay_board();
        if let Some(desk) = &self.gui.desk {
            let setup = desk.setup();
            self.print(Reply::Setup(setup));
        }
    }

    /// A new game begins, against whom is not known yet.
    pub(super) fn forget_opponent(&mut self) {
        self.gui.against_engine = false;
    }

    /// `usermove`: a turn, or a ply of `XBoard`'s.
    pub(super) fn user_move(&mut self, text: &str) -> Result<(), Rejection> {
        if self.gui.desk.is_none() {
            return self.user_turn(text);
        }
        self.check_user_may_move()?;
        let heard = match &mut self.gui.desk {
            Some(desk) => desk.receive(self.session.as_ref(), text),
            None => Heard::Nothing,
        };
        match heard {
            Heard::Beginning if self.gui.against_engine || self.follows_line() => Ok(()),
            Heard::Beginning => self.continue_turn(),
            Heard::Turn(turn) => self.user_turn(&turn),
            Heard::Refusal(turn, plies) => {
                self.take_plies_back(plies, DENIED);
                self.user_turn(&turn)
            }
            Heard::Nothing => {
                if self.gui.against_engine {
                    self.drop_unfinished_turn("fits no legal turn");
                }
                Err(Rejection::Turn("fits no legal turn".to_owned()))
            }
        }
    }

    /// Whether the last ply was one that `XBoard` stepped back over: what follows is there already.
    fn follows_line(&self) -> bool {
        self.gui.desk.as_ref().is_some_and(Desk::follows_line)
    }

    /// Says the plies that must follow those of a person.
    fn continue_turn(&mut self) -> Result<(), Rejection> {
        let Some(desk) = &mut self.gui.desk else {
            return Ok(());
        };
        let (plies, heard) = desk.continuation(self.session.as_ref());
        for ply in plies {
            self.print(Reply::Turn(ply));
        }
        match heard {
            Heard::Turn(turn) => self.user_turn(&turn),
            Heard::Beginning | Heard::Refusal(..) | Heard::Nothing => Ok(()),
        }
    }

    /// Makes `XBoard` take `count` plies back.
    fn take_plies_back(&mut self, count: usize, reason: &str) {
        for _ in 0..count {
            self.print(Reply::IllegalTurn {
                reason: reason.to_owned(),
                text: "@@@@".to_owned(),
            });
        }
    }

    /// Takes back the plies of an unfinished turn.
    pub(super) fn drop_unfinished_turn(&mut self, reason: &str) {
        if let Some(desk) = &mut self.gui.desk {
            let count = desk.drop_unfinished();
            self.take_plies_back(count, reason);
        }
    }

    /// The lines that announce the engine's `turn`, which is made next.
    pub(super) fn announcement(&mut self, turn: &str) -> Vec<Reply> {
        let Some(desk) = &mut self.gui.desk else {
            return vec![Reply::Turn(turn.to_owned())];
        };
        let said = desk.say(self.session.as_ref(), turn);
        match said.refused {
            Some(plies) if !self.gui.against_engine => (0..plies)
                .map(|_| Reply::IllegalTurn {
                    reason: DENIED.to_owned(),
                    text: "@@@@".to_owned(),
                })
                .collect(),
            _ => said.plies.into_iter().map(Reply::Turn).collect(),
        }
    }

    /// `undo` and `remove`: `XBoard` has taken `count` plies back. If whole turns are to go, the
    /// engine takes the rest of the last turn of each player back.
    pub(super) fn take_plies(&mut self, count: usize, whole: bool) -> Result<(), Rejection> {
        let Some(desk) = &mut self.gui.desk else {
            return self.take_back(count);
        };
        let begins_within = desk.is_within_turn();
        let no_move = || Rejection::Command("no move to take back".to_owned());
        let mut turns = desk.back(count).ok_or_else(no_move)?;
        let mut rest = 0;
        if whole {
            let wanted = if begins_within && turns == 0 { 0 } else { 2 };
            rest += desk.drop_unfinished();
            while turns < wanted && desk.plies() > 0 {
                let last = desk.last_plies();
                turns += desk.back(last.max(1)).unwrap_or(1);
                rest += last;
            }
            desk.forget_line();
        }
        self.take_plies_back(rest, "taken back");
        self.go_back(turns);
        Ok(())
    }

    /// `setboard` of `XBoard`: a position of the game, or a new one.
    pub(super) fn set_board(&mut self, text: &str) -> Result<(), Rejection> {
        let Some(desk) = &mut self.gui.desk else {
            return self.set_position(text);
        };
        let Some(Steps { back, on }) = desk.go_to(text) else {
            let set = self.set_position(text);
            if set.is_ok() {
                self.lay_board();
            }
            return set;
        };
        self.before_change();
        self.abandon_search();
        for _ in 0..back {
            self.session.undo();
        }
        for turn in on {
            self.session.play(&turn)?;
        }
        self.is_position_refused = false;
        self.on_new_position();
        self.restart_analysis();
        Ok(())
    }
}
