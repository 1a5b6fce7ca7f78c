//! Static exchange evaluation of FIDE pieces.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Square, attacks},
    evaluation::{Exchange, exchange_ge, least_captor},
    fide::{
        board::Board,
        moves::{Move, MoveKind},
        role::Role,
    },
};

/// Returns the value of a piece in exchanges, in centipawns.
pub const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 20_000,
    }
}

/// Returns the immediate material gain of `mv`, in centipawns.
#[inline]
pub fn captured_value(mv: Move) -> i32 {
    let promoted = mv
        .promotion
        .map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    mv.captured.map_or(0, piece_value) + promoted
}

/// Whether the exchange that `us` begins with `mv` gains at least `threshold` centipawns, if both
/// sides capture with their least valuable piece first and may stop at any time. Pins are ignored.
#[inline]
pub fn see_ge(board: &Board, us: Color, mv: Move, threshold: i32) -> bool {
    let emptied = match mv.kind {
        MoveKind::Normal => Bitboard::of(mv.from),
        MoveKind::EnPassant => Bitboard::of(mv.from) | Bitboard::of(mv.to.ahead(!us)),
        MoveKind::Castling => return threshold <= 0,
    };
    let arrived = mv.promotion.unwrap_or(mv.role);
    let margin = captured_value(mv) - threshold;
    exchange_ge(margin, piece_value(arrived), us, || {
        let occupied = (board.occupied() | Bitboard::of(mv.to)).without(emptied);
        SquareExchange {
            board,
            square: mv.to,
            occupied,
            attackers: board.attackers(mv.to, occupied) & occupied,
        }
    })
}

/// The pieces of both sides that can capture on a square.
struct SquareExchange<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl Exchange for SquareExchange<'_> {
    fn capture(&mut self, side: Color) -> Option<i32> {
        let board = self.board;
        let (role, from) = least_captor(board, self.attackers, side, &Role::ALL)?;
        self.occupied ^= from;
        // Sliders behind the piece that moved can capture now.
        let queens = board.role(Role::Queen);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let diagonal = board.role(Role::Bishop) | queens;
            self.attackers |= attacks::bishop(self.square, self.occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let straight = board.role(Role::Rook) | queens;
            self.attackers |= attacks::rook(self.square, self.occupied) & straight;
        }
        self.attackers &= self.occupied;
        Some(piece_value(role))
    }
}
