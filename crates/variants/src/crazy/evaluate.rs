//! Evaluation of positions and steps.

mod exchange;
mod move_ordering;
mod pieces;
mod planes;
mod see;
mod terms;
#[cfg(test)]
mod tests;
mod values;

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, Planes, Position as _, Removal, Scored, Stage,
    Step,
};

use super::{
    Crazy,
    moves::{Move, StepKind},
    pending::Pending,
    piece::Piece,
    position::Position,
    pseudo::captures,
};
use crate::{
    board::Bitboard,
    evaluation::{
        Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Taper, TermSet, Trace,
        history_index,
    },
    fide::{Piece as PlainPiece, Role},
};

impl Features for Crazy {
    const TERMS: TermSet = TermSet::new(&[terms::ALL]);
    const WEIGHTS: &'static str = include_str!("weights.txt");

    type Cache = ();

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        pieces::count(pos, traces);
    }

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        pieces::count_material(pos, traces);
    }

    /// The remaining pieces set the phase, ghosts excepted.
    fn taper(pos: &Position, _: Pair) -> Taper {
        let board = pos.board();
        let units = |piece: Piece| match piece.role() {
            Role::Pawn | Role::King => 0,
            _ if piece.is_ghost() => 0,
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 4,
        };
        let minor = board.role(Role::Knight) | board.role(Role::Bishop).without(board.ghosts());
        let count = |squares: Bitboard| squares.len() as i32;
        let bases =
            count(minor) + 2 * count(board.role(Role::Rook)) + 4 * count(board.role(Role::Queen));
        let loads = board.loaded().into_iter();
        let loads = loads.flat_map(|square| board.stack(square).skip(1));
        Taper::new(bases + loads.map(units).sum::<i32>())
    }
}

impl Networked for Crazy {
    const NAME: &'static str = "crazy-free";
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    type HandWritten = LinearEvaluator<Crazy>;
}

impl Evaluate for Crazy {
    type Evaluator = NetworkEvaluator<Crazy>;

    const KINDS: usize = planes::KINDS;

    fn planes(pos: &Position, planes: &mut Planes) {
        planes::planes(pos, planes);
    }

    fn wings_are_alike(pos: &Position) -> bool {
        pos.castling().is_empty()
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        let mut removals = Vec::new();
        for square in pos.board().occupied() {
            for (level, piece) in pos.board().levels(square) {
                if piece.role() == Role::King {
                    continue;
                }
                let mut without = pos.clone();
                without.board.pull(square, level);
                without.castling = without.castling.after(square);
                removals.push(Removal {
                    color: piece.color(),
                    piece: piece.to_string(),
                    square: square.into(),
                    pos: without,
                });
            }
        }
        removals
    }

    /// Disguises and second steps of kings have separate ranges.
    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        let mv = Move::unpack(step);
        let us = pos.turn();
        let piece = PlainPiece {
            color: us,
            role: pos.moving_role(mv),
        };
        let range = match (mv.kind, pos.pending()) {
            (StepKind::Link, _) => 2,
            (_, Pending::King(_)) => 4,
            _ => 0,
        };
        let mut index = history_index(piece, mv.from, mv.to);
        index.butterfly += range * 4096;
        index
    }

    fn victim(pos: &Position, step: Step) -> u8 {
        let mv = Move::unpack(step);
        if captures(pos, mv) {
            let piece = pos.board().at(mv.captures_on(), mv.other);
            2 + piece.map_or(0, |piece| piece.role() as u8)
        } else {
            u8::from(mv.promotion.is_some())
        }
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        move_ordering::score_moves(pos, stage, steps);
    }

    fn captured_value(pos: &Position, step: Step) -> i32 {
        see::captured_value(pos, Move::unpack(step))
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        see::see_ge(pos, Move::unpack(step), threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        let board = pos.board();
        let hash = |set: Bitboard, stream| Key::random(stream, set.0);
        let pawns = board.role(Role::Pawn);
        hash(pawns & board.color(Color::White), 0) ^ hash(pawns, 1) ^ hash(board.loaded(), 2)
    }
}
