//! Values of captures, and static exchange evaluation.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Square, attacks},
    chakra::{
        board::Board,
        moves::{Move, PieceMove},
        role::Role,
    },
    evaluation::{Exchange, exchange_ge, least_captor},
};

/// The value of a Transmitter in exchanges, in centipawns.
pub(super) const TRANSMITTER: i32 = 350;

/// Returns the value of a piece in exchanges, in centipawns.
pub(super) const fn piece_value(role: Role) -> i32 {
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

/// Returns the immediate material gain of `mv`, in centipawns.
pub(super) fn captured_value(mv: Move) -> i32 {
    let Move::Piece(piece_move) = mv else {
        return 0;
    };
    let promoted = piece_move
        .promotion
        .map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    let seized = if piece_move.seizes { TRANSMITTER } else { 0 };
    piece_move.captured.map_or(0, piece_value) + promoted + seized
}

/// Whether the exchange that `us` begins with `mv` gains at least `threshold` centipawns, if both
/// sides capture with their least valuable piece first and may stop at any time. Pins are ignored.
pub(super) fn see_ge(board: &Board, us: Color, mv: Move, threshold: i32) -> bool {
    match mv {
        Move::Pass => threshold <= 0,
        Move::Chakra { to, .. } => {
            // Next to the enemy king it must be defended.
            let lost = attacks::king(board.king(!us)).contains(to)
                && !board.is_attacked(us, to)
                && !board.chakras(us).contains(board.king(us));
            threshold <= if lost { -TRANSMITTER } else { 0 }
        }
        // A king that has legally captured cannot be captured.
        Move::Piece(piece_move) if piece_move.role == Role::King => captured_value(mv) >= threshold,
        Move::Piece(piece_move) => {
            let arrived = piece_move.promotion.unwrap_or(piece_move.role);
            exchange_ge(
                captured_value(mv) - threshold,
                piece_value(arrived),
                us,
                || SquareExchange::new(board, piece_move),
            )
        }
    }
}

/// The pieces of both sides that can capture on a square.
struct SquareExchange<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> SquareExchange<'a> {
    fn new(board: &'a Board, piece_move: PieceMove) -> SquareExchange<'a> {
        let square = piece_move.to;
        let occupied =
            (board.occupied() | Bitboard::of(square)).without(Bitboard::of(piece_move.from));
        let attackers = Color::ALL.into_iter().fold(Bitboard::EMPTY, |set, color| {
            set | board.attackers(color, square, occupied)
        });
        SquareExchange {
            board,
            square,
            occupied,
            attackers: attackers & occupied,
        }
    }
}

impl Exchange for SquareExchange<'_> {
    fn capture(&mut self, side: Color) -> Option<i32> {
        let board = self.board;
        let (role, from) = least_captor(board, self.attackers, side, &Role::ALL)?;
        self.occupied ^= from;
        // Sliders behind the piece that moved can capture now.
        for color in Color::ALL {
            let barriers = self.occupied | board.chakras(!color);
            let queens = board.pieces(color, Role::Queen);
            self.attackers |= attacks::rook(self.square, barriers)
                & (board.pieces(color, Role::Samurai) | queens)
                | attacks::bishop(self.square, barriers)
                    & (board.pieces(color, Role::Monk) | queens);
        }
        self.attackers &= self.occupied;
        Some(piece_value(role))
    }
}
