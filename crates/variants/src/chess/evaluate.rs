//! Judgement of positions and moves.

#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Coefficient, Color, Key, Position as _, Score, Scored, Slots, Stage, Step, Term,
};

use super::{
    Position,
    weights::{COUNT, TERMS},
};
use crate::fide::{
    Man, Move,
    evaluate::{
        Counts, Pair, Scales, Taper, Weights, coefficients, counts, explain, pawn_key, terms,
    },
    exchange::{Opening, exchange_at_least, gain},
    order::Hints,
};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator {
    scales: Scales<COUNT>,
}

impl Evaluator {
    /// A new one that has seen nothing.
    pub(super) fn new(weights: Weights<COUNT>) -> Evaluator {
        Evaluator {
            scales: Scales::new(weights),
        }
    }

    /// Everything that is counted, and how it is tapered.
    fn counted(&mut self, pos: &Position) -> (ByColor<Counts<COUNT>>, Taper) {
        let (total, _) = self.scales.weigh(pos.board());
        let total = total + self.tempo(pos);
        let mut counts = counts(pos.board());
        counts[pos.turn()].0[terms::TEMPO.offset] += 1;
        (counts, Taper::new(pos.board(), total.end()))
    }

    /// What the right to move is worth to White.
    fn tempo(&self, pos: &Position) -> Pair {
        let tempo = self.scales.weights().0[terms::TEMPO.offset];
        if pos.turn() == Color::White {
            tempo
        } else {
            Pair::default() - tempo
        }
    }
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let (total, _) = self.scales.weigh(pos.board());
        let total = total + self.tempo(pos);
        let value = Taper::new(pos.board(), total.end()).value(total);
        Score::from_eval(if pos.turn() == Color::White {
            value
        } else {
            -value
        })
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let (counts, taper) = self.counted(pos);
        explain(self.scales.weights(), &counts, taper, TERMS)
    }

    fn coefficients(&mut self, pos: &Position) -> Vec<Coefficient> {
        let (counts, taper) = self.counted(pos);
        coefficients(&counts, taper)
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
        let hints = Hints::new(pos.board(), pos.turn());
        for scored in steps {
            scored.value += hints.value(stage, Move::unpack(scored.step));
        }
    }

    fn gain(&self, _: &Position, step: Step) -> i32 {
        gain(Move::unpack(step))
    }

    fn exchange_at_least(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        match Opening::of(pos.turn(), Move::unpack(step)) {
            Some(opening) => exchange_at_least(pos.board(), opening, threshold),
            None => threshold <= 0,
        }
    }

    fn structure(&self, pos: &Position) -> Key {
        pawn_key(pos.board())
    }
}
