//! Evaluation of mega-boards: mega-pieces by their states, winning chances in running games, and
//! attacks on the mega-kings.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use jabberwock_game::{
    ByColor, Color, Evaluate, Evaluator, HistoryIndex, Key, Position as _, Score, Scored, Stage,
    Step, Term,
};

use super::{
    Mega,
    board::{Board, Game},
    piece::State,
    position::{Position, StepKind},
};
use crate::{
    board::{Bitboard, attacks},
    chess::Chess,
    fide::{
        ByRole, Move, Piece, Role,
        evaluate::move_ordering::{history_index, victim},
    },
};

/// The names of the terms.
const NAMES: [&str; 6] = [
    "armed",
    "disarmed",
    "prospects",
    "throne",
    "lines",
    "king's square",
];
const ARMED: usize = 0;
const DISARMED: usize = 1;
const PROSPECTS: usize = 2;
const THRONE: usize = 3;
const LINES: usize = 4;
const RING: usize = 5;

/// The value of an armed mega-piece, in centipawns. A king cannot be lost; its value is that of an
/// attacker.
const VALUES: ByRole<i32> = ByRole([100, 300, 320, 500, 900, 250]);
/// The value of a disarmed mega-piece in percent of that of an armed one: it blocks and moves, and
/// can be captured.
const DISARMED_PERCENT: i32 = 15;
/// The loss of value of a dethroned king, in centipawns: its game can never run again.
const THRONE_VALUE: i32 = 250;
/// The value of an armed slider in line with the enemy's mega-king, by the number of mega-pieces in
/// between, in centipawns.
const IN_LINE: [i32; 4] = [80, 40, 15, 5];
/// The value of an attack by an armed mega-piece on the square of the enemy's mega-king or one next
/// to it, in centipawns.
const BESIDE: i32 = 20;
/// The maximum number of games whose values are cached.
const REMEMBERED: usize = 1 << 16;

/// The evaluator, with a cache of the values of small games.
#[derive(Clone, Debug, Default)]
pub struct MegaEvaluator {
    small: <Chess as Evaluate>::Evaluator,
    values: HashMap<Key, i32>,
}

/// The counts of each player.
type Counted = ByColor<[i32; NAMES.len()]>;

impl MegaEvaluator {
    /// Returns the value of a running game of any level for White, in centipawns.
    pub fn value_of(&mut self, game: &Game) -> i32 {
        let key = game.key();
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let value = match game {
            Game::Small(pos) => {
                // A tempo is worth little here, where a side has eight moves for all boards: the
                // mean of both cases is taken.
                let mover = match pos.null_move() {
                    None => self.small.evaluate(pos, 0).0,
                    Some(passed) => {
                        (self.small.evaluate(pos, 0).0 - self.small.evaluate(&passed, 0).0) / 2
                    }
                };
                if pos.turn() == Color::White {
                    mover
                } else {
                    -mover
                }
            }
            Game::Large(board) => sum(&self.count(board)),
        };
        if self.values.len() >= REMEMBERED {
            self.values.clear();
        }
        self.values.insert(key, value);
        value
    }

    /// Counts all terms of a mega-board.
    fn count(&mut self, board: &Board) -> Counted {
        let mut counted = Counted::default();
        for square in board.pieces().occupied() {
            let Some(piece) = board.piece_at(square) else {
                continue;
            };
            let Piece { color, role } = piece.piece;
            let counts = &mut counted[color];
            let value = VALUES[role];
            match (piece.state, board.game(square)) {
                (State::Armed, _) => counts[ARMED] += value,
                (State::Disarmed, _) => counts[DISARMED] += value * DISARMED_PERCENT / 100,
                (State::Dethroned, _) => counts[THRONE] -= THRONE_VALUE,
                (State::Neutral, None) => {}
                (State::Neutral, Some(game)) => {
                    let white = self.value_of(game);
                    let own = if color == Color::White { white } else { -white };
                    let chance = chance(own);
                    counts[PROSPECTS] += value * chance / 1000;
                    if role == Role::King {
                        counts[THRONE] -= THRONE_VALUE * (1000 - chance) / 1000;
                    }
                }
            }
        }
        for color in Color::ALL {
            let counts = &mut counted[color];
            counts[LINES] = lines(board, color);
            let king = board.pieces().king(!color);
            let beside = attacks::king(king) | Bitboard::of(king);
            let attacked = beside
                .into_iter()
                .filter(|&square| board.is_attacked(square, color));
            counts[RING] = BESIDE * attacked.count() as i32;
        }
        counted
    }
}

