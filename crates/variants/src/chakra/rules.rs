//! What turns do, and how games end.

use jabberwock_game::{Color, Key, Reason, Sink, Stage, Step};

use super::{
    movegen,
    moves::{Move, PieceMove},
    position::Position,
    role::{Man, Role},
};
use crate::board::BARE_KINGS;

impl Position {
    /// Makes a piece's move.
    fn walk(&mut self, walk: PieceMove) {
        let us = self.turn;
        if let Some(role) = walk.captured {
            let man = Man { color: !us, role };
            self.board.toggle(man, walk.to);
            if role != Role::Pawn {
                self.board.add_to_pool(man);
            }
        }
        let man = |role| Man { color: us, role };
        self.board.toggle(man(walk.role), walk.from);
        let arrived = man(walk.promotion.unwrap_or(walk.role));
        self.board.toggle(arrived, walk.to);
        if walk.promotion.is_some() {
            self.board.take_from_pool(arrived);
        }
        if walk.seizes {
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

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        match Move::unpack(step) {
            Move::Piece(walk) => {
                walk.captured.is_some()
                    || walk.seizes
                    || walk.promotion.is_some()
                        && walk.promotion == self.board.pool(self.turn).best()
            }
            Move::Chakra { .. } | Move::Pass => false,
        }
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mut progress = false;
        let mut irreversible = false;
        match Move::unpack(step) {
            Move::Piece(walk) => {
                self.walk(walk);
                let captures = walk.captured.is_some() || walk.seizes;
                progress = captures || walk.role == Role::Pawn;
                irreversible = captures || walk.promotion.is_some();
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

    /// Pawns can move back by transmission (C14), so positions recur in spite of pawn moves.
    fn reversible_turns(&self) -> u32 {
        self.reversible.0
    }

    /// Bare kings without a Transmitter, whatever the pools (chakra C23).
    fn drawn_by_material(&self) -> Option<Reason> {
        let chakras = self.board.chakras(Color::White) | self.board.chakras(Color::Black);
        let bare = self.board.occupied() == self.board.role(Role::King);
        (bare && chakras.is_empty()).then_some(BARE_KINGS)
    }

    /// A side with a vacant chakra need not move a piece: turning it over is as good as passing.
    fn null_move(&self) -> Option<Position> {
        let pawns_and_kings = self.board.role(Role::Pawn) | self.board.role(Role::King);
        let men = self.board.color(self.turn).without(pawns_and_kings);
        if self.is_check() || (men | self.board.vacant(self.turn)).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.play(Move::Pass.pack());
        Some(pos)
    }
}
