//! What the mega-board is worth at a glance.

use jabberwock_game::Color;
use jabberwock_variants::{
    board::{Bitboard, attacks},
    fide::Role,
    mega::State,
};

use super::Field;

/// What each square beside the enemy king that is attacked is worth.
const RING: i32 = 14;
/// What a slider on a line with the enemy king is worth, for each man fewer than three between.
const LINE: i32 = 18;
/// What each step nearer to the enemy king is worth.
const NEAR: i32 = 5;
/// What each rank is worth to an armed pawn.
const ADVANCE: i32 = 14;
/// What each square that a king may flee to is worth.
const FLIGHT: i32 = 8;
/// What a king who cannot move costs.
const DETHRONED: i32 = 700;

/// What an armed man is worth, in centipawns.
pub(crate) const fn armed_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 160,
        Role::Knight => 380,
        Role::Bishop => 350,
        Role::Rook => 520,
        Role::Queen => 950,
        Role::King => 200,
    }
}

/// What a man in `state` is worth to his owner, in centipawns. One whose game is running promises
/// something only to who knows the game.
pub(crate) const fn value_of(role: Role, state: State) -> i32 {
    match state {
        State::Armed => armed_value(role),
        State::Disarmed => 15 + armed_value(role) / 20,
        State::Dethroned => -DETHRONED,
        State::Neutral => 0,
    }
}

/// What the board is worth to the player to move, in centipawns.
pub(crate) fn worth(field: &Field) -> i32 {
    let value = share(field, Color::White) - share(field, Color::Black);
    match field.turn {
        Color::White => value,
        Color::Black => -value,
    }
}

/// Armed men, other finished games, what the men attack, where the enemy king may flee.
fn share(field: &Field, us: Color) -> i32 {
    let occupied = field.men.occupied();
    let own = field.men.color(us);
    let king = field.men.king(!us);
    let mut attacked = Bitboard::EMPTY;
    let (mut armed, mut finished, mut attack) = (0, 0, 0);
    for (set, state) in [
        (own & field.disarmed, State::Disarmed),
        (own & field.dethroned, State::Dethroned),
    ] {
        for square in set {
            let role = field.men.role_at(square);
            finished += role.map_or(0, |role| value_of(role, state));
        }
    }
    for square in own & field.armed {
        let Some(man) = field.men.man_at(square) else {
            continue;
        };
        attacked |= Field::attacks(man, square, occupied);
        armed += armed_value(man.role);
        attack += NEAR * (7 - square.distance(king) as i32);
        match man.role {
            Role::Pawn => attack += ADVANCE * square.of(us).rank().index() as i32,
            Role::Bishop | Role::Rook | Role::Queen => {
                if Field::attacks(man, square, Bitboard::EMPTY).contains(king) {
                    let between = attacks::between(square, king) & occupied;
                    attack += LINE * (3 - between.len() as i32).max(0);
                }
            }
            Role::Knight | Role::King => {}
        }
    }
    let ring = attacks::king(king);
    attack += RING * (attacked & ring).len() as i32;
    let flight = if field.dethroned.contains(king) {
        Bitboard::EMPTY
    } else {
        ring.without(occupied | attacked)
    };
    armed + finished + attack - FLIGHT * flight.len() as i32
}
