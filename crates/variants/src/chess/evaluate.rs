//! Judgement of positions and moves.

#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Coefficient, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step, Term,
};

use super::Position;
use crate::{
    evaluation::{Counts, Scheme, Taper, Weights},
    fide::{
        Man, Move,
        evaluate::{Scales, counts, pawn_key, taper, terms},
        exchange::{Opening, captured_value, see_ge},
        order::Hints,
    },
};

/// How many weights there are.
const COUNT: usize = terms::END;

/// What is counted, and its weights.
pub(super) static SCHEME: Scheme<COUNT> = Scheme::new(&[terms::ALL], include_str!("weights.txt"));

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
        let (total, _) = self.scales.weigh(pos.board(), pos.turn());
        let counts = counts(pos.board(), pos.turn());
        (counts, taper(pos.board(), total.end()))
    }
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let (total, _) = self.scales.weigh(pos.board(), pos.turn());
        taper(pos.board(), total.end()).score(total, pos.turn())
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let (counts, taper) = self.counted(pos);
        SCHEME.explain(self.scales.weights(), &counts, taper)
    }

    fn weights(&self) -> Vec<i32> {
        self.scales.weights().numbers()
    }

    fn coefficients(&mut self, pos: &Position) -> Vec<Coefficient> {
        let (counts, taper) = self.counted(pos);
        Counts::coefficients(&counts, taper)
    }

    fn history_index(&self, pos: &Position, step: Step) -> HistoryIndex {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: mv.role,
        };
        HistoryIndex {
            butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim: mv.captured.map_or(0, |role| role as u8 + 1),
        }
    }

    fn score_moves(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        let hints = Hints::new(pos.board(), pos.turn());
        for scored in steps {
            scored.value += hints.value(stage, Move::unpack(scored.step));
        }
    }

    fn captured_value(&self, _: &Position, step: Step) -> i32 {
        captured_value(Move::unpack(step))
    }

    fn see_ge(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        match Opening::of(pos.turn(), Move::unpack(step)) {
            Some(opening) => see_ge(pos.board(), opening, threshold),
            None => threshold <= 0,
        }
    }

    fn correction_key(&self, pos: &Position) -> Key {
        pawn_key(pos.board())
    }
}
