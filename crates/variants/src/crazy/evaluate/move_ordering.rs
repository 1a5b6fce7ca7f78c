//! Move ordering: static scores of steps.

use jabberwock_game::{Position as _, Scored, Stage};

use super::{see::captured_value, values::piece_value};
use crate::{
    board::attacks,
    crazy::{
        moves::{Move, StepKind},
        position::Position,
    },
    evaluation::capture_score,
    fide::Role,
};

/// The ordering value of a quiet move of the king.
const KING_MOVE: i32 = -6_000;
/// The ordering value of a disguise that is continued.
const LONG_DISGUISE: i32 = -4_000;

/// Adds to the values of `steps`, all of `stage`.
pub(super) fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
    match stage {
        Stage::Noisy => {
            for scored in steps {
                let mv = Move::unpack(scored.step);
                let captured = captured_value(pos, mv).clamp(-2_000, 2_000);
                scored.value += capture_score(captured, pos.moving_role(mv) as usize);
            }
        }
        Stage::Quiet => score_quiet(pos, steps),
    }
}

/// Kings have many paths to the same square, and disguises many endings: they are ordered late.
/// Pieces flee from pawns and avoid their attacks.
fn score_quiet(pos: &Position, steps: &mut [Scored]) {
    let us = pos.turn();
    let board = pos.board();
    let attacked = attacks::pawns(!us, board.pieces(!us, Role::Pawn));
    for scored in steps {
        let mv = Move::unpack(scored.step);
        let role = pos.moving_role(mv);
        scored.value += match mv.kind {
            StepKind::Link if !mv.last => LONG_DISGUISE,
            StepKind::Go if role == Role::King && pos.at_turn_start() => KING_MOVE,
            StepKind::Go if !matches!(role, Role::King | Role::Pawn) => {
                // Pieces inside a rook are not attacked.
                let flees = i32::from(mv.level == 0 && attacked.contains(mv.from));
                let loses = i32::from(!mv.jump && attacked.contains(mv.to));
                8 * piece_value(role) * (flees - loses)
            }
            _ => 0,
        };
    }
}
