//! What a capture with its effects is worth.

use jabberwock_game::{Color, Position as _};

use super::{
    Board, Piece, Position,
    movegen::captures,
    moves::{Move, StepKind},
    threat::Forces,
};
use crate::{board::Square, fide::Role};

/// Worth of a man in exchanges, in centipawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Rook => 450,
        Role::Bishop => 350,
        Role::Queen => 600,
        Role::King => 20_000,
    }
}

/// A man's worth; a ghost is worth little more than the turn that it lasts.
fn value(piece: Piece) -> i32 {
    if piece.is_ghost() {
        30
    } else {
        worth(piece.role())
    }
}

/// What `us` has more than the enemy.
fn balance(board: &Board, us: Color) -> i32 {
    let men = board.occupied().into_iter();
    men.flat_map(|square| board.stack(square))
        .map(|piece| {
            if piece.color() == us {
                value(piece)
            } else {
                -value(piece)
            }
        })
        .sum()
}

/// Whether the capture of the man has effects, or the move any besides a capture.
fn is_plain(board: &Board, mv: Move) -> bool {
    let effects = board
        .at(mv.captures_on(), mv.other)
        .is_none_or(|man| match man.role() {
            Role::Pawn | Role::Knight => false,
            Role::Rook => board.at(mv.captures_on(), mv.other + 1).is_some(),
            Role::Bishop => !man.is_ghost(),
            Role::Queen | Role::King => true,
        });
    mv.promotion.is_none() && mv.kind != StepKind::Round && !effects
}

/// Centipawns gained at once by `mv`, effects and promotion included.
pub(super) fn captured_value(pos: &Position, mv: Move) -> i32 {
    let us = pos.turn();
    let board = pos.board();
    if !captures(pos, mv) {
        return mv
            .promotion
            .map_or(0, |role| worth(role) - worth(Role::Pawn));
    }
    if is_plain(board, mv) {
        return board.at(mv.captures_on(), mv.other).map_or(0, value);
    }
    let after = made(pos, mv);
    balance_with_hand(&after, us) - balance_with_hand(pos, us)
}

fn made(pos: &Position, mv: Move) -> Position {
    let mut after = pos.clone();
    after.make(mv);
    if mv.last {
        after.settle();
        after.promote(mv.promotion.unwrap_or(Role::Queen));
    }
    after
}

/// The balance, the king in hand included.
fn balance_with_hand(pos: &Position, us: Color) -> i32 {
    let king = |color| i32::from(!pos.has_lost(color) && pos.board().king(color).is_none());
    balance(pos.board(), us) + worth(Role::King) * (king(us) - king(!us))
}

/// Whether `mv` gains at least `threshold`, if the enemy answers by the cheapest capture of the man
/// who moved.
pub(super) fn gains_at_least(pos: &Position, mv: Move, threshold: i32) -> bool {
    let us = pos.turn();
    let gained = captured_value(pos, mv);
    if gained < threshold || !mv.last {
        return gained >= threshold;
    }
    let after = made(pos, mv);
    let board = after.board();
    let Some(man) = board.base(mv.to).filter(|man| man.color() == us) else {
        return true;
    };
    // His load falls with him.
    let risk = value(man);
    if man.role() == Role::King || gained - risk >= threshold {
        return true;
    }
    let Some(attacker) = cheapest(board, !us, mv.to) else {
        return true;
    };
    // A queen or bishop takes the captor with her or him.
    let revenge = matches!(man.role(), Role::Queen | Role::Bishop) && !man.is_ghost();
    let guarded = revenge || cheapest(board, us, mv.to).is_some();
    let back = if guarded { attacker } else { 0 };
    gained - risk + back >= threshold
}

/// The worth of the cheapest man of `color` who captures on `square`.
fn cheapest(board: &Board, color: Color, square: Square) -> Option<i32> {
    let forces = Forces::of(board, color);
    let attackers = forces.attackers(color, square, board.occupied());
    let meets = |set| attackers.meets(set);
    if attackers.is_empty() {
        None
    } else if meets(forces.pawns) {
        Some(worth(Role::Pawn))
    } else if meets(forces.diagonal.without(forces.queens)) {
        Some(worth(Role::Bishop))
    } else if meets(forces.knights | forces.straight.without(forces.queens)) {
        Some(worth(Role::Rook))
    } else {
        Some(worth(Role::Queen))
    }
}
