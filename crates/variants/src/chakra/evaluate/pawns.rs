//! Pawns, and captured pieces that may return in their place.

use jabberwock_game::{ByColor, Color};

use super::{pieces::TransmittedAttacks, terms};
use crate::{
    board::{Bitboard, Rank, attacks},
    chakra::{board::Board, role::Role},
    evaluation::{PawnTerms, Trace, count_shelter},
};

const STRUCTURE: PawnTerms = PawnTerms {
    isolated: terms::PAWN_ISOLATED,
    doubled: terms::PAWN_DOUBLED,
    phalanx: terms::PAWN_PHALANX,
    supported: terms::PAWN_SUPPORTED,
};

/// Counts `us`'s pawns and pool, and the pawns in front of its king.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<TransmittedAttacks>,
    trace: &mut T,
) {
    let pawns = ByColor(Color::ALL.map(|color| board.pieces(color, Role::Pawn)));
    STRUCTURE.count(pawns[us], us, trace);
    for square in pawns[us] {
        trace.add(terms::MATERIAL, Role::Pawn.index(), 1);
        trace.add(terms::PLACE_PAWN, terms::place(square, us), 1);
    }
    count_passed(board, us, attacked[!us].map.all, trace);
    let pool = board.pool(us);
    if !pawns[us].is_empty() {
        for (index, role) in Role::RETURNING.into_iter().enumerate() {
            let waiting = pool.count(role);
            if waiting > 0 {
                trace.add(terms::POOL, index, waiting as i32);
            }
        }
    }
    count_transmissions(board, us, &attacked[us], trace);
    let shelter = [terms::KING_SHELTER, terms::KING_STORM];
    count_shelter(board.king(us), us, pawns, shelter, trace);
}

/// Counts `us`'s passed pawns; `attacked` are the squares that the enemy attacks.
fn count_passed<T: Trace>(board: &Board, us: Color, attacked: Bitboard, trace: &mut T) {
    let ours = board.pieces(us, Role::Pawn);
    let way = board.pieces(!us, Role::Pawn).all_ahead(!us);
    let held_up = way | way.east() | way.west() | ours.all_ahead(!us);
    let term = if board.pool(us).is_empty() {
        terms::PASSED_VAIN
    } else {
        terms::PASSED_RANK
    };
    for square in ours.without(held_up) {
        let rank = square.of(us).rank().index();
        trace.add(term, rank, 1);
        if !(board.occupied() | attacked).contains(square.ahead(us)) {
            trace.add(terms::PASSED_FREE, rank, 1);
        }
    }
}

/// Counts pawns that can be transmitted forward or promote immediately.
fn count_transmissions<T: Trace>(
    board: &Board,
    us: Color,
    ours: &TransmittedAttacks,
    trace: &mut T,
) {
    let last = Bitboard::rank(Rank::Eighth.of(us));
    let transmitted = ours.pawn_steps & ours.transmitter.exits;
    for square in transmitted.without(last) {
        let rank = square.of(us).rank().index();
        trace.add(terms::PAWN_TRANSMITTED, rank, 1);
    }
    let Some(best) = board.pool(us).best() else {
        return;
    };
    let captures = attacks::pawns(us, board.pieces(us, Role::Pawn)) & board.color(!us);
    let ends = (ours.pawn_steps | captures) & last;
    if !ends.is_empty() {
        let index = Role::RETURNING.iter().position(|&role| role == best);
        trace.add(terms::PROMOTION, index.unwrap_or(0), 1);
    }
}
