//! The start position of games if the client cannot set it by `setboard`.

use jabberwock_game::{Color, Evaluate, Position as _, PositionError};
use jabberwock_variants::{Entry, Visitor, entries};

use super::State;
use crate::cecp::{rejection::Rejection, reply::Reply};

/// The player to move in the position of a variant with this text.
pub(super) struct PlayerToMove<'a>(pub(super) &'a str);

impl Visitor for PlayerToMove<'_> {
    type Output = Result<Color, PositionError>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Self::Output {
        variant.parse(self.0).map(|position| position.turn())
    }
}

/// Whether any variant has a position with this text.
fn is_position(text: &str) -> bool {
    let mut variants = entries().iter();
    variants.any(|entry| entry.accept(PlayerToMove(text)).is_ok())
}

impl State {
    /// Handles the option `Position`: the game begins at `text` if no turn has been made yet, and
    /// so do later games. The text may also belong to a variant that is chosen later.
    ///
    /// XBoard's `-firstOptions` splits texts at commas, so these may be written as semicolons.
    pub(super) fn set_start_position(&mut self, text: &str) -> Result<(), Rejection> {
        let text = if is_position(text) {
            text.to_owned()
        } else {
            text.replace(';', ",")
        };
        if text == self.options.position {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.options.position, text.clone());
        if !self.session.turns().is_empty() {
            let words = "telluser The position is taken with the next game.";
            self.print(Reply::Gui(words.to_owned()));
            return Ok(());
        }
        if let Err(rejection) = self.begin_at_start_position() {
            let mut variants = entries().iter();
            if variants.any(|entry| entry.accept(PlayerToMove(&text)).is_ok()) {
                return Ok(());
            }
            self.options.position = before;
            return Err(rejection);
        }
        self.abandon_search();
        self.set_up_board_again();
        self.on_new_position();
        self.restart_analysis();
        Ok(())
    }

    /// Begins the game at the option `Position`, or else at the variant's start.
    pub(super) fn begin_at_start_position(&mut self) -> Result<(), Rejection> {
        let text = &self.options.position;
        // XBoard shows chess by itself, from its own start.
        let is_fixed = self.uses_plies() && self.session.entry().xboard.is_none();
        if text.is_empty() || is_fixed {
            self.session.reset();
        } else {
            self.session.set_position(text)?;
        }
        self.is_position_refused = false;
        Ok(())
    }

    /// Prints the text of the current position.
    pub(super) fn print_position(&mut self) {
        let text = self.session.position();
        self.print(Reply::Gui(format!("telluser {text}")));
    }
}
