//! Static evaluation of the FIDE pieces, for every game that uses them.
//!
//! The value is linear in the weights, except for the scaling of drawish endgames.

mod endgames;
pub mod move_ordering;
mod pawn_cache;
mod pawns;
mod pieces;
pub mod planes;
pub mod see;
pub mod terms;
mod threats;

use jabberwock_game::{ByColor, Color};

pub use endgames::mates_lone_king;
pub use pawn_cache::{PawnCache, pawn_key};
pub use pieces::AttackMap;

use super::{board::Board, role::Role};
use crate::{
    board::Bitboard,
    evaluation::{Pair, Sum, Taper, Trace, count_material},
};

/// Returns the taper of a position whose value for White is `total`: some advantages are too small
/// to win.
pub fn taper(board: &Board, total: Pair) -> Taper {
    let strong = if total.end() >= 0 {
        Color::White
    } else {
        Color::Black
    };
    taper_of(board, strong)
}

/// Returns the taper of a position in which `strong` is ahead.
pub fn taper_of(board: &Board, strong: Color) -> Taper {
    unscaled_taper(board).scaled(endgames::scale(board, strong))
}

/// Returns the taper of a game in which no advantage is too small to win.
pub fn unscaled_taper(board: &Board) -> Taper {
    let count = |role| board.role(role).len() as i32;
    let minors = (board.role(Role::Knight) | board.role(Role::Bishop)).len() as i32;
    Taper::new(minors + 2 * count(Role::Rook) + 4 * count(Role::Queen))
}

/// Counts all terms, `turn` being to move; returns the attacks of the pieces.
pub fn count<T: Trace>(board: &Board, turn: Color, traces: &mut ByColor<T>) -> ByColor<AttackMap> {
    let passed = ByColor(Color::ALL.map(|us| pawns::count_structure(board, us, &mut traces[us])));
    count_pieces(board, turn, passed, traces)
}

/// Counts material, tempo, and for the mate of a lone king its square and its distance: the terms
/// to which a network's output is added.
#[inline]
pub fn count_network_base<T: Trace>(board: &Board, turn: Color, traces: &mut ByColor<T>) {
    count_material(board, terms::MATERIAL, traces);
    let is_lone_king_mated = Color::ALL.into_iter().any(|us| mates_lone_king(board, us));
    if is_lone_king_mated {
        for us in Color::ALL {
            pieces::count_squares(board, us, &mut traces[us]);
            endgames::mating(board, us, &mut traces[us]);
        }
    }
    traces[turn].add(terms::TEMPO, 0, 1);
}

/// Sums all terms, using the cache of pawn structures; returns the attacks of the pieces.
pub fn sum(
    board: &Board,
    turn: Color,
    cache: &mut PawnCache,
    sums: &mut ByColor<Sum<'_>>,
) -> ByColor<AttackMap> {
    let passed = cache.sum(board, sums);
    count_pieces(board, turn, passed, sums)
}

/// Counts all terms but the pawn structure, whose passed pawns are given.
#[inline]
fn count_pieces<T: Trace>(
    board: &Board,
    turn: Color,
    passed: ByColor<Bitboard>,
    traces: &mut ByColor<T>,
) -> ByColor<AttackMap> {
    let ByColor([white, black]) = traces;
    let mut attacked = pieces::king_and_pawn_attacks(board);
    pieces::count(board, Color::White, &mut attacked, white);
    pieces::count(board, Color::Black, &mut attacked, black);
    for (us, trace) in [(Color::White, white), (Color::Black, black)] {
        threats::on_king(board, us, &attacked, trace);
        threats::on_pieces(board, us, &attacked, trace);
        pawns::count_shelter(board, us, trace);
        pawns::count_passed(board, us, passed[us], attacked[!us].all, trace);
        endgames::mating(board, us, trace);
    }
    traces[turn].add(terms::TEMPO, 0, 1);
    attacked
}
