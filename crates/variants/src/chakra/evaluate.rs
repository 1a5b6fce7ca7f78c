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
    ByColor, Color, Evaluate, HistoryIndex, Key, Planes, Position as _, Removal, Scored, Stage,
    Step,
};

use super::{Chakra, board::Mode, moves::Move, position::Position, role::Role};
use crate::{
    board::Bitboard,
    evaluation::{
        Features, LinearEvaluator, NetworkEvaluator, Networked, Pair, Taper, TermSet, Trace,
        count_material, piece_planes, piece_removals,
    },
};

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

    fn count_network_base<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
        count_material(pos.board(), terms::MATERIAL, traces);
        traces[pos.turn()].add(terms::TEMPO, 0, 1);
    }

    fn taper(pos: &Position, _: Pair) -> Taper {
        let count = |role| pos.board().role(role).len() as i32;
        let minors = count(Role::Ape) + count(Role::Courtesan);
        let majors = count(Role::Monk) + count(Role::Samurai);
        Taper::new(minors + 2 * majors + 4 * count(Role::Queen))
    }
}

impl Networked for Chakra {
    const NAME: &'static str = "chakra";
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    type HandWritten = LinearEvaluator<Chakra>;
}

/// The kinds after those of pieces: chakras by their mode, and pools.
const KNIGHT_MODE: usize = Role::COUNT;
const KING_MODE: usize = Role::COUNT + 1;
const POOL: usize = Role::COUNT + 2;

impl Evaluate for Chakra {
    type Evaluator = NetworkEvaluator<Chakra>;

    const KINDS: usize = Role::COUNT + 3;
    const KINDS_ON_SQUARES: usize = POOL;

    fn planes(pos: &Position, planes: &mut Planes) {
        let board = pos.board();
        piece_planes(board, planes);
        for color in Color::ALL {
            for role in Role::ALL {
                for waiting in 0..board.pool(color).count(role) {
                    let number = 2 * role.index() as u32 + waiting;
                    planes.add_number(POOL, color, number);
                }
            }
            for square in board.chakras(color) {
                let kind = match board.mode(square) {
                    Mode::Knight => KNIGHT_MODE,
                    Mode::King => KING_MODE,
                };
                planes.add(kind, color, Bitboard::of(square).0);
            }
        }
    }

    fn wings_are_alike(_: &Position) -> bool {
        true
    }

    fn removals(pos: &Position) -> Vec<Removal<Position>> {
        piece_removals(pos, pos.board(), |pos, piece, square| {
            pos.board.toggle(piece, square);
        })
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
        move_ordering::score_moves(pos.board(), pos.turn(), stage, steps);
    }

    fn captured_value(_: &Position, step: Step) -> i32 {
        see::captured_value(Move::unpack(step))
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        see::see_ge(pos.board(), pos.turn(), Move::unpack(step), threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        let pawns = |color| pos.board().pieces(color, Role::Pawn).0;
        Key::random(pawns(Color::White), pawns(Color::Black))
    }
}
