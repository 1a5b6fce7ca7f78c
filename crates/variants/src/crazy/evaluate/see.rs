//! Values of captures with their effects, and a static exchange evaluation of one answer.

use jabberwock_game::{Color, Position as _};

use crate::{
    board::{Bitboard, Square},
    crazy::{
        board::Board,
        moves::{Move, StepKind},
        piece::Piece,
        position::Position,
        pseudo::captures,
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

/// The material of `us` less that of the enemy on `squares`.
fn balance(board: &Board, us: Color, squares: Bitboard) -> i32 {
    squares
        .into_iter()
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
    gain(pos, &made(pos, mv), us)
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

/// What the material of `us`, less that of the enemy, grows by from one position to the other, the
/// king in hand included.
fn gain(before: &Position, after: &Position, us: Color) -> i32 {
    let changed = before.board().changed(after.board());
    let balance = |pos: &Position| balance(pos.board(), us, changed) + in_hand(pos, us);
    balance(after) - balance(before)
}

/// The value of the king in hand, which is on no square.
fn in_hand(pos: &Position, us: Color) -> i32 {
    let king = |color| i32::from(!pos.has_lost(color) && pos.board().king(color).is_none());
    piece_value(Role::King) * (king(us) - king(!us))
}

/// Whether `mv` gains at least `threshold` centipawns if the enemy answers by the capture of the
/// piece that moved with its least valuable piece.
pub(super) fn see_ge(pos: &Position, mv: Move, threshold: i32) -> bool {
    let us = pos.turn();
    let board = pos.board();
    if !mv.last || !captures(pos, mv) || is_plain(board, mv) {
        let captured = captured_value(pos, mv);
        if captured < threshold || !mv.last {
            return captured >= threshold;
        }
        let exchange = Exchange {
            us,
            mv,
            captured,
            threshold,
        };
        if let Some(piece) = plain_mover(pos, mv) {
            let from = Bitboard::of(mv.from);
            let occupied = board.occupied().without(from) | Bitboard::of(mv.to);
            return exchange.is_won(board, piece, occupied);
        }
        return exchange.is_won_after(&made(pos, mv));
    }
    let after = made(pos, mv);
    let captured = gain(pos, &after, us);
    let exchange = Exchange {
        us,
        mv,
        captured,
        threshold,
    };
    captured >= threshold && exchange.is_won_after(&after)
}

/// The piece that makes `mv`, which captures at most one piece without effects, if nothing else
/// changes on the board.
fn plain_mover(pos: &Position, mv: Move) -> Option<Piece> {
    let board = pos.board();
    let is_plain = mv.kind == StepKind::Go
        && !mv.jump
        && mv.promotion.is_none()
        && pos.at_turn_start()
        && !board.may_have_ghosts()
        && !board.loaded().contains(mv.from);
    let piece = board.base(mv.from).filter(|_| is_plain)?;
    let en_passant = piece.role() == Role::Pawn && pos.double_steps().passed().contains(mv.to);
    (!en_passant).then_some(piece)
}

/// An exchange on the square where a move ends.
struct Exchange {
    us: Color,
    mv: Move,
    /// What the move gains at once.
    captured: i32,
    threshold: i32,
}

impl Exchange {
    fn is_won_after(&self, after: &Position) -> bool {
        let board = after.board();
        let piece = board.base(self.mv.to);
        match piece.filter(|piece| piece.color() == self.us) {
            Some(piece) => self.is_won(board, piece, board.occupied()),
            None => true,
        }
    }

    /// Whether the move of `piece` gains enough. The piece may still be where it comes from; `occupied`
    /// is as after the move.
    fn is_won(&self, board: &Board, piece: Piece, occupied: Bitboard) -> bool {
        let Exchange {
            us,
            mv,
            captured,
            threshold,
        } = *self;
        // Its load falls with it.
        let at_risk = value(piece);
        if piece.role() == Role::King || captured - at_risk >= threshold {
            return true;
        }
        let least = |color| least_attacker(board, color, mv.to, occupied);
        let Some(attacker) = least(!us) else {
            return true;
        };
        // A queen or bishop takes the piece that captures it along.
        let takes_along = matches!(piece.role(), Role::Queen | Role::Bishop) && !piece.is_ghost();
        let defended = takes_along || least(us).is_some();
        let recaptured = if defended { attacker } else { 0 };
        captured - at_risk + recaptured >= threshold
    }
}

/// The value of the least valuable piece of `color` on `occupied` squares that captures on `square`.
fn least_attacker(board: &Board, color: Color, square: Square, occupied: Bitboard) -> Option<i32> {
    let sets = PieceSets::of(board, color);
    let attackers = sets.attackers(color, square, occupied) & occupied;
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
