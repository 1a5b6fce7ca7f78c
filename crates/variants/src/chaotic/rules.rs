//! The implementation of `Position`: making moves, and the ends of games.

use jabberwock_game::{Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{movegen, moves::Move, position::Position, role::Role};

/// A king has been backstabbed (X12).
pub const BACKSTAB: Reason = Reason::new("backstab");
/// The enemy is left with a king and pawns only (X18).
pub const BARE_ARMY: Reason = Reason::new("bare army");

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

    fn generate_all<S: Sink>(&self, sink: &mut S) {
        movegen::generate_all(self, sink);
    }

    /// Captures, including backstabs, are noisy.
    fn is_noisy(&self, step: Step) -> bool {
        let Move { from, to, role } = Move::unpack(step);
        match role {
            Role::Merchant => self.board.backstab_squares(self.turn, from).contains(to),
            _ => self.board.color(!self.turn).contains(to),
        }
    }

    /// Only captures reset the clock (X20).
    #[inline]
    fn play(&mut self, step: Step) {
        let captures = self.board.make(self.turn, Move::unpack(step));
        self.clocks.advance(self.turn, captures);
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

    fn clock(&self) -> u32 {
        self.clocks.halfmove_clock
    }

    fn null_move(&self) -> Option<Position> {
        if self.is_forced_to_respond() || self.outcome().is_some() {
            return None;
        }
        let mut pos = self.clone();
        pos.turn = !self.turn;
        pos.clocks.advance(self.turn, false);
        Some(pos)
    }
}
