//! Moves of pawns to empty squares, generated for many pawns at once.

use jabberwock_game::{Color, Position as _, Sink};

use super::{moves::Move, position::Position, pseudo::two_steps};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::Role,
};

/// Pawns of the player to move that can only move to empty squares, and safely: all other squares
/// that they might move to are empty or hold pawns of their own side.
pub(super) struct PlainPawns {
    us: Color,
    empty: Bitboard,
    /// The pawns.
    pub(super) pawns: Bitboard,
    /// The squares to which they may move.
    free: Bitboard,
}

impl PlainPawns {
    /// Returns those of `pawns`, bases that may move safely to every empty square that is not
    /// `doubtful`. They have no captures if `without_captures`.
    pub(super) fn of(
        pos: &Position,
        pawns: Bitboard,
        doubtful: Bitboard,
        without_captures: bool,
    ) -> PlainPawns {
        let (board, us) = (pos.board(), pos.turn());
        let empty = !board.occupied();
        let first = Bitboard::rank(Rank::First.of(us));
        let last = Bitboard::rank(Rank::Eighth.of(us));
        let free = empty.without(doubtful | first | last);
        let others = !(free | first | board.pieces(us, Role::Pawn));
        let mut busy = others.beside();
        busy |= two_steps(others, !us, empty) & Bitboard::rank(Rank::Second.of(us));
        if without_captures {
            let targets = board.color(!us) | pos.double_steps().passed();
            busy |= attacks::pawns(!us, targets);
        }
        PlainPawns {
            us,
            empty,
            pawns: pawns.without(busy),
            free,
        }
    }

    /// Pushes all their moves.
    pub(super) fn give(&self, sink: &mut impl Sink) {
        let PlainPawns {
            us,
            empty,
            pawns,
            free,
        } = *self;
        let mut give = |ends: Bitboard, offset: i8| {
            let steps = (ends & free).into_iter().map(|to| {
                let from = Square::from_bits((to as u8).wrapping_add_signed(-offset).into());
                Move::go(from, 0, to).pack()
            });
            sink.push_turns(steps);
        };
        let [north, south, east, west] = pawns.shifted();
        give(north, 8);
        give(south, -8);
        give(east, 1);
        give(west, -1);
        let second = pawns & Bitboard::rank(Rank::Second.of(us));
        let ahead = match us {
            Color::White => 16,
            Color::Black => -16,
        };
        give((second.ahead(us) & empty).ahead(us), ahead);
        give((second.east() & empty).east(), 2);
        give((second.west() & empty).west(), -2);
    }
}
