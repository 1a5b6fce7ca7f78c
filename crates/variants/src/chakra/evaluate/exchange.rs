//! What captures gain.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Square, attacks},
    chakra::{
        board::Board,
        men::Role,
        moves::{Move, Walk},
    },
    evaluation::{self, exchange_wins},
};

/// What a Transmitter is worth in exchanges, in centipawns.
pub(super) const TRANSMITTER: i32 = 350;

/// Worth of a man in exchanges, in centipawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Ape => 300,
        Role::Courtesan => 330,
        Role::Monk => 500,
        Role::Samurai => 680,
        Role::Queen => 980,
        Role::King => 20_000,
    }
}

/// Material gained at once by `mv`, in centipawns.
pub(super) fn captured_value(mv: Move) -> i32 {
    let Move::Man(walk) = mv else {
        return 0;
    };
    let promoted = walk
        .promotion
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    let seized = if walk.seizes { TRANSMITTER } else { 0 };
    walk.captured.map_or(0, worth) + promoted + seized
}

/// Whether the exchange that `us` begins with `mv` gains at least `threshold` centipawns, if both
/// capture with their least man first and may stop at any time. Pins are not looked at.
pub(super) fn at_least(board: &Board, us: Color, mv: Move, threshold: i32) -> bool {
    match mv {
        Move::Pass => threshold <= 0,
        Move::Chakra { to, .. } => {
            // Next to the enemy king it must be covered.
            let lost = attacks::king(board.king(!us)).contains(to)
                && !board.is_struck(us, to)
                && !board.chakras(us).contains(board.king(us));
            threshold <= if lost { -TRANSMITTER } else { 0 }
        }
        // Who has legally captured with his king is not captured.
        Move::Man(walk) if walk.role == Role::King => captured_value(mv) >= threshold,
        Move::Man(walk) => {
            let arrived = walk.promotion.unwrap_or(walk.role);
            exchange_wins(captured_value(mv) - threshold, worth(arrived), us, || {
                Swap::new(board, walk)
            })
        }
    }
}

/// An exchange on a square.
struct Swap<'a> {
    board: &'a Board,
    square: Square,
    men: Bitboard,
    attackers: Bitboard,
}

impl<'a> Swap<'a> {
    fn new(board: &'a Board, walk: Walk) -> Swap<'a> {
        let square = walk.to;
        let men = (board.occupied() | Bitboard::of(square)).without(Bitboard::of(walk.from));
        let attackers = Color::ALL.into_iter().fold(Bitboard::EMPTY, |set, color| {
            set | board.attackers(color, square, men)
        });
        Swap {
            board,
            square,
            men,
            attackers: attackers & men,
        }
    }
}

impl evaluation::Swap for Swap<'_> {
    /// A king does not go where he is attacked.
    fn take(&mut self, side: Color) -> Option<i32> {
        let board = self.board;
        let ours = self.attackers & board.color(side);
        let role = Role::ALL
            .into_iter()
            .find(|&role| ours.meets(board.role(role)))?;
        if role == Role::King && self.attackers.meets(board.color(!side)) {
            return None;
        }
        self.men ^= Bitboard::of((ours & board.role(role)).sole());
        // Who stands behind him comes into play.
        for color in Color::ALL {
            let barriers = self.men | board.chakras(!color);
            let queens = board.men(color, Role::Queen);
            self.attackers |= attacks::rook(self.square, barriers)
                & (board.men(color, Role::Samurai) | queens)
                | attacks::bishop(self.square, barriers) & (board.men(color, Role::Monk) | queens);
        }
        self.attackers &= self.men;
        Some(worth(role))
    }
}
