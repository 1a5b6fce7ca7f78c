//! Judgement of positions and moves.

use jabberwock_game::{Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term};

use super::{
    Position,
    men::{Man, Role},
    moves::Move,
};
use crate::board::Square;

/// The evaluator.
#[derive(Clone, Debug, Default)]
pub struct Evaluator;

/// Worth of a man in centipawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Ape => 300,
        Role::Courtesan => 320,
        Role::Monk => 480,
        Role::Samurai => 680,
        Role::Queen => 1000,
        Role::King => 20_000,
    }
}

/// What a Transmitter is worth in centipawns.
const TRANSMITTER: i32 = 500;

/// A promise to move towards the middle, in centipawns.
fn place(color: Color, square: Square) -> i32 {
    let square = square.of(color);
    let file = square.file().index() as i32;
    let rank = square.rank().index() as i32;
    2 * file.min(7 - file) + 2 * rank
}

fn material(pos: &Position, color: Color) -> i32 {
    let field = pos.field();
    let mut sum = 0;
    for role in Role::ALL {
        if role != Role::King {
            sum += worth(role) * field.men(color, role).len() as i32;
        }
    }
    for square in field.color(color).without(field.role(Role::King)) {
        sum += place(color, square);
    }
    if !field.chakras(color).is_empty() {
        sum += TRANSMITTER;
    }
    sum
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
        let us = pos.turn();
        let index = us.index();
        let butterfly =
            |from: Square, to: Square| (index * 4096 + from.index() * 64 + to.index()) as u16;
        match Move::unpack(step) {
            Move::Man(walk) => {
                let man = Man {
                    color: us,
                    role: walk.role,
                };
                let seized = if walk.seizes { 8 } else { 0 };
                Slots {
                    butterfly: butterfly(walk.from, walk.to),
                    piece_to: (man.index() * 64 + walk.to.index()) as u16,
                    victim: walk.captured.map_or(seized, |role| role as u8 + 1),
                }
            }
            Move::Chakra { from, to, turned } => Slots {
                butterfly: butterfly(from, to),
                piece_to: ((14 + 2 * index + usize::from(turned)) * 64 + to.index()) as u16,
                victim: 0,
            },
            Move::Pass => Slots {
                butterfly: butterfly(Square::A1, Square::A1),
                piece_to: ((14 + 2 * index) * 64) as u16,
                victim: 0,
            },
        }
    }

    fn order(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if stage == Stage::Noisy {
            for scored in steps {
                scored.value += 16 * self.gain(pos, scored.step);
            }
        }
    }

    fn gain(&self, _: &Position, step: Step) -> i32 {
        let Move::Man(walk) = Move::unpack(step) else {
            return 0;
        };
        let promoted = walk
            .promotion
            .map_or(0, |role| worth(role) - worth(Role::Pawn));
        let seized = if walk.seizes { TRANSMITTER } else { 0 };
        walk.captured.map_or(0, worth) + promoted + seized
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        self.gain(pos, step) >= threshold
    }

    fn structure(&self, _: &Position) -> Key {
        Key(0)
    }
}
