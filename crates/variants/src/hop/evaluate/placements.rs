//! Move ordering of hopper placements: their static scores.

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

/// The ordering value of a placement that gives check.
const CHECK: i32 = 6_000;

/// The ordering values of a placement that creates attacks by way of the hopper.
struct AttackValues {
    /// The factor of the value of the attacked piece.
    piece: i32,
    /// The value for each square next to the king.
    king_zone: i32,
}

const OWN_ATTACKS: AttackValues = AttackValues {
    piece: 8,
    king_zone: 800,
};
const ENEMY_ATTACKS: AttackValues = AttackValues {
    piece: -6,
    king_zone: -400,
};

/// Adds to the values of placements, all of `stage`: for check, and for the new attacks of both
/// sides on pieces and next to kings.
pub(super) fn score(pos: &Position, stage: Stage, steps: &mut [Scored]) {
    let mut values = [0i32; 64];
    let mut add = |squares: Bitboard, value: i32| {
        for square in squares {
            values[square.index()] += value;
        }
    };
    add(pos.checking(), CHECK);
    // There are at most two noisy placements.
    if stage == Stage::Quiet {
        add_attacks(pos, &mut add);
    }
    for scored in steps {
        if let Part::Hopper(square) = Part::unpack(scored.step) {
            scored.value += values[square.index()];
        }
    }
}

/// Passes the squares from which the hopper creates new attacks to `add`, with their values.
fn add_attacks(pos: &Position, add: &mut impl FnMut(Bitboard, i32)) {
    let us = pos.turn();
    let board = pos.board();
    for (color, values) in [(us, OWN_ATTACKS), (!us, ENEMY_ATTACKS)] {
        let legs = Legs::new(board, color);
        let mut add_attacks_on = |target, value| {
            let attack = Attack::new(board, target, color, pos.hopper(!us));
            if !attack.exists() {
                add(attack.attacking_hoppers_with(&legs), value);
            }
        };
        for role in Role::ALL {
            if role != Role::King {
                for target in board.pieces(!color, role) {
                    add_attacks_on(target, values.piece * piece_value(role));
                }
            }
        }
        for target in attacks::king(board.king(!color)) {
            add_attacks_on(target, values.king_zone);
        }
    }
}
