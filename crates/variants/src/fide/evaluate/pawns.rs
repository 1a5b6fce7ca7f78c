//! Pawn structures, passed pawns, and the pawns in front of kings.

use jabberwock_game::{ByColor, Color};

use super::terms;
use crate::{
    board::{Bitboard, Rank, attacks},
    evaluation::{self, PawnTerms, Trace, files_beside},
    fide::{board::Board, role::Role},
};

const STRUCTURE: PawnTerms = PawnTerms {
    isolated: terms::PAWN_ISOLATED,
    doubled: terms::PAWN_DOUBLED,
    phalanx: terms::PAWN_PHALANX,
    supported: terms::PAWN_SUPPORTED,
};

/// Returns the squares that `color`'s pawns attack or may attack further on.
pub(super) fn attack_span(board: &Board, color: Color) -> Bitboard {
    let ways = board.pieces(color, Role::Pawn).all_ahead(color);
    ways.east() | ways.west()
}

/// Counts `us`'s pawns; returns those that are passed.
pub(super) fn count_structure<T: Trace>(board: &Board, us: Color, trace: &mut T) -> Bitboard {
    let ours = board.pieces(us, Role::Pawn);
    let theirs = board.pieces(!us, Role::Pawn);
    let defended = attacks::pawns(us, ours);
    let their_attacks = attacks::pawns(!us, theirs);
    let held_up = theirs.all_ahead(!us) | attack_span(board, !us);
    let passed = ours.without(held_up).without(ours.all_ahead(!us));

    STRUCTURE.count(ours, us, trace);
    let stopped = (ours.ahead(us) & (their_attacks | theirs)).ahead(!us);
    let backward = stopped.without(attack_span(board, us) | defended) & files_beside(ours);
    trace.add(terms::PAWN_BACKWARD, 0, backward.len() as i32);
    for square in ours {
        trace.add(terms::MATERIAL, Role::Pawn.index(), 1);
        trace.add(terms::PLACE_PAWN, terms::place(square, us), 1);
    }
    for square in passed {
        trace.add(terms::PASSED_RANK, square.of(us).rank().index(), 1);
    }
    passed
}

/// Counts the possible advances of `us`'s `passed` pawns; `attacked` are the squares the enemy
/// attacks.
pub(super) fn count_passed<T: Trace>(
    board: &Board,
    us: Color,
    passed: Bitboard,
    attacked: Bitboard,
    trace: &mut T,
) {
    for square in passed {
        let rank = square.of(us).rank();
        let stop = square.ahead(us);
        if board.occupied().contains(stop) {
            trace.add(terms::PASSED_BLOCKED, rank.index(), 1);
        } else if !attacked.contains(stop) {
            trace.add(terms::PASSED_FREE, rank.index(), 1);
        }
        if rank >= Rank::Fourth {
            let distance = |color| board.king(color).distance(stop) as usize;
            trace.add(terms::PASSED_OWN_KING, distance(us), 1);
            trace.add(terms::PASSED_ENEMY_KING, distance(!us), 1);
        }
    }
}

/// Counts the pawns in front of `us`'s king.
pub(super) fn count_shelter<T: Trace>(board: &Board, us: Color, trace: &mut T) {
    let pawns = ByColor(Color::ALL.map(|color| board.pieces(color, Role::Pawn)));
    let terms = [terms::KING_SHELTER, terms::KING_STORM];
    evaluation::count_shelter(board.king(us), us, pawns, terms, trace);
}
