//! Judgement of positions and steps.

use jabberwock_game::{Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term};

use super::{Position, attack::Attack, moves::Part, reach::Ground};
use crate::{
    board::{Bitboard, attacks},
    fide::{
        Kind, Man, Move, Role,
        exchange::{Opening, exchange_at_least, worth},
    },
};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator {}

impl Evaluator {
    /// A new one.
    pub(super) fn new() -> Evaluator {
        Evaluator {}
    }
}

fn material(pos: &Position, color: Color) -> i32 {
    Role::ALL
        .into_iter()
        .filter(|&role| role != Role::King)
        .map(|role| worth(role) * pos.board().men(color, role).len() as i32)
        .sum()
}

fn mobility(pos: &Position, color: Color) -> i32 {
    let ground = Ground::new(pos.board(), color, [pos.hopper(color), pos.hopper(!color)]);
    let mut squares = 0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in pos.board().men(color, role) {
            squares += ground.ends(role, from).len();
        }
    }
    3 * squares as i32
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let side = |color| material(pos, color) + mobility(pos, color);
        Score::from_eval(side(pos.turn()) - side(!pos.turn()) + 10)
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let term = |name: &str, count: fn(&Position, Color) -> i32| Term {
            name: name.to_owned(),
            white: f64::from(count(pos, Color::White)),
            black: f64::from(count(pos, Color::Black)),
        };
        vec![term("material", material), term("mobility", mobility)]
    }

    fn slots(&self, pos: &Position, step: Step) -> Slots {
        let us = pos.turn();
        match Part::unpack(step) {
            Part::Man(mv) => Slots {
                butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
                piece_to: (man(us, mv).index() * 64 + mv.to.index()) as u16,
                victim: mv.captured.map_or(0, |role| role as u8 + 1),
            },
            Part::Hopper(square) => Slots {
                butterfly: (2 * 4096 + us.index() * 64 + square.index()) as u16,
                piece_to: ((12 + us.index()) * 64 + square.index()) as u16,
                victim: 0,
            },
        }
    }

    fn order(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if pos.at_turn_start() {
            order_men(pos, stage, steps);
        } else {
            order_placements(pos, steps);
        }
    }

    fn gain(&self, _: &Position, step: Step) -> i32 {
        match Part::unpack(step) {
            Part::Man(mv) => gain(mv),
            Part::Hopper(_) => 0,
        }
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        let Part::Man(mv) = Part::unpack(step) else {
            return threshold <= 0;
        };
        let emptied = match mv.kind {
            Kind::Normal => Bitboard::EMPTY,
            Kind::EnPassant => Bitboard::of(mv.to.ahead(!pos.turn())),
            Kind::Castling => return threshold <= 0,
        };
        let opening = Opening {
            color: pos.turn(),
            from: mv.from,
            to: mv.to,
            arrived: mv.promotion.unwrap_or(mv.role),
            gain: gain(mv),
            emptied,
        };
        exchange_at_least(pos.board(), opening, threshold)
    }

    fn structure(&self, pos: &Position) -> Key {
        let pawns = |color| pos.board().men(color, Role::Pawn).0;
        Key::random(pawns(Color::White), pawns(Color::Black))
    }
}

fn man(color: Color, mv: Move) -> Man {
    Man {
        color,
        role: mv.role,
    }
}

/// Material gained at once, in centipawns.
fn gain(mv: Move) -> i32 {
    let captured = mv.captured.map_or(0, worth);
    let promotion = mv
        .promotion
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    captured + promotion
}

fn order_men(pos: &Position, stage: Stage, steps: &mut [Scored]) {
    let board = pos.board();
    let us = pos.turn();
    let guarded = attacks::pawns(!us, board.men(!us, Role::Pawn));
    for scored in steps {
        let Part::Man(mv) = Part::unpack(scored.step) else {
            continue;
        };
        scored.value += match stage {
            Stage::Noisy => 16 * gain(mv) - mv.role as i32,
            Stage::Quiet if mv.role == Role::Pawn || mv.role == Role::King => 0,
            Stage::Quiet => {
                let flees = i32::from(guarded.contains(mv.from));
                let loses = i32::from(guarded.contains(mv.to));
                8 * worth(mv.role) * (flees - loses)
            }
        };
    }
}

/// A placement that gives check.
const CHECK: i32 = 6_000;

/// Squares that open a way for own men to the enemy's valuable men are worth trying, those that
/// open one for his men to ours are not; on all others the hopper does nothing at once.
fn order_placements(pos: &Position, steps: &mut [Scored]) {
    let us = pos.turn();
    let board = pos.board();
    let mut values = [0i32; 64];
    let mut add = |squares: Bitboard, value: i32| {
        for square in squares {
            values[square.index()] += value;
        }
    };
    add(pos.checking(), CHECK);
    for color in [us, !us] {
        let fixed = pos.hopper(!us);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for target in board.men(!color, role) {
                let attack = Attack::new(board, target, color, fixed);
                if !attack.is_there() {
                    let sign = if color == us { 4 } else { -6 };
                    add(attack.openings(), sign * worth(role));
                }
            }
        }
    }
    for scored in steps {
        if let Part::Hopper(square) = Part::unpack(scored.step) {
            scored.value += values[square.index()];
        }
    }
}
