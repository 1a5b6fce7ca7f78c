//! The static evaluation of a mega-board.

use jabberwock_game::{Color, Score};
use jabberwock_variants::{
    board::{Bitboard, attacks},
    fide::Role,
    mega::State,
};

use crate::{mate_threat::moves_to_mate, mega_board::MegaBoard, params::PlannerParams};

/// Returns the static evaluation of `board` for its player to move.
pub(crate) fn evaluate(board: &MegaBoard, params: &PlannerParams) -> Score {
    let [white, black] = Color::ALL.map(|us| side_value(board, us, params));
    let value = white - black;
    Score::from_eval(match board.turn() {
        Color::White => value,
        Color::Black => -value,
    })
}

/// Returns the value of armed pieces, other pieces whose games have finished, attacks, flight
/// squares of the enemy king, and the threat of mate by one piece, in centipawns.
fn side_value(board: &MegaBoard, us: Color, params: &PlannerParams) -> i32 {
    let pieces = board.pieces();
    let occupied = pieces.occupied();
    let own = pieces.color(us);
    let king = pieces.king(!us);
    let mut attacked = Bitboard::EMPTY;
    let (mut armed, mut finished, mut attack) = (0, 0, 0);
    for (set, state) in [
        (own & board.disarmed(), State::Disarmed),
        (own & board.dethroned(), State::Dethroned),
    ] {
        for square in set {
            let role = pieces.role_at(square);
            finished += role.map_or(0, |role| params.value_in_state(role, state));
        }
    }
    for square in own & board.armed() {
        let Some(piece) = pieces.piece_at(square) else {
            continue;
        };
        attacked |= MegaBoard::attacks(piece, square, occupied);
        armed += params.armed_value(piece.role);
        attack += params.near * (7 - square.distance(king) as i32);
        match piece.role {
            Role::Pawn => attack += params.advance * square.of(us).rank().index() as i32,
            Role::Bishop | Role::Rook | Role::Queen => {
                if MegaBoard::attacks(piece, square, Bitboard::EMPTY).contains(king) {
                    let between = attacks::between(square, king) & occupied;
                    attack += params.line * (3 - between.len() as i32).max(0);
                }
            }
            Role::Knight | Role::King => {}
        }
    }
    let ring = attacks::king(king);
    attack += params.ring * (attacked & ring).len() as i32;
    let flight = if board.dethroned().contains(king) {
        Bitboard::EMPTY
    } else {
        ring.without(occupied | attacked)
    };
    if let Some(moves) = moves_to_mate(board, us) {
        attack += params.mate_threat / moves as i32;
    }
    armed + finished + attack - params.flight * flight.len() as i32
}
