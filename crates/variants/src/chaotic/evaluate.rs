//! Judgement of positions and steps.

mod men;
mod order;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;

use jabberwock_game::{
    ByColor, Coefficient, Color, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step, Term,
};

use super::{
    Board, Man, Move, Position, Role,
    exchange::{captured, captured_value, see_ge},
};
use crate::evaluation::{Counts, Scheme, Sum, Taper, Trace, Weights};
use order::Hints;

/// How many weights there are.
const COUNT: usize = terms::END;

/// What is counted, and its weights.
pub(super) static SCHEME: Scheme<COUNT> = Scheme::new(&[terms::ALL], include_str!("weights.txt"));

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Weights<COUNT>,
}

impl Evaluator {
    /// One with these weights.
    pub(super) fn new(weights: Weights<COUNT>) -> Evaluator {
        Evaluator { weights }
    }
}

/// Counts everything for both players, of whom `turn` is to move.
fn count<T: Trace>(board: &Board, turn: Color, white: &mut T, black: &mut T) {
    let reach = ByColor([
        men::count(board, Color::White, white),
        men::count(board, Color::Black, black),
    ]);
    for (us, trace) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        threats::count(board, us, turn, &reach[us], &reach[!us], trace);
    }
    let mover = match turn {
        Color::White => white,
        Color::Black => black,
    };
    mover.add(terms::TEMPO, 0, 1);
}

fn counted(pos: &Position) -> ByColor<Counts<COUNT>> {
    let [mut white, mut black] = [Counts::default(), Counts::default()];
    count(pos.board(), pos.turn(), &mut white, &mut black);
    ByColor([white, black])
}

/// Officers and merchants set the phase.
fn taper(board: &Board) -> Taper {
    let count = |role| board.role(role).len() as i32;
    let small = count(Role::Knight) + count(Role::Rook);
    Taper::new(small + 2 * (count(Role::Archbishop) + count(Role::Merchant)))
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let weights = &*self.weights.0;
        let (mut white, mut black) = (Sum::new(weights), Sum::new(weights));
        count(pos.board(), pos.turn(), &mut white, &mut black);
        taper(pos.board()).score(white.total - black.total, pos.turn())
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        SCHEME.explain(&self.weights, &counted(pos), taper(pos.board()))
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.numbers()
    }

    fn coefficients(&mut self, pos: &Position) -> Vec<Coefficient> {
        Counts::coefficients(&counted(pos), taper(pos.board()))
    }

    fn history_index(&self, pos: &Position, step: Step) -> HistoryIndex {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: mv.role,
        };
        let victims = captured(pos.board(), us, mv).into_iter();
        let victim = victims.filter_map(|square| pos.board().role_at(square));
        HistoryIndex {
            butterfly: (us.index() * 4096 + mv.from.index() * 64 + mv.to.index()) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim: victim.max().map_or(0, |role| role as u8 + 1),
        }
    }

    fn score_moves(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        let hints = Hints::new(pos.board(), pos.turn());
        for scored in steps {
            scored.value += hints.value(stage, Move::unpack(scored.step));
        }
    }

    fn captured_value(&self, pos: &Position, step: Step) -> i32 {
        captured_value(pos.board(), pos.turn(), Move::unpack(step))
    }

    fn see_ge(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        see_ge(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    /// What merchants do changes all else.
    fn correction_key(&self, pos: &Position) -> Key {
        let merchants = |color| pos.board().men(color, Role::Merchant).0;
        Key::random(merchants(Color::White), merchants(Color::Black))
    }
}
