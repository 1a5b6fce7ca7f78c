//! Judgement of positions and steps.

use jabberwock_game::{Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term};

use super::{Piece, Position, movegen, moves::Move, position::Pending};
use crate::{
    board::Bitboard,
    fide::{Man, Role},
};

/// The evaluator: men by their value.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator;

/// Centipawns of a man.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 400,
        Role::Bishop => 350,
        Role::Rook => 450,
        Role::Queen => 600,
        Role::King => 0,
    }
}

fn material(pos: &Position, color: Color) -> i32 {
    let board = pos.board();
    board
        .occupied()
        .into_iter()
        .flat_map(|square| board.stack(square))
        .filter(|man| man.color() == color && !man.is_ghost())
        .map(|man| worth(man.role()))
        .sum()
}

/// What stands on the squares that a step captures on, in centipawns.
fn spoils(pos: &Position, mv: Move) -> i32 {
    if !movegen::captures(pos, mv) {
        return 0;
    }
    let man = pos.board().at(mv.captures_on(), mv.other);
    man.map_or(worth(Role::Pawn), |man| worth(man.role()))
}

fn role(pos: &Position, mv: Move) -> Role {
    match pos.pending() {
        Pending::King(_) => Role::King,
        _ => pos
            .board()
            .at(mv.from, mv.level)
            .map_or(Role::Pawn, Piece::role),
    }
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let us = pos.turn();
        Score::from_eval(material(pos, us) - material(pos, !us))
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        vec![Term {
            name: "material".to_owned(),
            white: f64::from(material(pos, Color::White)),
            black: f64::from(material(pos, Color::Black)),
        }]
    }

    fn slots(&self, pos: &Position, step: Step) -> Slots {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: role(pos, mv),
        };
        Slots {
            butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim: u8::from(movegen::captures(pos, mv)),
        }
    }

    fn order(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if stage == Stage::Noisy {
            for scored in steps {
                scored.value += 16 * spoils(pos, Move::unpack(scored.step));
            }
        }
    }

    fn gain(&self, pos: &Position, step: Step) -> i32 {
        spoils(pos, Move::unpack(step))
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        spoils(pos, Move::unpack(step)) >= threshold
    }

    fn structure(&self, pos: &Position) -> Key {
        let pawns = pos.board().role(Role::Pawn);
        let hash = |set: Bitboard| Key::random(set.0, 0);
        hash(pawns & pos.board().color(Color::White)) ^ hash(pawns)
    }
}
