//! The position.

use jabberwock_game::{Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{
    field::Field,
    men::{Man, Role},
    movegen,
    moves::{Move, Walk},
};
use crate::board::{BARE_KINGS, Square};

const BLACK_TO_MOVE: Key = Key::random(0x4004, 0);

/// A position: what its text says, and whether pawns have a double step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    field: Field,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
}

const _: () = assert!(size_of::<Position>() <= 144);

impl Position {
    /// The position of these parts.
    ///
    /// # Errors
    /// Where the king stands that is in check though its player is not to move.
    pub(super) fn new(
        field: Field,
        turn: Color,
        halfmove_clock: u32,
        fullmove_number: u32,
    ) -> Result<Position, Square> {
        if field.is_check(!turn) {
            return Err(field.king(!turn));
        }
        Ok(Position {
            field,
            halfmove_clock,
            fullmove_number,
            turn,
        })
    }

    /// Men, chakras and pools.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The number of the move.
    pub(super) fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The position with the players exchanged.
    pub(super) fn mirrored(&self) -> Position {
        Position {
            field: self.field.mirrored(),
            turn: !self.turn,
            ..*self
        }
    }

    fn turn_key(&self) -> Key {
        match self.turn {
            Color::White => Key(0),
            Color::Black => BLACK_TO_MOVE,
        }
    }

    /// Makes a man's move; returns whether it resets the clock (chakra C23).
    fn walk(&mut self, walk: Walk) -> bool {
        let us = self.turn;
        if let Some(role) = walk.captured {
            let man = Man { color: !us, role };
            self.field.toggle(man, walk.to);
            if role != Role::Pawn {
                self.field.add_to_pool(man);
            }
        }
        let man = |role| Man { color: us, role };
        self.field.toggle(man(walk.role), walk.from);
        let arrived = man(walk.promotion.unwrap_or(walk.role));
        self.field.toggle(arrived, walk.to);
        if walk.promotion.is_some() {
            self.field.take_from_pool(arrived);
        }
        if walk.seizes {
            for square in self.field.chakras(!us) {
                let mode = self.field.mode(square);
                self.field.toggle_chakra(!us, mode, square);
            }
        }
        walk.captured.is_some() || walk.seizes || walk.role == Role::Pawn
    }
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn at_turn_start(&self) -> bool {
        true
    }

    fn key(&self) -> Key {
        self.field.key() ^ self.turn_key()
    }

    fn recomputed_key(&self) -> Key {
        self.field.recomputed_key() ^ self.turn_key()
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        match Move::unpack(step) {
            Move::Man(walk) => {
                walk.captured.is_some()
                    || walk.seizes
                    || walk.promotion.is_some()
                        && walk.promotion == self.field.pool(self.turn).best()
            }
            Move::Chakra { .. } | Move::Pass => false,
        }
    }

    fn completes_turn(&self, _: Step) -> bool {
        true
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let progress = match Move::unpack(step) {
            Move::Man(walk) => self.walk(walk),
            Move::Chakra { from, to, turned } => {
                let mode = self.field.mode(from);
                let ends = if turned { mode.other() } else { mode };
                self.field.toggle_chakra(self.turn, mode, from);
                self.field.toggle_chakra(self.turn, ends, to);
                false
            }
            Move::Pass => false,
        };
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
    }

    fn is_check(&self) -> bool {
        self.field.is_check(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// Mate or stalemate (chakra C22).
    fn outcome_when_stuck(&self) -> Outcome {
        if self.is_check() {
            Outcome::win(!self.turn, Reason::CHECKMATE)
        } else {
            Outcome::draw(Reason::STALEMATE)
        }
    }

    fn clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Bare kings without a Transmitter, whatever the pools (chakra C23).
    fn drawn_by_material(&self) -> Option<Reason> {
        let chakras = self.field.chakras(Color::White) | self.field.chakras(Color::Black);
        let bare = self.field.occupied() == self.field.role(Role::King);
        (bare && chakras.is_empty()).then_some(BARE_KINGS)
    }

    /// Who has a vacant chakra need not move a man: turning it over is as good as passing.
    fn null_move(&self) -> Option<Position> {
        let minor = self.field.role(Role::Pawn) | self.field.role(Role::King);
        let men = self.field.color(self.turn).without(minor);
        if self.is_check() || (men | self.field.vacant(self.turn)).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.play(Move::Pass.pack());
        Some(pos)
    }
}
