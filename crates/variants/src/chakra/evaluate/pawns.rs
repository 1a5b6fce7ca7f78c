//! Pawns, and those who wait to return in their place.

use jabberwock_game::Color;

use super::{men::Reach, place, terms};
use crate::{
    board::{Bitboard, File, Rank, attacks},
    chakra::{board::Board, men::Role},
    evaluation::Trace,
};

/// Counts `us`'s pawns and pool. `reach` is his, `attacked` the squares that the enemy attacks.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    reach: &Reach,
    attacked: Bitboard,
    trace: &mut T,
) {
    let ours = board.men(us, Role::Pawn);
    let theirs = board.men(!us, Role::Pawn);
    let files = ours | ours.all_ahead(us) | ours.all_ahead(!us);
    let beside = files.east() | files.west();
    let guarded = attacks::pawns(us, ours);
    trace.add(terms::PAWN_ISOLATED, 0, ours.without(beside).len() as i32);
    trace.add(
        terms::PAWN_DOUBLED,
        0,
        (ours & ours.all_ahead(us)).len() as i32,
    );
    for square in ours {
        trace.add(terms::MATERIAL, Role::Pawn.index(), 1);
        trace.add(terms::PLACE_PAWN, place(square, us), 1);
    }
    for square in ours & (ours.east() | ours.west()) {
        trace.add(terms::PAWN_PHALANX, square.of(us).rank().index(), 1);
    }
    for square in ours & guarded {
        trace.add(terms::PAWN_SUPPORTED, square.of(us).rank().index(), 1);
    }
    let way = theirs.all_ahead(!us);
    let held_up = way | way.east() | way.west() | ours.all_ahead(!us);
    let pool = board.pool(us);
    for square in ours.without(held_up) {
        let rank = square.of(us).rank().index();
        let term = if pool.is_empty() {
            terms::PASSED_VAIN
        } else {
            terms::PASSED_RANK
        };
        trace.add(term, rank, 1);
        if !(board.occupied() | attacked).contains(square.ahead(us)) {
            trace.add(terms::PASSED_FREE, rank, 1);
        }
    }
    if !ours.is_empty() {
        for (index, role) in Role::RETURNING.into_iter().enumerate() {
            let waiting = pool.count(role);
            if waiting > 0 {
                trace.add(terms::POOL, index, waiting as i32);
            }
        }
    }
    transmissions(board, us, reach, trace);
}

/// What pawns can do at once: be transmitted ahead, and promote.
fn transmissions<T: Trace>(board: &Board, us: Color, reach: &Reach, trace: &mut T) {
    let last = Bitboard::rank(Rank::Eighth.of(us));
    let transmitted = reach.steps & reach.transmitter.exits;
    for square in transmitted.without(last) {
        let rank = square.of(us).rank().index();
        trace.add(terms::PAWN_TRANSMITTED, rank, 1);
    }
    let Some(best) = board.pool(us).best() else {
        return;
    };
    let captures = attacks::pawns(us, board.men(us, Role::Pawn)) & board.color(!us);
    let ends = (reach.steps | captures) & last;
    if !ends.is_empty() {
        let index = Role::RETURNING.iter().position(|&role| role == best);
        trace.add(terms::PROMOTION, index.unwrap_or(0), 1);
    }
}

/// Counts the pawns before `us`'s king.
pub(super) fn shelter<T: Trace>(board: &Board, us: Color, trace: &mut T) {
    let king = board.king(us);
    let row = Bitboard::rank(king.rank());
    let not_behind = row | row.all_ahead(us);
    let middle = king.file().index().clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let nearest = |color: Color| {
            let pawns = board.men(color, Role::Pawn) & not_behind & Bitboard::file(*file);
            let seen = if us == Color::White {
                pawns
            } else {
                pawns.flipped()
            };
            seen.first().map_or(0, |square| square.rank().index())
        };
        trace.add(terms::KING_SHELTER, nearest(us), 1);
        trace.add(terms::KING_STORM, nearest(!us), 1);
    }
}
