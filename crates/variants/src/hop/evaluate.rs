//! Judgement of positions and steps.

pub mod terms;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Coefficient, Color, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step, Term,
};

use super::{Position, attack::Attack, moves::Part};
use crate::{
    board::Bitboard,
    evaluation::{Counts, Pair, Scheme, Sum, Taper, Weights},
    fide::{
        Man, Role,
        evaluate::{self, Scales, pawn_key, unscaled},
        exchange::{Opening, captured_value, see_ge, worth},
        order::Hints,
    },
};

/// How many weights there are.
const COUNT: usize = terms::END;

/// What is counted, and its weights.
pub(super) static SCHEME: Scheme<COUNT> = Scheme::new(
    &[evaluate::terms::ALL, terms::ALL],
    include_str!("weights.txt"),
);

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

    /// The value for White.
    fn weigh(&mut self, pos: &Position) -> Pair {
        let (total, reach) = self.scales.weigh(pos.board(), pos.turn());
        let [white, black] = Color::ALL.map(|color| {
            let mut sum = Sum::new(&self.scales.weights().0);
            terms::count(pos, color, &reach[!color], &mut sum);
            sum.total
        });
        total + white - black
    }

    /// Everything that is counted, and how it is tapered.
    fn counted(&mut self, pos: &Position) -> (ByColor<Counts<COUNT>>, Taper) {
        let (_, reach) = self.scales.weigh(pos.board(), pos.turn());
        let mut counts = evaluate::counts(pos.board(), pos.turn());
        for color in Color::ALL {
            terms::count(pos, color, &reach[!color], &mut counts[color]);
        }
        (counts, unscaled(pos.board()))
    }
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let total = self.weigh(pos);
        unscaled(pos.board()).score(total, pos.turn())
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
        let us = pos.turn();
        let man = |role| Man { color: us, role };
        match Part::unpack(step) {
            Part::Man(mv) => HistoryIndex {
                butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
                piece_to: (man(mv.role).index() * 64 + mv.to.index()) as u16,
                victim: mv.captured.map_or(0, |role| role as u8 + 1),
            },
            Part::Hopper(square) => HistoryIndex {
                butterfly: (2 * 4096 + us.index() * 64 + square.index()) as u16,
                piece_to: ((12 + us.index()) * 64 + square.index()) as u16,
                victim: 0,
            },
        }
    }

    fn score_moves(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if !pos.at_turn_start() {
            order_placements(pos, steps);
            return;
        }
        let hints = Hints::new(pos.board(), pos.turn());
        for scored in steps {
            if let Part::Man(mv) = Part::unpack(scored.step) {
                scored.value += hints.value(stage, mv);
            }
        }
    }

    fn captured_value(&self, _: &Position, step: Step) -> i32 {
        match Part::unpack(step) {
            Part::Man(mv) => captured_value(mv),
            Part::Hopper(_) => 0,
        }
    }

    /// Recaptures by way of hoppers are not looked at.
    fn see_ge(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        let opening = match Part::unpack(step) {
            Part::Man(mv) => Opening::of(pos.turn(), mv),
            Part::Hopper(_) => None,
        };
        match opening {
            Some(opening) => see_ge(pos.board(), opening, threshold),
            None => threshold <= 0,
        }
    }

    fn correction_key(&self, pos: &Position) -> Key {
        pawn_key(pos.board())
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
