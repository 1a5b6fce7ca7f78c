//! Castling; all other moves are as in chess.

use jabberwock_game::{Position as _, Sink, Stage};

use super::position::Position;
use crate::{
    board::{Bitboard, Square, attacks},
    fide::{CastlingSide, Move, MoveKind},
};

/// Pushes every legal move of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    pos.chess.generate(stage, sink);
    if stage == Stage::Quiet && !pos.castling.rooks(pos.turn()).is_empty() && !pos.chess.is_check()
    {
        for mv in castling_moves(pos) {
            sink.push(mv.pack());
        }
    }
}

/// Whether `mv`, possibly a move of another position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    if mv.kind != MoveKind::Castling {
        return pos.chess.is_legal(mv.pack());
    }
    !pos.chess.is_check() && castling_moves(pos).any(|castling| castling == mv)
}

/// Returns the legal castling moves of the player to move, who is not in check.
pub(super) fn castling_moves(pos: &Position) -> impl Iterator<Item = Move> {
    let sides = CastlingSide::ALL.into_iter();
    sides.filter_map(|side| {
        pos.castling_move(side)
            .filter(|&mv| may_castle(pos, mv, side))
    })
}

/// Whether the paths of king and rook are free of other pieces, and no square of the king's path is
/// attacked.
fn may_castle(pos: &Position, mv: Move, side: CastlingSide) -> bool {
    let us = pos.turn();
    let board = pos.chess.board();
    let (king, rook) = (mv.from, mv.to);
    let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
    let others = board
        .occupied()
        .without(Bitboard::of(king) | Bitboard::of(rook));
    let king_way = way(king, king_to);
    if (king_way | way(rook, rook_to)).intersects(others) {
        return false;
    }
    let without_king = board.occupied().without(Bitboard::of(king));
    // The rook may have shielded the target square of the king.
    let afterwards = others | Bitboard::of(rook_to);
    king_way
        .into_iter()
        .all(|square| !board.is_attacked(square, !us, without_king))
        && !board.is_attacked(king_to, !us, afterwards)
}

/// Returns the squares that a piece enters on its path, including the last one.
fn way(from: Square, to: Square) -> Bitboard {
    attacks::between(from, to) | Bitboard::of(to)
}
