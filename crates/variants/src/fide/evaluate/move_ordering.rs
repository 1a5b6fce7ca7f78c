//! Move ordering: static scores of moves.

use jabberwock_game::{Color, HistoryIndex, Scored, Stage, Step};

use super::see::{captured_value, piece_value};
use crate::{
    board::Bitboard,
    evaluation::{self, capture_score, quiet_score},
    fide::{
        board::Board,
        moves::Move,
        role::{Piece, Role},
    },
};

/// Returns the history indices of `us`'s move `mv`.
#[inline]
pub fn history_index(us: Color, mv: Move) -> HistoryIndex {
    let piece = Piece {
        color: us,
        role: mv.role,
    };
    evaluation::history_index(piece, mv.from, mv.to)
}

/// Returns the kind of piece that `mv` captures; 0 for none.
#[inline]
pub fn victim(mv: Move) -> u8 {
    mv.captured.map_or(0, |role| role as u8 + 1)
}

/// Adds to the values of `steps` of `us`, all of `stage`: for captures the captured material, for
/// quiet moves terms for attacks by lesser enemy pieces on the origin and target squares. `unpack`
/// returns a step's move, `None` for a step whose value is not changed.
pub fn score_moves(
    board: &Board,
    us: Color,
    stage: Stage,
    steps: &mut [Scored],
    unpack: impl Fn(Step) -> Option<Move>,
) {
    let attacked = match stage {
        Stage::Noisy => [Bitboard::EMPTY; Role::COUNT],
        Stage::Quiet => attacked_by_lesser(board, !us),
    };
    for scored in steps {
        let Some(mv) = unpack(scored.step) else {
            continue;
        };
        scored.value += match stage {
            Stage::Noisy => capture_score(captured_value(mv), mv.role as usize),
            Stage::Quiet if matches!(mv.role, Role::Pawn | Role::King) => 0,
            Stage::Quiet => {
                let attacked = attacked[mv.role.index()];
                quiet_score(piece_value(mv.role), attacked, mv.from, mv.to)
            }
        };
    }
}

/// Returns, for each kind of piece, the squares attacked by `color`'s pieces that are worth less.
/// Knights and bishops are worth the same; pieces worth more than a rook are not considered.
fn attacked_by_lesser(board: &Board, color: Color) -> [Bitboard; Role::COUNT] {
    let by = |role| board.attacked_by(color, role);
    let by_pawns = by(Role::Pawn);
    let by_minors = by_pawns | by(Role::Knight) | by(Role::Bishop);
    let by_rooks = by_minors | by(Role::Rook);
    Role::ALL.map(|role| match role {
        Role::Pawn | Role::King => Bitboard::EMPTY,
        Role::Knight | Role::Bishop => by_pawns,
        Role::Rook => by_minors,
        Role::Queen => by_rooks,
    })
}
