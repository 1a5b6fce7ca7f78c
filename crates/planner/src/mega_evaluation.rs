//! The static evaluation of a mega-board.

use jabberwock_game::Color;
use jabberwock_variants::{
    board::{Bitboard, attacks},
    fide::Role,
    mega::State,
};

use crate::{
    mega_board::MegaBoard,
    piece_values::{armed_value, value_in_state},
};

/// For each attacked square beside the enemy king.
const RING: i32 = 14;
/// For a slider on a line with the enemy king, times three less the number of pieces between.
const LINE: i32 = 18;
/// For each step of an armed piece towards the enemy king.
const NEAR: i32 = 5;
/// For each rank an armed pawn has advanced.
const ADVANCE: i32 = 14;
/// For each square a king can flee to.
const FLIGHT: i32 = 8;

/// The value of `board` for its player to move, in centipawns.
pub(crate) fn evaluate(board: &MegaBoard) -> i32 {
    let value = side_value(board, Color::White) - side_value(board, Color::Black);
    match board.turn() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// Armed pieces, other pieces whose games have finished, attacks, squares the enemy king can flee
/// to.
fn side_value(board: &MegaBoard, us: Color) -> i32 {
    let men = board.men();
    let occupied = men.occupied();
    let own = men.color(us);
    let king = men.king(!us);
    let mut attacked = Bitboard::EMPTY;
    let (mut armed, mut finished, mut attack) = (0, 0, 0);
    for (set, state) in [
        (own & board.disarmed(), State::Disarmed),
        (own & board.dethroned(), State::Dethroned),
    ] {
        for square in set {
            let role = men.role_at(square);
            finished += role.map_or(0, |role| value_in_state(role, state));
        }
    }
    for square in own & board.armed() {
        let Some(man) = men.man_at(square) else {
            continue;
        };
        attacked |= MegaBoard::attacks(man, square, occupied);
        armed += armed_value(man.role);
        attack += NEAR * (7 - square.distance(king) as i32);
        match man.role {
            Role::Pawn => attack += ADVANCE * square.of(us).rank().index() as i32,
            Role::Bishop | Role::Rook | Role::Queen => {
                if MegaBoard::attacks(man, square, Bitboard::EMPTY).contains(king) {
                    let between = attacks::between(square, king) & occupied;
                    attack += LINE * (3 - between.len() as i32).max(0);
                }
            }
            Role::Knight | Role::King => {}
        }
    }
    let ring = attacks::king(king);
    attack += RING * (attacked & ring).len() as i32;
    let flight = if board.dethroned().contains(king) {
        Bitboard::EMPTY
    } else {
        ring.without(occupied | attacked)
    };
    armed + finished + attack - FLIGHT * flight.len() as i32
}
