//! Evaluation of positions and moves.

mod chakras;
mod move_ordering;
mod pawns;
mod pieces;
mod see;
mod terms;
#[cfg(test)]
mod tests;
mod threats;

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, Position as _, Scored, Stage, Step,
};

use super::{Chakra, moves::Move, position::Position, role::Role};
use crate::evaluation::{Features, LinearEvaluator, Pair, Taper, TermSet, Trace};

impl Features for Chakra {
    const TERMS: TermSet = TermSet::new(&[terms::ALL]);
    const WEIGHTS: &'static str = include_str!("weights.txt");

    type Cache = ();

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        let board = pos.board();
        let ByColor([white, black]) = traces;
        let mut attacked = pieces::king_and_pawn_attacks(board);
        pieces::count(board, Color::White, &mut attacked, white);
        pieces::count(board, Color::Black, &mut attacked, black);
        for (us, trace) in [(Color::White, white), (Color::Black, black)] {
            chakras::count(board, us, &attacked, trace);
            pawns::count(board, us, &attacked, trace);
            threats::on_king(board, us, &attacked, trace);
            threats::on_pieces(board, us, &attacked, trace);
        }
        traces[pos.turn()].add(terms::TEMPO, 0, 1);
    }

    fn taper(pos: &Position, _: Pair) -> Taper {
        let count = |role| pos.board().role(role).len() as i32;
        let minors = count(Role::Ape) + count(Role::Courtesan);
        let majors = count(Role::Monk) + count(Role::Samurai);
        Taper::new(minors + 2 * majors + 4 * count(Role::Queen))
    }
}

impl Evaluate for Chakra {
    type Evaluator = LinearEvaluator<Chakra>;

    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        move_ordering::history_index(pos.turn(), Move::unpack(step))
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        move_ordering::score_moves(pos.board(), pos.turn(), stage, steps);
    }

    fn captured_value(_: &Position, step: Step) -> i32 {
        see::captured_value(Move::unpack(step))
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        see::see_ge(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        let pawns = |color| pos.board().men(color, Role::Pawn).0;
        Key::random(pawns(Color::White), pawns(Color::Black))
    }
}