/// Returns the value of `color`'s armed sliders in line with the enemy's mega-king.
fn lines(board: &Board, color: Color) -> i32 {
    let pieces = board.pieces();
    let king = pieces.king(!color);
    let sliders = attacks::diagonals(king) & pieces.diagonal_sliders(color)
        | attacks::straights(king) & pieces.straight_sliders(color);
    let sliders = sliders & board.in_state(State::Armed);
    let values = sliders.into_iter().map(|from| {
        let between = attacks::between(king, from) & pieces.occupied();
        IN_LINE.get(between.len() as usize).copied().unwrap_or(0)
    });
    values.sum()
}

/// Returns the expected result, in permille, of a side that is ahead by `value` centipawns.
fn chance(value: i32) -> i32 {
    let ahead = (1000.0 / (1.0 + 10f64.powf(-f64::from(value.abs()) / 400.0))).round() as i32;
    if value < 0 { 1000 - ahead } else { ahead }
}

/// Returns the sum of all counts, for White.
fn sum(counted: &Counted) -> i32 {
    let of = |color: Color| counted[color].iter().sum::<i32>();
    of(Color::White) - of(Color::Black)
}

impl Evaluate for Mega {
    type Evaluator = MegaEvaluator;

    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        let us = pos.turn();
        match Position::meaning(step) {
            Some(StepKind::Move(mv)) => history_index(us, mv),
            Some(StepKind::On(from, mv)) => history_index(us, Move { from, ..mv }),
            Some(StepKind::Enter(square)) => {
                history_index(us, Move::normal(Role::King, square, square, None))
            }
            None => HistoryIndex::default(),
        }
    }

    fn victim(_: &Position, step: Step) -> u8 {
        match Position::meaning(step) {
            Some(StepKind::Move(mv) | StepKind::On(_, mv)) => victim(mv),
            Some(StepKind::Enter(_)) | None => 0,
        }
    }

    fn score_moves(_: &Position, _: Stage, steps: &mut [Scored]) {
        for scored in steps {
            scored.value += 4 * captured_value(scored.step);
        }
    }

    fn captured_value(_: &Position, step: Step) -> i32 {
        captured_value(step)
    }

    /// Recaptures are ignored.
    fn see_ge(_: &Position, step: Step, threshold: i32) -> bool {
        captured_value(step) >= threshold
    }

    fn correction_key(pos: &Position) -> Key {
        pos.board().pieces().key()
    }
}

impl Evaluator<Position> for MegaEvaluator {
    fn evaluate(&mut self, pos: &Position, _: usize) -> Score {
        let white = sum(&self.count(pos.board()));
        Score::from_eval(match pos.turn() {
            Color::White => white,
            Color::Black => -white,
        })
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        let counted = self.count(pos.board());
        let terms = NAMES.iter().enumerate().map(|(index, &name)| Term {
            name: name.to_owned(),
            white: f64::from(counted[Color::White][index]),
            black: f64::from(counted[Color::Black][index]),
        });
        terms.collect()
    }
}

/// Returns the value of the captured piece, in centipawns; on a small board it counts a tenth.
fn captured_value(step: Step) -> i32 {
    let value = |captured: Option<Role>| captured.map_or(0, |role| VALUES[role]);
    match Position::meaning(step) {
        Some(StepKind::Move(mv)) => value(mv.captured),
        Some(StepKind::On(_, mv)) => value(mv.captured) / 10,
        _ => 0,
    }
}
