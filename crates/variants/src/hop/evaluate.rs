//! Evaluation of positions and steps.

mod placements;
mod terms;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, Planes, Position as _, Removal, Scored, Stage,
    Step,
};

use super::{Hop, Position, moves::Part};
use crate::{
    board::Bitboard,
    evaluation::{
        Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Sum, Taper, TermSet, Trace,
        piece_removals,
    },
    fide::evaluate::{self, PawnCache, move_ordering, pawn_key, planes, see, unscaled_taper},
};

impl Features for Hop {
    const TERMS: TermSet = TermSet::new(&[evaluate::terms::ALL, terms::ALL]);
    const WEIGHTS: &'static str = include_str!("weights.txt");

    type Cache = PawnCache;

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        let attacked = evaluate::count(pos.board(), pos.turn(), traces);
        terms::count(pos, &attacked, traces);
    }

    fn sum(pos: &Position, cache: &mut PawnCache, sums: &mut ByColor<Sum<'_>>) {
        let attacked = evaluate::sum(pos.board(), pos.turn(), cache, sums);
        terms::count(pos, &attacked, sums);
    }

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        evaluate::count_network_base(pos.board(), pos.turn(), traces);
    }

    fn taper(pos: &Position, _: Pair) -> Taper {
        unscaled_taper(pos.board())
    }
}

impl Networked for Hop {
    const NAME: &'static str = "hop";
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    type HandWritten = LinearEvaluator<Hop>;
}

/// The kind of hoppers.
const HOPPER: usize = planes::KINDS;

impl Evaluate for Hop {
    type Evaluator = NetworkEvaluator<Hop>;

    const KINDS: usize = planes::KINDS + 1;

    fn planes(pos: &Position, planes: &mut Planes) {
        planes::planes(pos.board(), &pos.state, planes);
        for color in Color::ALL {
            if let Some(square) = pos.hopper(color) {
                planes.set(HOPPER, color, Bitboard::of(square).0);
            }
        }
    }

    fn wings_are_alike(pos: &Position) -> bool {
        pos.state.castling.is_empty()
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        let mut removals = piece_removals(pos, pos.board(), |pos, piece, square| {
            pos.board.toggle(piece, square);
            pos.state.revoke_rights(square);
        });
        let hoppers = Color::ALL.into_iter().filter_map(|color| {
            let mut without = pos.clone();
            let square = without.hoppers[color].take()?;
            Some(Removal {
                color,
                piece: "hopper".to_owned(),
                square: square.into(),
                pos: without,
            })
        });
        removals.extend(hoppers);
        removals
    }

    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        let us = pos.turn();
        match Part::unpack(step) {
            Part::Move(mv) => move_ordering::history_index(us, mv),
            // Placements are indexed after the moves of all pieces.
            Part::Hopper(square) => HistoryIndex {
                butterfly: (2 * 4096 + us.index() * 64 + square.index()) as u16,
                piece_to: ((12 + us.index()) * 64 + square.index()) as u16,
            },
        }
    }

    #[inline]
    fn victim(_: &Position, step: Step) -> u8 {
        match Part::unpack(step) {
            Part::Move(mv) => move_ordering::victim(mv),
            Part::Hopper(_) => 0,
        }
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        if !pos.at_turn_start() {
            placements::score(pos, stage, steps);
            return;
        }
        let unpack = |step| match Part::unpack(step) {
            Part::Move(mv) => Some(mv),
            Part::Hopper(_) => None,
        };
        move_ordering::score_moves(pos.board(), pos.turn(), stage, steps, unpack);
    }

    fn captured_value(_: &Position, step: Step) -> i32 {
        match Part::unpack(step) {
            Part::Move(mv) => see::captured_value(mv),
            Part::Hopper(_) => 0,
        }
    }

    /// Recaptures by way of hoppers are ignored.
    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        match Part::unpack(step) {
            Part::Move(mv) => see::see_ge(pos.board(), pos.turn(), mv, threshold),
            Part::Hopper(_) => threshold <= 0,
        }
    }

    fn correction_key(pos: &Position) -> Key {
        pawn_key(pos.board())
    }
}
