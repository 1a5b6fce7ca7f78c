//! Move ordering: static scores of moves.

use jabberwock_game::{Color, HistoryIndex, Scored, Stage};

use super::see::{captured_value, piece_value};
use crate::{
    board::{Square, attacks},
    chakra::{
        board::Board,
        moves::{Move, PieceMove},
        role::{Piece, Role},
    },
    evaluation::{self, capture_score, quiet_score},
};

/// The victim of a move that captures only the Transmitter.
const TRANSMITTER_VICTIM: u8 = Role::COUNT as u8 + 1;

/// Returns the history indices of `us`'s move `mv`.
#[inline]
pub(super) fn history_index(us: Color, mv: Move) -> HistoryIndex {
    match mv {
        Move::Piece(piece_move) => {
            let piece = Piece {
                color: us,
                role: piece_move.role,
            };
            evaluation::history_index(piece, piece_move.from, piece_move.to)
        }
        Move::Chakra { from, to, turned } => chakra_index(us, from, to, turned),
        Move::Pass => chakra_index(us, Square::A1, Square::A1, false),
    }
}

/// Returns the kind of piece that `mv` captures; 0 for none.
#[inline]
pub(super) fn victim(mv: Move) -> u8 {
    let Move::Piece(piece_move) = mv else {
        return 0;
    };
    let seized = if piece_move.seizes {
        TRANSMITTER_VICTIM
    } else {
        0
    };
    piece_move.captured.map_or(seized, |role| role as u8 + 1)
}

/// Returns the index of a move of a chakra, above those of pieces.
fn chakra_index(us: Color, from: Square, to: Square, turned: bool) -> HistoryIndex {
    let row = 2 * Role::COUNT + 2 * us.index() + usize::from(turned);
    HistoryIndex {
        butterfly: (us.index() * 4096 + from.index() * 64 + to.index()) as u16,
        piece_to: (row * 64 + to.index()) as u16,
    }
}

/// Adds to the values of `steps` of `us`, all of `stage`: for captures the captured material, for
/// quiet moves terms for enemy pawn attacks on the origin and target squares.
pub(super) fn score_moves(board: &Board, us: Color, stage: Stage, steps: &mut [Scored]) {
    let attacked = attacks::pawns(!us, board.pieces(!us, Role::Pawn));
    for scored in steps {
        let mv = Move::unpack(scored.step);
        let Move::Piece(piece_move) = mv else {
            continue;
        };
        let PieceMove { from, to, role, .. } = piece_move;
        scored.value += match stage {
            Stage::Noisy => capture_score(captured_value(mv), role as usize),
            Stage::Quiet if matches!(role, Role::Pawn | Role::King) => 0,
            Stage::Quiet => quiet_score(piece_value(role), attacked, from, to),
        };
    }
}
