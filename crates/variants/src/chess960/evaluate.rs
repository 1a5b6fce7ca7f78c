//! Evaluation of positions and moves, as in chess.

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, Planes, Removal, Scored, Stage, Step,
};

use super::{Chess960, Position};
use crate::{
    chess::Chess,
    evaluation::{
        Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Sum, Taper, TermSet, Trace,
        piece_removals,
    },
    fide::evaluate::planes,
};

impl Features for Chess960 {
    const TERMS: TermSet = Chess::TERMS;
    const WEIGHTS: &'static str = Chess::WEIGHTS;

    type Cache = <Chess as Features>::Cache;

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        Chess::count(&pos.chess, traces);
    }

    fn sum(pos: &Position, cache: &mut Self::Cache, sums: &mut ByColor<Sum<'_>>) {
        Chess::sum(&pos.chess, cache, sums);
    }

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        Chess::count_network_base(&pos.chess, traces);
    }

    fn taper(pos: &Position, total: Pair) -> Taper {
        Chess::taper(&pos.chess, total)
    }
}

impl Networked for Chess960 {
    const NAME: &'static str = Chess::NAME;
    const BASE: &'static str = Chess::BASE;
    const NETWORK: Option<&'static [u8]> = Chess::NETWORK;

    fn scaled_correction(pos: &Position, correction: i32, strong: Color) -> i32 {
        Chess::scaled_correction(&pos.chess, correction, strong)
    }

    type HandWritten = LinearEvaluator<Chess960>;
}

impl Evaluate for Chess960 {
    type Evaluator = NetworkEvaluator<Chess960>;

    const KINDS: usize = Chess::KINDS;
    const KING: Option<usize> = Chess::KING;

    fn planes(pos: &Position, planes: &mut Planes) {
        Chess::planes(&pos.chess, planes);
        for color in Color::ALL {
            planes.add(planes::RIGHTS, color, pos.castling.rooks(color).0);
        }
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        piece_removals(pos, pos.chess.board(), |pos, piece, square| {
            pos.chess.remove(piece, square);
        })
    }

    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        Chess::history_index(&pos.chess, step)
    }

    #[inline]
    fn victim(pos: &Position, step: Step) -> u8 {
        Chess::victim(&pos.chess, step)
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        Chess::score_moves(&pos.chess, stage, steps);
    }

    fn captured_value(pos: &Position, step: Step) -> i32 {
        Chess::captured_value(&pos.chess, step)
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        Chess::see_ge(&pos.chess, step, threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        Chess::correction_key(&pos.chess)
    }
}
