//! Evaluation of positions and steps.

mod move_ordering;
mod pieces;
mod see;
mod terms;
#[cfg(test)]
mod tests;
mod threats;

use jabberwock_game::{
    ByColor, Color, Evaluate, HistoryIndex, Key, PlaneMirror, Planes, Position as _, Removal,
    Scored, Stage, Step,
};

use super::{
    Chaotic,
    moves::Move,
    position::Position,
    role::{Piece, Role},
};
use crate::evaluation::{
    Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Taper, TermSet, Trace,
    count_material, history_index, piece_planes, piece_removals,
};

impl Features for Chaotic {
    const TERMS: TermSet = TermSet::new(&[terms::ALL]);
    const WEIGHTS: &'static str = include_str!("weights.txt");

    type Cache = ();

    fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        let (board, turn) = (pos.board(), pos.turn());
        let ByColor([white, black]) = traces;
        let attacked = ByColor([
            pieces::count(board, Color::White, white),
            pieces::count(board, Color::Black, black),
        ]);
        for (us, trace) in [(Color::White, white), (Color::Black, black)] {
            threats::count(board, us, turn, &attacked, trace);
        }
        traces[turn].add(terms::TEMPO, 0, 1);
    }

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        count_material(pos.board(), terms::MATERIAL, traces);
        traces[pos.turn()].add(terms::TEMPO, 0, 1);
    }

    /// Officers and merchants set the phase.
    fn taper(pos: &Position, _: Pair) -> Taper {
        let count = |role| pos.board().role(role).len() as i32;
        let lesser = count(Role::Knight) + count(Role::Rook);
        Taper::new(lesser + 2 * (count(Role::Archbishop) + count(Role::Merchant)))
    }
}

impl Networked for Chaotic {
    const NAME: &'static str = "chaotic";
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    type HandWritten = LinearEvaluator<Chaotic>;
}

impl Evaluate for Chaotic {
    type Evaluator = NetworkEvaluator<Chaotic>;

    const KINDS: usize = Role::COUNT;
    const MIRROR: PlaneMirror = PlaneMirror::HalfTurn;

    fn planes(pos: &Position, planes: &mut Planes) {
        piece_planes(pos.board(), planes);
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        piece_removals(pos, pos.board(), |pos, piece, square| {
            pos.board.toggle(piece, square);
        })
    }

    #[inline]
    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        let mv = Move::unpack(step);
        let piece = Piece {
            color: pos.turn(),
            role: mv.role,
        };
        history_index(piece, mv.from, mv.to)
    }

    fn victim(pos: &Position, step: Step) -> u8 {
        let captured = see::captured(pos.board(), pos.turn(), Move::unpack(step));
        let roles = captured
            .into_iter()
            .filter_map(|square| pos.board().role_at(square));
        roles.max().map_or(0, |role| role as u8 + 1)
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        move_ordering::score_moves(pos.board(), pos.turn(), stage, steps);
    }

    fn captured_value(pos: &Position, step: Step) -> i32 {
        see::captured_value(pos.board(), pos.turn(), Move::unpack(step))
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        see::see_ge(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    /// Merchants determine the moves of all other pieces.
    fn correction_key(pos: &Position) -> Key {
        let merchants = |color| pos.board().pieces(color, Role::Merchant).0;
        Key::random(merchants(Color::White), merchants(Color::Black))
    }
}
