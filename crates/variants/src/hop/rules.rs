//! The implementation of `Position`: making steps, and the ends of games.

use jabberwock_game::{Color, Key, Reason, Sink, Stage, Step};

use super::{movegen, moves::Part, position::Position};
use crate::{board::BARE_KINGS, fide::Role};

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.state.turn
    }

    fn at_turn_start(&self) -> bool {
        !self.placing
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.state_key()
    }

    #[inline]
    fn key_after(&self, step: Step) -> Option<Key> {
        Some(match Part::unpack(step) {
            Part::Move(mv) => self.key_after_move(mv),
            Part::Hopper(square) => self.key_after_placement(square),
        })
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn generate_all<S: Sink>(&self, sink: &mut S) {
        movegen::generate_all(self, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        match Part::checked(step) {
            Some(Part::Move(mv)) => !self.placing && movegen::is_legal(self, mv),
            Some(Part::Hopper(square)) => self.allowed.contains(square),
            None => false,
        }
    }

    fn is_noisy(&self, step: Step) -> bool {
        match Part::unpack(step) {
            Part::Move(mv) => mv.is_noisy(),
            Part::Hopper(square) => movegen::noisy_placements(self).contains(square),
        }
    }

    fn completes_turn(&self, _: Step) -> bool {
        self.placing || !self.places_hopper()
    }

    fn play(&mut self, step: Step) {
        match Part::unpack(step) {
            Part::Move(mv) => self.play_piece(mv),
            Part::Hopper(square) => {
                self.hoppers[self.state.turn] = Some(square);
                self.finish_turn(self.checks.contains(square));
            }
        }
    }

    fn has_legal_step(&self) -> bool {
        self.placing || movegen::has_legal_move(self)
    }

    fn is_check(&self) -> bool {
        self.check && !self.placing
    }

    fn clock(&self) -> u32 {
        self.state.clocks.halfmove_clock
    }

    /// Only bare kings (H16): a lone minor piece can mate with a hopper's help.
    fn drawn_by_material(&self) -> Option<Reason> {
        let bare = self.board.occupied() == self.board.role(Role::King);
        bare.then_some(BARE_KINGS)
    }

    fn null_move(&self) -> Option<Position> {
        if self.check || self.placing || self.board.non_pawns(self.state.turn).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.state.en_passant = None;
        pos.state.clocks.count_ply(false);
        pos.finish_turn(false);
        Some(pos)
    }
}
