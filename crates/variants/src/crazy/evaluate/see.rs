//! Values of captures with their effects, and a static exchange evaluation of one answer.

use jabberwock_game::{Color, Position as _};

use crate::{
    board::Square,
    crazy::{
        board::Board,
        movegen::captures,
        moves::{Move, StepKind},
        piece::Piece,
        position::Position,
        threat::PieceSets,
    },
    fide::Role,
};

/// The value of a piece in exchanges, in centipawns.
pub(super) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Rook => 450,
        Role::Bishop => 350,
        Role::Queen => 600,
        Role::King => 20_000,
    }
}

/// The value of a piece or ghost; a ghost is worth little more than the turn that it lasts.
fn value(piece: Piece) -> i32 {
    if piece.is_ghost() {
        30
    } else {
        piece_value(piece.role())
    }
}

/// The material of `us` less that of the enemy.
fn balance(board: &Board, us: Color) -> i32 {
    let squares = board.occupied().into_iter();
    squares
        .flat_map(|square| board.stack(square))
        .map(|piece| {
            if piece.color() == us {
                value(piece)
            } else {
                -value(piece)
            }
        })
        .sum()
}

/// Whether `mv` captures one piece and has no other effects.
fn is_plain(board: &Board, mv: Move) -> bool {
    let effects = board
        .at(mv.captures_on(), mv.other)
        .is_none_or(|piece| match piece.role() {
            Role::Pawn | Role::Knight => false,
            Role::Rook => board.at(mv.captures_on(), mv.other + 1).is_some(),
            Role::Bishop => !piece.is_ghost(),
            Role::Queen | Role::King => true,
        });
    mv.promotion.is_none() && mv.kind != StepKind::Round && !effects
}

/// Material gained at once by `mv`, effects and promotion included, in centipawns.
pub(super) fn captured_value(pos: &Position, mv: Move) -> i32 {
    let us = pos.turn();
    let board = pos.board();
    if !captures(pos, mv) {
        return mv
            .promotion
            .map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
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
    balance(pos.board(), us) + piece_value(Role::King) * (king(us) - king(!us))
}

/// Whether `mv` gains at least `threshold` centipawns if the enemy answers by the capture of the
/// piece that moved with its least valuable piece.
pub(super) fn see_ge(pos: &Position, mv: Move, threshold: i32) -> bool {
    let us = pos.turn();
    let captured = captured_value(pos, mv);
    if captured < threshold || !mv.last {
        return captured >= threshold;
    }
    let after = made(pos, mv);
    let board = after.board();
    let Some(piece) = board.base(mv.to).filter(|piece| piece.color() == us) else {
        return true;
    };
    // Its load falls with it.
    let at_risk = value(piece);
    if piece.role() == Role::King || captured - at_risk >= threshold {
        return true;
    }
    let Some(attacker) = least_attacker(board, !us, mv.to) else {
        return true;
    };
    // A queen or bishop takes the piece that captures it along.
    let takes_along = matches!(piece.role(), Role::Queen | Role::Bishop) && !piece.is_ghost();
    let defended = takes_along || least_attacker(board, us, mv.to).is_some();
    let recaptured = if defended { attacker } else { 0 };
    captured - at_risk + recaptured >= threshold
}

/// The value of the least valuable piece of `color` that captures on `square`.
fn least_attacker(board: &Board, color: Color, square: Square) -> Option<i32> {
    let sets = PieceSets::of(board, color);
    let attackers = sets.attackers(color, square, board.occupied());
    let meets = |set| attackers.meets(set);
    if attackers.is_empty() {
        None
    } else if meets(sets.pawns) {
        Some(piece_value(Role::Pawn))
    } else if meets(sets.diagonal.without(sets.queens)) {
        Some(piece_value(Role::Bishop))
    } else if meets(sets.knights | sets.straight.without(sets.queens)) {
        Some(piece_value(Role::Rook))
    } else {
        Some(piece_value(Role::Queen))
    }
}
