//! The position.

use jabberwock_game::{Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{Board, Move, Role, movegen};
use crate::board::Square;

/// A king has been backstabbed (X12).
pub const BACKSTAB: Reason = Reason::new("backstab");
/// The enemy is left with a king and pawns only (X18).
pub const BARE_ARMY: Reason = Reason::new("bare army");

const BLACK_TO_MOVE: Key = Key::random(0x4002, 0);

/// A position of Chaotic Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
}

const _: () = assert!(size_of::<Position>() == 88);

impl Position {
    /// The position before the first turn (X2).
    pub(super) fn start() -> Position {
        let text = "knarm3/narmr3/pppppppp/8/8/PPPPPPPP/3RMRAN/3MRANK w - - 0 1";
        super::notation::parse(text).expect("the start is sound")
    }

    /// The position with these fields, a king of each player among the men.
    ///
    /// # Errors
    /// Where the king stands that is in check though its player is not to move.
    pub(super) fn new(
        board: Board,
        turn: Color,
        halfmove_clock: u32,
        fullmove_number: u32,
    ) -> Result<Position, Square> {
        match board.king(!turn).filter(|_| board.is_check(!turn)) {
            Some(king) => Err(king),
            None => Ok(Position {
                board,
                halfmove_clock,
                fullmove_number,
                turn,
            }),
        }
    }

    /// The men.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the move, from 1.
    pub(super) fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The position with the players exchanged.
    pub(super) fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(),
            turn: !self.turn,
            ..*self
        }
    }

    fn state_key(&self) -> Key {
        match self.turn {
            Color::White => Key(0),
            Color::Black => BLACK_TO_MOVE,
        }
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

    /// Captures are noisy, backstabs among them.
    fn is_noisy(&self, step: Step) -> bool {
        let Move { from, to, role } = Move::unpack(step);
        match role {
            Role::Merchant => self.board.ambushes(self.turn, from).contains(to),
            _ => self.board.color(!self.turn).contains(to),
        }
    }

    fn completes_turn(&self, _: Step) -> bool {
        true
    }

    /// Captures alone reset the clock (X20).
    #[inline]
    fn play(&mut self, step: Step) {
        let captures = self.board.make(self.turn, Move::unpack(step));
        self.halfmove_clock = if captures { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
    }

    fn is_check(&self) -> bool {
        self.board.is_check(self.turn)
    }

    /// In check, or threatened with a backstab of the king or the loss of the army (X12, X18).
    fn is_forced_to_respond(&self) -> bool {
        self.is_check() || self.board.is_threatened(self.turn)
    }

    /// A lost king (X12), then a bare army (X18): if both are bare, the player who is not to move
    /// made the last capture.
    fn outcome(&self) -> Option<Outcome> {
        let (us, them) = (self.turn, !self.turn);
        for loser in [us, them] {
            if self.board.king(loser).is_none() {
                return Some(Outcome::win(!loser, BACKSTAB));
            }
        }
        let bare = |loser| self.board.army(loser).is_empty();
        [us, them]
            .into_iter()
            .find(|&loser| bare(loser))
            .map(|loser| Outcome::win(!loser, BARE_ARMY))
    }

    /// Checkmate (X18) or stalemate (X19).
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

    fn drawn_by_material(&self) -> Option<Reason> {
        None
    }

    fn null_move(&self) -> Option<Position> {
        if self.is_forced_to_respond() || self.outcome().is_some() {
            return None;
        }
        let mut pos = self.clone();
        pos.turn = !self.turn;
        pos.halfmove_clock += 1;
        pos.fullmove_number += u32::from(self.turn == Color::Black);
        Some(pos)
    }
}
