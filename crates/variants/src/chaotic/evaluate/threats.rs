//! Threats to men and kings.

use jabberwock_game::Color;

use super::{men::Reach, terms};
use crate::{
    board::{Bitboard, Square, attacks},
    chaotic::{Board, Role},
    evaluation::{EvalTerm, Trace},
};

/// Counts what `us` threatens; `turn` is to move.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    turn: Color,
    ours: &Reach,
    theirs: &Reach,
    trace: &mut T,
) {
    on_men(board, us, ours, theirs, trace);
    backstabs(board, us, turn, trace);
    if let Some(king) = board.king(!us) {
        on_king(board, king, ours, theirs, trace);
        siege(board, us, king, trace);
    }
    if let Some(king) = board.king(us) {
        shelter(board, us, king, trace);
    }
}

fn on_men<T: Trace>(board: &Board, us: Color, ours: &Reach, theirs: &Reach, trace: &mut T) {
    let enemies = board.color(!us);
    let pawns = board.role(Role::Pawn);
    let attacked = enemies & (ours.men.without(pawns) | ours.pawns & pawns);
    let hanging = attacked.without(theirs.men);
    let [knights, rooks, _] = ours.by;
    for role in [
        Role::Pawn,
        Role::Merchant,
        Role::Knight,
        Role::Rook,
        Role::Archbishop,
    ] {
        let men = attacked & board.role(role);
        if men.is_empty() {
            continue;
        }
        let lesser = match role {
            Role::Merchant | Role::Archbishop => knights | rooks,
            Role::Rook => knights,
            _ => Bitboard::EMPTY,
        };
        let index = role.index();
        trace.add(terms::THREAT_HANGING, index, (men & hanging).len() as i32);
        let guarded = (men & lesser).without(hanging).len() as i32;
        trace.add(terms::THREAT_LESSER, index, guarded);
    }
}

fn backstabs<T: Trace>(board: &Board, us: Color, turn: Color, trace: &mut T) {
    let stabs = board.stabs(us);
    if stabs.is_empty() {
        return;
    }
    if stabs.meets(board.role(Role::King)) {
        trace.add(terms::BACKSTAB_KING, usize::from(us != turn), 1);
    }
    for (index, role) in [Role::Merchant, Role::Knight, Role::Rook, Role::Archbishop]
        .into_iter()
        .enumerate()
    {
        let men = (stabs & board.role(role)).len() as i32;
        trace.add(terms::BACKSTAB_MAN, index, men);
    }
}

fn on_king<T: Trace>(board: &Board, king: Square, ours: &Reach, theirs: &Reach, trace: &mut T) {
    let units = ours.units.min(terms::KING_DANGER.len - 1);
    trace.add(terms::KING_DANGER, units, 1);
    let occupied = board.occupied();
    let free = !(occupied | theirs.men);
    let [knights, rooks, archbishops] = ours.by;
    let leaps = attacks::knight(king);
    let checks = [
        leaps & knights,
        attacks::rook(king, occupied) & rooks,
        (leaps | attacks::bishop(king, occupied)) & archbishops,
    ];
    for (index, squares) in checks.into_iter().enumerate() {
        trace.add(terms::KING_CHECK, index, (squares & free).len() as i32);
    }
}

/// The steps that two of `us`'s merchants are away from both sides of `king`. Squares that are taken
/// cost more.
fn siege<T: Trace>(board: &Board, us: Color, king: Square, trace: &mut T) {
    const TAKEN: u32 = 3;
    let merchants = board.men(us, Role::Merchant);
    let taken = board.occupied().without(merchants);
    let mut least = u32::MAX;
    if merchants.is_several() {
        let [north, south, east, west] = Bitboard::of(king).shifted();
        for (one, other) in [(north, south), (east, west)] {
            if one.is_empty() || other.is_empty() {
                continue;
            }
            let obstacles = ((one | other) & taken).len() * TAKEN;
            let (one, other) = (one.sole(), other.sole());
            for first in merchants {
                for second in merchants.without(Bitboard::of(first)) {
                    let steps = first.distance(one) + second.distance(other);
                    least = least.min(steps + obstacles);
                }
            }
        }
    }
    let never = terms::MERCHANT_SIEGE.len - 1;
    let index = if least == u32::MAX {
        never
    } else {
        (least as usize).min(never - 1)
    };
    trace.add(terms::MERCHANT_SIEGE, index, 1);
}

/// What is around `us`'s own king.
fn shelter<T: Trace>(board: &Board, us: Color, king: Square, trace: &mut T) {
    let occupied = board.occupied();
    let lines = attacks::queen(king, occupied).without(occupied);
    let mut add = |term: EvalTerm, count: u32| {
        let index = (count as usize).min(term.len - 1);
        trace.add(term, index, 1);
    };
    add(terms::KING_LINES, lines.len());
    add(
        terms::KING_GUARD,
        (attacks::king(king) & board.color(us)).len(),
    );
    let merchants = board.men(us, Role::Merchant);
    if merchants.meets(Bitboard::of(king).beside()) {
        trace.add(terms::KING_MERCHANT, 0, 1);
    }
}
