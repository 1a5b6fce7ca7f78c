//! What the pawns are worth by themselves.

use jabberwock_game::Color;

use super::{place, terms};
use crate::{
    board::{Bitboard, File, Rank, attacks},
    evaluation::Trace,
    fide::{Board, Role},
};

/// The squares on the files of `squares`.
pub(super) fn files(squares: Bitboard) -> Bitboard {
    squares.all_ahead(Color::White) | squares.all_ahead(Color::Black) | squares
}

/// The squares that `color`'s pawns attack or may attack further on.
pub(super) fn attack_span(board: &Board, color: Color) -> Bitboard {
    let ways = board.men(color, Role::Pawn).all_ahead(color);
    ways.east() | ways.west()
}

/// Counts `us`'s pawns; returns those that are passed.
pub(super) fn structure<T: Trace>(board: &Board, us: Color, trace: &mut T) -> Bitboard {
    let ours = board.men(us, Role::Pawn);
    let theirs = board.men(!us, Role::Pawn);
    let our_span = attack_span(board, us);
    let guarded = attacks::pawns(us, ours);
    let their_attacks = attacks::pawns(!us, theirs);
    let our_files = files(ours);
    let beside = our_files.east() | our_files.west();
    let held_up = theirs.all_ahead(!us) | attack_span(board, !us);
    let passed = ours.without(held_up).without(ours.all_ahead(!us));

    trace.add(terms::PAWN_ISOLATED, 0, ours.without(beside).len() as i32);
    trace.add(
        terms::PAWN_DOUBLED,
        0,
        (ours & ours.all_ahead(us)).len() as i32,
    );
    let stopped = (ours.ahead(us) & (their_attacks | theirs)).ahead(!us);
    let backward = stopped.without(our_span | guarded) & beside;
    trace.add(terms::PAWN_BACKWARD, 0, backward.len() as i32);
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
    for square in passed {
        trace.add(terms::PASSED_RANK, square.of(us).rank().index(), 1);
    }
    passed
}

/// Counts how far `us`'s `passed` pawns can go; `attacked` are the squares the enemy attacks.
pub(super) fn passed<T: Trace>(
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

/// Counts the pawns before `us`'s king.
pub(super) fn shelter<T: Trace>(board: &Board, us: Color, trace: &mut T) {
    let king = board.king(us);
    let row = Bitboard::rank(king.rank());
    let not_behind = row | row.all_ahead(us);
    let ours = board.men(us, Role::Pawn) & not_behind;
    let theirs = board.men(!us, Role::Pawn) & not_behind;
    let middle = king.file().index().clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let nearest = |pawns: Bitboard| {
            let pawns = pawns & Bitboard::file(*file);
            let seen = if us == Color::White {
                pawns
            } else {
                pawns.flipped()
            };
            seen.first().map_or(0, |square| square.rank().index())
        };
        trace.add(terms::KING_SHELTER, nearest(ours), 1);
        trace.add(terms::KING_STORM, nearest(theirs), 1);
    }
}
