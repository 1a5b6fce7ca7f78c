//! Evaluation of positions and moves.

#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, Planes, Position as _, Removal, Scored, Stage,
    Step,
};

use super::{Chess, Position};
use crate::{
    evaluation::{
        Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Sum, Taper, TermSet, Trace,
        piece_removals,
    },
    fide::{
        Move,
        evaluate::{
            self, PawnCache, mates_lone_king, move_ordering, pawn_key, planes, see, taper,
            taper_of, terms,
        },
    },
};

impl Features for Chess {
    const TERMS: TermSet = TermSet::new(&[terms::ALL]);
    const WEIGHTS: &'static str = include_str!("weights.txt");

    type Cache = PawnCache;

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        evaluate::count(pos.board(), pos.turn(), traces);
    }

    fn sum(pos: &Position, cache: &mut PawnCache, sums: &mut ByColor<Sum<'_>>) {
        evaluate::sum(pos.board(), pos.turn(), cache, sums);
    }

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        evaluate::count_network_base(pos.board(), pos.turn(), traces);
    }

    fn taper(pos: &Position, total: Pair) -> Taper {
        taper(pos.board(), total)
    }
}

impl Networked for Chess {
    const NAME: &'static str = "chess";
    const BASE: &'static str = "material, by the king's wing";
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    /// Returns no correction where a lone king is to be mated: training games are adjudicated
    /// before.
    fn scaled_correction(pos: &Position, correction: i32, strong: Color) -> i32 {
        if mates_lone_king(pos.board(), strong) {
            return 0;
        }
        taper_of(pos.board(), strong).scaled_value(correction)
    }

    type HandWritten = LinearEvaluator<Chess>;
}

impl Evaluate for Chess {
    type Evaluator = NetworkEvaluator<Chess>;

    const KINDS: usize = planes::KINDS;
    const KING: Option<usize> = Some(planes::KING);

    fn planes(pos: &Position, planes: &mut Planes) {
        planes::planes(pos.board(), &pos.state, planes);
    }

    fn wings_are_alike(pos: &Position) -> bool {
        pos.state.castling.is_empty()
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        piece_removals(pos, pos.board(), Position::remove)
    }

    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        move_ordering::history_index(pos.turn(), Move::unpack(step))
    }

    #[inline]
    fn victim(_: &Position, step: Step) -> u8 {
        move_ordering::victim(Move::unpack(step))
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        let unpack = |step| Some(Move::unpack(step));
        move_ordering::score_moves(pos.board(), pos.turn(), stage, steps, unpack);
    }

    fn captured_value(_: &Position, step: Step) -> i32 {
        see::captured_value(Move::unpack(step))
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        see::see_ge(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        pawn_key(pos.board())
    }
}
