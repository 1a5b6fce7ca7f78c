//! Judgement of positions and moves.

use jabberwock_game::{Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term};

use super::Position;
use crate::{
    board::{Bitboard, attacks},
    fide::{
        Board, Kind, Man, Move, Role,
        exchange::{Opening, exchange_at_least, worth},
    },
};

/// The evaluator.
#[derive(Debug)]
pub struct Evaluator {}

impl Evaluator {
    /// A new one.
    pub(super) fn new() -> Evaluator {
        Evaluator {}
    }
}

const MEN: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

fn material(board: &Board, color: Color) -> i32 {
    MEN.into_iter()
        .map(|role| worth(role) * board.men(color, role).len() as i32)
        .sum()
}

fn mobility(board: &Board, color: Color) -> i32 {
    let occupied = board.occupied();
    let reached = |square| match board.role_at(square) {
        Some(Role::King) | None => 0,
        Some(role) => Board::attacks_of(role, square, occupied).len() as i32,
    };
    4 * board.color(color).into_iter().map(reached).sum::<i32>()
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let side = |color| material(pos.board(), color) + mobility(pos.board(), color);
        Score::from_eval(side(pos.turn()) - side(!pos.turn()) + 10)
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let term = |name: &str, count: fn(&Board, Color) -> i32| Term {
            name: name.to_owned(),
            white: f64::from(count(pos.board(), Color::White)),
            black: f64::from(count(pos.board(), Color::Black)),
        };
        vec![term("material", material), term("mobility", mobility)]
    }

    fn slots(&self, pos: &Position, step: Step) -> Slots {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: mv.role,
        };
        Slots {
            butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim: mv.captured.map_or(0, |role| role as u8 + 1),
        }
    }

    fn order(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        match stage {
            Stage::Noisy => {
                for scored in steps {
                    let mv = Move::unpack(scored.step);
                    scored.value += 16 * gain(mv) - mv.role as i32;
                }
            }
            Stage::Quiet => {
                let us = pos.turn();
                let pawns = pos.board().men(!us, Role::Pawn);
                let guarded = attacks::pawns(!us, pawns);
                for scored in steps {
                    let mv = Move::unpack(scored.step);
                    if mv.role == Role::Pawn || mv.role == Role::King {
                        continue;
                    }
                    let weight = 8 * worth(mv.role);
                    scored.value += weight * i32::from(guarded.contains(mv.from));
                    scored.value -= weight * i32::from(guarded.contains(mv.to));
                }
            }
        }
    }

    fn gain(&self, _: &Position, step: Step) -> i32 {
        gain(Move::unpack(step))
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        let mv = Move::unpack(step);
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

/// Material gained at once, in centipawns.
fn gain(mv: Move) -> i32 {
    let captured = mv.captured.map_or(0, worth);
    captured
        + mv.promotion
            .map_or(0, |role| worth(role) - worth(Role::Pawn))
}
