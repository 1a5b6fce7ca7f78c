//! Judgement of positions and steps.

pub mod terms;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Coefficient, Color, HistoryIndex, Key, Position as _, Score, Scored, Stage, Step, Term,
};

use super::{
    Piece, Position, SCHEME, exchange,
    movegen::captures,
    moves::{Move, StepKind},
    pending::Pending,
};
use crate::{
    board::{Bitboard, attacks},
    evaluation::{Counts, Sum, Taper, Weights},
    fide::{Man, Role},
};

/// The number of weights.
pub(super) const COUNT: usize = terms::END;

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Weights<COUNT>,
}

impl Evaluator {
    /// A new one.
    pub(super) fn new(weights: Weights<COUNT>) -> Evaluator {
        Evaluator { weights }
    }
}

/// From the opening to the endgame by the men that are left, ghosts aside.
pub(crate) fn taper(pos: &Position) -> Taper {
    let board = pos.board();
    let phase = |piece: Piece| match piece.role() {
        Role::Pawn | Role::King => 0,
        _ if piece.is_ghost() => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    };
    let men = board.occupied().without(board.role(Role::Pawn)).into_iter();
    Taper::new(men.flat_map(|square| board.stack(square)).map(phase).sum())
}

fn counted(pos: &Position) -> ByColor<Counts<COUNT>> {
    let mut counts = ByColor([Counts::default(), Counts::default()]);
    terms::count(pos, &mut counts);
    counts
}

/// The role of the man who makes `mv`.
fn role(pos: &Position, mv: Move) -> Role {
    match pos.pending() {
        Pending::King(_) => Role::King,
        _ => pos
            .board()
            .at(mv.from, mv.level)
            .map_or(Role::Pawn, Piece::role),
    }
}

impl jabberwock_game::Evaluator<Position> for Evaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let weights = &*self.weights.0;
        let mut sums = ByColor([Sum::new(weights), Sum::new(weights)]);
        terms::count(pos, &mut sums);
        let total = sums[Color::White].total - sums[Color::Black].total;
        taper(pos).score(total, pos.turn())
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        SCHEME.explain(&self.weights, &counted(pos), taper(pos))
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.numbers()
    }

    fn coefficients(&mut self, pos: &Position) -> Vec<Coefficient> {
        Counts::coefficients(&counted(pos), taper(pos))
    }

    fn history_index(&self, pos: &Position, step: Step) -> HistoryIndex {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let man = Man {
            color: us,
            role: role(pos, mv),
        };
        // Disguises are other things than moves to the same square.
        let group = match (mv.kind, pos.pending()) {
            (StepKind::Link, _) => 2,
            (_, Pending::King(_)) => 4,
            _ => 0,
        };
        let victim = if captures(pos, mv) {
            let man = pos.board().at(mv.captures_on(), mv.other);
            2 + man.map_or(0, |man| man.role() as u8)
        } else {
            u8::from(mv.promotion.is_some())
        };
        let squares = mv.from.index() * 64 + mv.to.index();
        HistoryIndex {
            butterfly: ((group + us.index()) * 4096 + squares) as u16,
            piece_to: (man.index() * 64 + mv.to.index()) as u16,
            victim,
        }
    }

    fn score_moves(&mut self, pos: &Position, stage: Stage, steps: &mut [Scored]) {
        match stage {
            Stage::Noisy => {
                for scored in steps {
                    let mv = Move::unpack(scored.step);
                    let gain = exchange::captured_value(pos, mv).clamp(-2_000, 2_000);
                    scored.value += 16 * gain - role(pos, mv) as i32;
                }
            }
            Stage::Quiet => order_quiet(pos, steps),
        }
    }

    fn captured_value(&self, pos: &Position, step: Step) -> i32 {
        exchange::captured_value(pos, Move::unpack(step))
    }

    fn see_ge(&self, pos: &Position, step: Step, threshold: i32) -> bool {
        exchange::gains_at_least(pos, Move::unpack(step), threshold)
    }

    fn correction_key(&self, pos: &Position) -> Key {
        let board = pos.board();
        let hash = |set: Bitboard, stream| Key::random(stream, set.0);
        let pawns = board.role(Role::Pawn);
        hash(pawns & board.color(Color::White), 0) ^ hash(pawns, 1) ^ hash(board.loaded(), 2)
    }
}

/// A quiet walk of the king.
const WALK: i32 = -6_000;
/// A disguise that goes on.
const LONG_DISGUISE: i32 = -4_000;

/// Kings have many ways to the same square, and disguises many ends: they are tried late. Men flee
/// from pawns and do not walk into them.
fn order_quiet(pos: &Position, steps: &mut [Scored]) {
    let us = pos.turn();
    let board = pos.board();
    let guarded = attacks::pawns(!us, board.men(!us, Role::Pawn));
    for scored in steps {
        let mv = Move::unpack(scored.step);
        let role = role(pos, mv);
        scored.value += match mv.kind {
            StepKind::Link if !mv.last => LONG_DISGUISE,
            StepKind::Go if role == Role::King && pos.at_turn_start() => WALK,
            StepKind::Go if !matches!(role, Role::King | Role::Pawn) => {
                let flees = i32::from(mv.level == 0 && guarded.contains(mv.from));
                let loses = i32::from(!mv.jump && guarded.contains(mv.to));
                8 * exchange::worth(role) * (flees - loses)
            }
            _ => 0,
        };
    }
}
