//! Judgement of positions and steps.

use jabberwock_game::{Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term};

use super::{
    Man, Move, Position, Role,
    exchange::{captured, gain, worth},
};

/// The evaluator.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator;

/// The men of `color` in centipawns.
fn material(pos: &Position, color: Color) -> i32 {
    [
        Role::Pawn,
        Role::Merchant,
        Role::Knight,
        Role::Rook,
        Role::Archbishop,
    ]
    .into_iter()
    .map(|role| worth(role) * pos.board().men(color, role).len() as i32)
    .sum()
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let us = pos.turn();
        Score::from_eval(material(pos, us) - material(pos, !us))
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let [white, black] = Color::ALL.map(|color| f64::from(material(pos, color)));
        vec![Term {
            name: "material".to_owned(),
            white,
            black,
        }]
    }

    fn slots(&self, pos: &Position, step: Step) -> Slots {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: mv.role,
        };
        let victims = captured(pos.board(), us, mv).into_iter();
        let victim = victims.filter_map(|square| pos.board().role_at(square));
        Slots {
            butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim: victim.max().map_or(0, |role| role as u8 + 1),
        }
    }

    fn order(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if stage == Stage::Noisy {
            for scored in steps {
                let mv = Move::unpack(scored.step);
                scored.value += 16 * gain(pos.board(), pos.turn(), mv) - worth(mv.role);
            }
        }
    }

    fn gain(&self, pos: &Position, step: Step) -> i32 {
        gain(pos.board(), pos.turn(), Move::unpack(step))
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        self.gain(pos, step) >= threshold
    }

    fn structure(&self, pos: &Position) -> Key {
        Key(pos.board().role(Role::Merchant).0)
    }
}
