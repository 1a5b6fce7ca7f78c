//! Judgement of positions and moves.

mod chakras;
mod exchange;
mod men;
mod pawns;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;

use jabberwock_game::{
    ByColor, Coefficient, Color, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step, Term,
};

use self::exchange::{captured_value, worth};
use super::{
    Position,
    board::Board,
    men::{Man, Role},
    moves::{Move, Walk},
};
use crate::{
    board::{Bitboard, Square, attacks},
    evaluation::{Counts, Scheme, Sum, Taper, Trace, Weights},
};

/// How many weights there are.
const COUNT: usize = terms::END;

/// What is counted, and its weights.
pub(super) static SCHEME: Scheme<COUNT> = Scheme::new(&[terms::ALL], include_str!("weights.txt"));

/// The index of a square in a term that is listed by squares, its files folded.
fn place(square: Square, us: Color) -> usize {
    let seen = square.of(!us);
    let file = seen.file().index();
    seen.rank().index() * 4 + file.min(7 - file)
}

/// Counts everything for both players, of whom `turn` is to move.
fn count<T: Trace>(board: &Board, turn: Color, white: &mut T, black: &mut T) {
    let mut reach = men::groundwork(board);
    men::count(board, Color::White, &mut reach, white);
    men::count(board, Color::Black, &mut reach, black);
    for (us, trace) in [(Color::White, white), (Color::Black, black)] {
        chakras::count(board, us, &reach, trace);
        pawns::count(board, us, &reach[us], reach[!us].all, trace);
        pawns::shelter(board, us, trace);
        threats::on_king(board, us, &reach, trace);
        threats::on_men(board, us, &reach, trace);
        if us == turn {
            trace.add(terms::TEMPO, 0, 1);
        }
    }
}

fn taper(board: &Board) -> Taper {
    let count = |role| board.role(role).len() as i32;
    let minors = count(Role::Ape) + count(Role::Courtesan);
    let majors = count(Role::Monk) + count(Role::Samurai);
    Taper::new(minors + 2 * majors + 4 * count(Role::Queen))
}

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

fn counts(pos: &Position) -> ByColor<Counts<COUNT>> {
    let mut counts = [Counts::default(), Counts::default()];
    let [white, black] = &mut counts;
    count(pos.board(), pos.turn(), white, black);
    ByColor(counts)
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let weights = &*self.weights.0;
        let (mut white, mut black) = (Sum::new(weights), Sum::new(weights));
        count(pos.board(), pos.turn(), &mut white, &mut black);
        taper(pos.board()).score(white.total - black.total, pos.turn())
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        SCHEME.explain(&self.weights, &counts(pos), taper(pos.board()))
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.numbers()
    }

    fn coefficients(&mut self, pos: &Position) -> Vec<Coefficient> {
        Counts::coefficients(&counts(pos), taper(pos.board()))
    }

    fn history_index(&self, pos: &Position, step: Step) -> HistoryIndex {
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
                let seized = if walk.seizes { SEIZED } else { 0 };
                HistoryIndex {
                    butterfly: butterfly(walk.from, walk.to),
                    piece_to: (man.index() * 64 + walk.to.index()) as u16,
                    victim: walk.captured.map_or(seized, |role| role as u8 + 1),
                }
            }
            Move::Chakra { from, to, turned } => HistoryIndex {
                butterfly: butterfly(from, to),
                piece_to: chakra_slot(us, turned, to),
                victim: 0,
            },
            Move::Pass => HistoryIndex {
                butterfly: butterfly(Square::A1, Square::A1),
                piece_to: chakra_slot(us, false, Square::A1),
                victim: 0,
            },
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
        exchange::at_least(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    fn correction_key(&self, pos: &Position) -> Key {
        let pawns = |color| pos.board().men(color, Role::Pawn).0;
        Key::random(pawns(Color::White), pawns(Color::Black))
    }
}

/// Where the histories remember what a seized Transmitter is worth.
const SEIZED: u8 = Role::COUNT as u8 + 1;

/// The slots of chakras lie after those of the men.
fn chakra_slot(us: Color, turned: bool, to: Square) -> u16 {
    let row = 2 * Role::COUNT + 2 * us.index() + usize::from(turned);
    (row * 64 + to.index()) as u16
}

/// What is known of a position before its moves are compared.
struct Hints {
    /// The squares that enemy pawns attack.
    guarded: Bitboard,
}

impl Hints {
    fn new(board: &Board, us: Color) -> Hints {
        Hints {
            guarded: attacks::pawns(!us, board.men(!us, Role::Pawn)),
        }
    }

    /// The value to order `mv` by, on the scale of histories: the most valuable victim first and
    /// then the least valuable attacker; of quiet moves those that flee from pawns and do not walk
    /// into them.
    fn value(&self, stage: Stage, mv: Move) -> i32 {
        let Move::Man(walk) = mv else {
            return 0;
        };
        let Walk { from, to, role, .. } = walk;
        match stage {
            Stage::Noisy => 16 * captured_value(mv) - role as i32,
            Stage::Quiet if matches!(role, Role::Pawn | Role::King) => 0,
            Stage::Quiet => {
                let flees = i32::from(self.guarded.contains(from));
                let loses = i32::from(self.guarded.contains(to));
                8 * worth(role) * (flees - loses)
            }
        }
    }
}
