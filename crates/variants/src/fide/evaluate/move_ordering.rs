//! Which moves to try first, without searching.

use jabberwock_game::{Color, HistoryIndex, Scored, Stage, Step};

use super::see::{captured_value, piece_value};
use crate::{
    board::attacks,
    evaluation::{self, capture_score, quiet_score},
    fide::{
        board::Board,
        moves::Move,
        role::{Man, Role},
    },
};

/// Where the history tables keep the statistics of `mv` of `us`.
pub fn history_index(us: Color, mv: Move) -> HistoryIndex {
    let man = Man {
        color: us,
        role: mv.role,
    };
    let victim = mv.captured.map_or(0, |role| role as u8 + 1);
    evaluation::history_index(man, mv.from, mv.to, victim)
}

/// Adds to the values of `steps` of `us`, all of `stage`: captures by what they capture, quiet moves
/// by whether enemy pawns attack the squares they leave and reach. `unpack` gives a step's move,
/// `None` for a step that is left as it is.
pub fn score_moves(
    board: &Board,
    us: Color,
    stage: Stage,
    steps: &mut [Scored],
    unpack: impl Fn(Step) -> Option<Move>,
) {
    let attacked = attacks::pawns(!us, board.men(!us, Role::Pawn));
    for scored in steps {
        let Some(mv) = unpack(scored.step) else {
            continue;
        };
        scored.value += match stage {
            Stage::Noisy => capture_score(captured_value(mv), mv.role as usize),
            Stage::Quiet if matches!(mv.role, Role::Pawn | Role::King) => 0,
            Stage::Quiet => quiet_score(piece_value(mv.role), attacked, mv.from, mv.to),
        };
    }
}
