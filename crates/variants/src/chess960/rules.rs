//! The implementation of `Position`: making moves, and the ends of games.

use jabberwock_game::{Color, Key, Reason, Sink, Stage, Step};

use super::{movegen, position::Position};
use crate::fide::{Move, MoveKind};

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.chess.turn()
    }

    fn key(&self) -> Key {
        self.chess.key() ^ self.castling.key()
    }

    fn recomputed_key(&self) -> Key {
        self.chess.recomputed_key() ^ self.castling.key()
    }

    fn key_after(&self, step: Step) -> Option<Key> {
        let castling = self.castling.after(self.turn(), Move::unpack(step));
        Some(self.chess.key_after(step)? ^ castling.key())
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn generate_quiet_checks<S: Sink>(&self, sink: &mut S) {
        self.chess.generate_quiet_checks(sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        self.chess.is_noisy(step)
    }

    fn play(&mut self, step: Step) {
        let us = self.turn();
        let mv = Move::unpack(step);
        if mv.kind == MoveKind::Castling {
            self.chess.castle(mv.from, mv.to);
        } else {
            self.chess.play(step);
        }
        if !self.castling.is_empty() {
            self.castling = self.castling.after(us, mv);
        }
    }

    fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    fn clock(&self) -> u32 {
        self.chess.clock()
    }

    fn drawn_by_material(&self) -> Option<Reason> {
        self.chess.drawn_by_material()
    }

    fn null_move(&self) -> Option<Position> {
        let castling = self.castling;
        let chess = self.chess.null_move()?;
        Some(Position { chess, castling })
    }
}
