//! The implementation of `Position`: making moves, and the ends of games.

use jabberwock_game::{Color, Key, Reason, Sink, Stage, Step};

use super::{movegen, position::Position};
use crate::{
    board::Bitboard,
    fide::{Move, Role},
};

/// Neither player can checkmate with the remaining pieces.
pub const DEAD_POSITION: Reason = Reason::new("dead position");

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.state.turn
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.state_key()
    }

    fn key_after(&self, step: Step) -> Option<Key> {
        Some(self.key_after_move(Move::unpack(step)))
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn generate_quiet_checks<S: Sink>(&self, sink: &mut S) {
        movegen::generate_quiet_checks(self, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        Move::unpack(step).is_noisy()
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mv = Move::unpack(step);
        self.board.make(self.state.turn, mv);
        self.state.apply_move(mv);
        self.state.end_turn();
        if mv.is_double_step() {
            self.set_en_passant(mv.to.ahead(self.state.turn));
        }
    }

    fn is_check(&self) -> bool {
        self.board.is_check(self.state.turn)
    }

    fn clock(&self) -> u32 {
        self.state.clocks.halfmove_clock
    }

    /// Dead positions (chess F2): bare kings, a lone minor piece, bishops on squares of one color.
    fn drawn_by_material(&self) -> Option<Reason> {
        let bishops = self.board.role(Role::Bishop);
        let kings = self.board.role(Role::King);
        let others = self.board.occupied().without(bishops | kings);
        let dead = if others.is_empty() {
            !bishops.intersects(Bitboard::LIGHT) || !bishops.intersects(!Bitboard::LIGHT)
        } else {
            others == self.board.role(Role::Knight) && !(others | bishops).more_than_one()
        };
        dead.then_some(DEAD_POSITION)
    }

    fn null_move(&self) -> Option<Position> {
        if self.is_check() || self.board.non_pawns(self.turn()).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.state.en_passant = None;
        pos.state.clocks.count_ply(false);
        pos.state.end_turn();
        Some(pos)
    }
}
