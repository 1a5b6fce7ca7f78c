//! Threats to pieces and kings.

use jabberwock_game::{ByColor, Color};

use super::{pieces::ActiveAttacks, terms};
use crate::{
    board::{Bitboard, Square, attacks},
    chaotic::{board::Board, role::Role},
    evaluation::Trace,
};

/// Counts the threats of `us`; `turn` is to move.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    turn: Color,
    attacked: &ByColor<ActiveAttacks>,
    trace: &mut T,
) {
    let (ours, theirs) = (&attacked[us], &attacked[!us]);
    on_pieces(board, us, ours, theirs, trace);
    backstabs(board, us, turn, trace);
    if let Some(king) = board.king(!us) {
        on_king(board, king, ours, theirs, trace);
        siege(board, us, king, trace);
    }
    if let Some(king) = board.king(us) {
        shelter(board, us, king, trace);
    }
}

fn on_pieces<T: Trace>(
    board: &Board,
    us: Color,
    ours: &ActiveAttacks,
    theirs: &ActiveAttacks,
    trace: &mut T,
) {
    let enemies = board.color(!us);
    let pawns = board.role(Role::Pawn);
    let attacked = enemies & (ours.pieces.without(pawns) | ours.pawns & pawns);
    let hanging = attacked.without(theirs.pieces);
    let [knights, rooks, _] = ours.by;
    for role in [
        Role::Pawn,
        Role::Merchant,
        Role::Knight,
        Role::Rook,
        Role::Archbishop,
    ] {
        let targets = attacked & board.role(role);
        if targets.is_empty() {
            continue;
        }
        let lesser = match role {
            Role::Merchant | Role::Archbishop => knights | rooks,
            Role::Rook => knights,
            _ => Bitboard::EMPTY,
        };
        let index = role.index();
        trace.add(
            terms::THREAT_HANGING,
            index,
            (targets & hanging).len() as i32,
        );
        let defended = (targets & lesser).without(hanging).len() as i32;
        trace.add(terms::THREAT_LESSER, index, defended);
    }
}

fn backstabs<T: Trace>(board: &Board, us: Color, turn: Color, trace: &mut T) {
    let backstab_victims = board.backstab_victims(us);
    if backstab_victims.is_empty() {
        return;
    }
    if backstab_victims.intersects(board.role(Role::King)) {
        trace.add(terms::BACKSTAB_KING, usize::from(us != turn), 1);
    }
    for (index, role) in [Role::Merchant, Role::Knight, Role::Rook, Role::Archbishop]
        .into_iter()
        .enumerate()
    {
        let count = (backstab_victims & board.role(role)).len() as i32;
        trace.add(terms::BACKSTAB_PIECE, index, count);
    }
}

fn on_king<T: Trace>(
    board: &Board,
    king: Square,
    ours: &ActiveAttacks,
    theirs: &ActiveAttacks,
    trace: &mut T,
) {
    trace.bucket(terms::KING_DANGER, ours.king_attack_units);
    let occupied = board.occupied();
    let free = !(occupied | theirs.pieces);
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

/// Counts the steps that two of `us`'s merchants need to opposite sides of `king`. Occupied squares
/// cost more.
fn siege<T: Trace>(board: &Board, us: Color, king: Square, trace: &mut T) {
    const TAKEN: u32 = 3;
    let merchants = board.pieces(us, Role::Merchant);
    let taken = board.occupied().without(merchants);
    let mut least = u32::MAX;
    if merchants.more_than_one() {
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

/// Counts the terms of the surroundings of `us`'s own king.
fn shelter<T: Trace>(board: &Board, us: Color, king: Square, trace: &mut T) {
    let occupied = board.occupied();
    let lines = attacks::queen(king, occupied).without(occupied);
    trace.bucket(terms::KING_LINES, lines.len() as usize);
    let around = attacks::king(king) & board.color(us);
    trace.bucket(terms::KING_GUARD, around.len() as usize);
    let merchants = board.pieces(us, Role::Merchant);
    if merchants.intersects(Bitboard::of(king).beside()) {
        trace.add(terms::KING_MERCHANT, 0, 1);
    }
}
