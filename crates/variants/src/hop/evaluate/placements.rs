//! Which placements of a hopper to try first, without searching.

use jabberwock_game::{Position as _, Scored, Stage};

use crate::{
    board::{Bitboard, attacks},
    fide::{Role, evaluate::see::piece_value},
    hop::{
        attack::{Attack, Legs},
        moves::Part,
        position::Position,
    },
};

/// The value that orders a placement that gives check.
const CHECK: i32 = 6_000;
/// The value of a way for own pieces to a square beside the enemy's king, and of one for the enemy.
const KING_ZONE: [i32; 2] = [800, -400];
/// Factors of the value of a piece that own pieces, or the enemy's, get a way to.
const WAY: [i32; 2] = [8, -6];

/// Squares that open ways for own pieces to the enemy's or to its king's surroundings are worth
/// trying, those that open ways for the enemy are not; on all others the hopper does nothing at once.
pub(super) fn score(pos: &Position, stage: Stage, steps: &mut [Scored]) {
    let mut values = [0i32; 64];
    let mut add = |squares: Bitboard, value: i32| {
        for square in squares {
            values[square.index()] += value;
        }
    };
    add(pos.checking(), CHECK);
    // Of noisy placements there are two at most.
    if stage == Stage::Quiet {
        add_ways(pos, &mut add);
    }
    for scored in steps {
        if let Part::Hopper(square) = Part::unpack(scored.step) {
            scored.value += values[square.index()];
        }
    }
}

/// Adds the values of the ways that a hopper opens to the squares that it opens them from.
fn add_ways(pos: &Position, add: &mut impl FnMut(Bitboard, i32)) {
    let us = pos.turn();
    let board = pos.board();
    for (color, way, king_zone) in [(us, WAY[0], KING_ZONE[0]), (!us, WAY[1], KING_ZONE[1])] {
        let legs = Legs::new(board, color);
        let mut add_ways_to = |target, value| {
            let attack = Attack::new(board, target, color, pos.hopper(!us));
            if !attack.is_there() {
                add(attack.openings_from(&legs), value);
            }
        };
        for role in Role::ALL {
            if role != Role::King {
                for target in board.men(!color, role) {
                    add_ways_to(target, way * piece_value(role));
                }
            }
        }
        for target in attacks::king(board.king(!color)) {
            add_ways_to(target, king_zone);
        }
    }
}
