//! The implementation of `Position`: making turns, and the ends of games.

use jabberwock_game::{Color, Key, Reason, Sink, Stage, Step};

use super::{
    movegen,
    moves::{Move, PieceMove},
    position::Position,
    role::{Piece, Role},
};
use crate::board::BARE_KINGS;

impl Position {
    /// Makes a piece's move.
    fn piece_move(&mut self, piece_move: PieceMove) {
        let us = self.turn;
        if let Some(role) = piece_move.captured {
            let piece = Piece { color: !us, role };
            self.board.toggle(piece, piece_move.to);
            if role != Role::Pawn {
                self.board.add_to_pool(piece);
            }
        }
        let piece = |role| Piece { color: us, role };
        self.board.toggle(piece(piece_move.role), piece_move.from);
        let arrived = piece(piece_move.promotion.unwrap_or(piece_move.role));
        self.board.toggle(arrived, piece_move.to);
        if piece_move.promotion.is_some() {
            self.board.take_from_pool(arrived);
        }
        if piece_move.seizes {
            for square in self.board.chakras(!us) {
                let mode = self.board.mode(square);
                self.board.toggle_chakra(!us, mode, square);
            }
        }
    }
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.state_key()
    }

    #[inline]
    fn key_after(&self, step: Step) -> Option<Key> {
        let mut after = self.clone();
        after.play(step);
        Some(after.key())
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        match Move::unpack(step) {
            Move::Piece(piece_move) => {
                piece_move.captured.is_some()
                    || piece_move.seizes
                    || piece_move.promotion.is_some()
                        && piece_move.promotion == self.board.pool(self.turn).best()
            }
            Move::Chakra { .. } | Move::Pass => false,
        }
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mut progress = false;
        let mut irreversible = false;
        match Move::unpack(step) {
            Move::Piece(piece_move) => {
                self.piece_move(piece_move);
                let captures = piece_move.captured.is_some() || piece_move.seizes;
                progress = captures || piece_move.role == Role::Pawn;
                irreversible = captures || piece_move.promotion.is_some();
            }
            Move::Chakra { from, to, turned } => {
                let mode = self.board.mode(from);
                let ends = if turned { mode.other() } else { mode };
                self.board.toggle_chakra(self.turn, mode, from);
                self.board.toggle_chakra(self.turn, ends, to);
            }
            Move::Pass => {}
        }
        self.clocks.advance(self.turn, progress);
        self.reversible.advance(irreversible);
        self.turn = !self.turn;
    }

    fn is_check(&self) -> bool {
        self.board.is_check(self.turn)
    }

    fn clock(&self) -> u32 {
        self.clocks.halfmove_clock
    }

    /// Pawns can move back by transmission (C14), so positions can recur despite pawn moves.
    fn reversible_turns(&self) -> u32 {
        self.reversible.0
    }

    /// Bare kings without a Transmitter, whatever the pools (chakra C23).
    fn drawn_by_material(&self) -> Option<Reason> {
        let chakras = self.board.chakras(Color::White) | self.board.chakras(Color::Black);
        let bare = self.board.occupied() == self.board.role(Role::King);
        (bare && chakras.is_empty()).then_some(BARE_KINGS)
    }

    /// A side with a vacant chakra need not move a piece: turning it over amounts to a pass.
    fn null_move(&self) -> Option<Position> {
        let movable = self.board.non_pawns(self.turn) | self.board.vacant(self.turn);
        if self.is_check() || movable.is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.play(Move::Pass.pack());
        Some(pos)
    }
}
