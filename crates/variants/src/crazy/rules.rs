//! The implementation of `Position`: making steps, and the ends of games.

use jabberwock_game::{ByColor, Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{
    double_steps::DoubleSteps, movegen, moves::Move, pending::Pending, position::Position,
};
use crate::{board::BARE_KINGS, fide::Role};

/// A king has been lost (K30).
pub const KING_LOST: Reason = Reason::new("king lost");
/// Both kings have been lost at once (K30).
pub const KINGS_LOST: Reason = Reason::new("kings lost");

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn at_turn_start(&self) -> bool {
        self.pending == Pending::Nothing
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.state_key()
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn generate_all<S: Sink>(&self, sink: &mut S) {
        movegen::generate_all(self, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        movegen::is_noisy(self, Move::unpack(step))
    }

    fn completes_turn(&self, step: Step) -> bool {
        Move::unpack(step).last
    }

    fn play(&mut self, step: Step) {
        let mv = Move::unpack(step);
        self.make(mv);
        if mv.last {
            self.settle();
            self.promote(mv.promotion.unwrap_or(Role::Queen));
            self.end_turn();
        }
    }

    fn is_check(&self) -> bool {
        self.check && self.at_turn_start()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.lost.0 {
            [false, false] => None,
            [true, true] => Some(Outcome::draw(KINGS_LOST)),
            [white, _] => {
                let winner = if white { Color::Black } else { Color::White };
                Some(Outcome::win(winner, KING_LOST))
            }
        }
    }

    fn clock(&self) -> u32 {
        self.clocks.halfmove_clock
    }

    /// Pawns can move back (K20), so positions can recur despite pawn moves.
    fn reversible_turns(&self) -> u32 {
        self.reversible.0
    }

    /// Bare kings: nothing else is on the board, not even ghosts (K43).
    fn drawn_by_material(&self) -> Option<Reason> {
        let board = &self.board;
        let bare = board.loaded().is_empty() && board.occupied() == board.role(Role::King);
        bare.then_some(BARE_KINGS)
    }

    fn null_move(&self) -> Option<Position> {
        let us = self.turn;
        let pawns_and_kings = self.board.role(Role::Pawn) | self.board.role(Role::King);
        let bare = self.board.color(us).without(pawns_and_kings).is_empty();
        if self.check || !self.at_turn_start() || bare || self.lost != ByColor::default() {
            return None;
        }
        let mut pos = self.clone();
        pos.double_steps = DoubleSteps::default();
        pos.settle();
        if pos.board.may_have_ghosts() != self.board.may_have_ghosts()
            || self.board.may_have_ghosts()
        {
            // Own ghosts have vanished, possibly from lines to the king.
            if pos.is_attacked(us) {
                return None;
            }
        }
        pos.end_turn();
        Some(pos)
    }
}
