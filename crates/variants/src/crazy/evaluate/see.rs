//! Values of captures with their effects, and a static evaluation of exchanges with one recapture.

use jabberwock_game::{Color, Position as _};

use super::{
    exchange::Exchange,
    values::{piece_value, value},
};
use crate::{
    board::Bitboard,
    crazy::{
        board::Board,
        effects::has_effects,
        moves::{Move, StepKind},
        position::Position,
        pseudo::captures,
    },
    fide::Role,
};

/// Returns the material of `us` less that of the enemy on `squares`.
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
    let on = mv.captures_on();
    let piece = board.at(on, mv.other);
    let effects = piece.is_some_and(|piece| has_effects(board, piece, on, mv.other));
    mv.promotion.is_none() && mv.kind != StepKind::Round && !effects
}

/// Returns the immediate material gain of `mv`, including effects and promotion, in centipawns.
pub(super) fn captured_value(pos: &Position, mv: Move) -> i32 {
    let board = pos.board();
    if !captures(pos, mv) {
        return mv
            .promotion
            .map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    }
    if is_plain(board, mv) {
        return board.at(mv.captures_on(), mv.other).map_or(0, value);
    }
    let exchange = Exchange::of(pos, mv);
    exchange.map_or_else(|| gain(pos, &made(pos, mv)), |exchange| exchange.captured)
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

/// Returns the gain of material balance of the player to move `before` from one position to the
/// other, including a king in hand.
fn gain(before: &Position, after: &Position) -> i32 {
    let us = before.turn();
    let changed = before.board().changed(after.board());
    let balance = |pos: &Position| balance(pos.board(), us, changed) + in_hand(pos, us);
    balance(after) - balance(before)
}

/// Returns the value of the king in hand, which is on no square.
fn in_hand(pos: &Position, us: Color) -> i32 {
    let king = |color| i32::from(!pos.has_lost(color) && pos.board().king(color).is_none());
    piece_value(Role::King) * (king(us) - king(!us))
}

/// Whether `mv` gains at least `threshold` centipawns if the enemy captures the moved piece with
/// its least valuable piece.
pub(super) fn see_ge(pos: &Position, mv: Move, threshold: i32) -> bool {
    let (board, us) = (pos.board(), pos.turn());
    if !mv.last || !captures(pos, mv) || is_plain(board, mv) {
        let captured = captured_value(pos, mv);
        if captured < threshold || !mv.last || captured - greatest_risk(pos, mv) >= threshold {
            return captured >= threshold;
        }
    }
    if let Some(exchange) = Exchange::of(pos, mv) {
        return exchange.is_won(board, us, mv.to, threshold);
    }
    let after = made(pos, mv);
    exchange_after(pos, mv, &after).is_won(after.board(), us, mv.to, threshold)
}

/// Returns the exchange after `mv`, which leads from `pos` to `after`.
fn exchange_after(pos: &Position, mv: Move, after: &Position) -> Exchange {
    let captured = if !captures(pos, mv) || is_plain(pos.board(), mv) {
        captured_value(pos, mv)
    } else {
        gain(pos, after)
    };
    Exchange::after(after, pos.turn(), mv.to, captured)
}

/// Returns the maximum value of the own piece on the target square of `mv`, which captures at most
/// one piece without effects.
fn greatest_risk(pos: &Position, mv: Move) -> i32 {
    let role = if mv.jump || pos.board().loaded().contains(mv.to) {
        Role::Rook
    } else if let Some(role) = mv.promotion {
        role
    } else if mv.kind == StepKind::Link {
        Role::Pawn
    } else {
        pos.moving_role(mv)
    };
    piece_value(role)
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Position as _, Variant};
    use rand::{SeedableRng, rngs::StdRng};

    use super::{Exchange, exchange_after, made};
    use crate::crazy::{Crazy, moves::Move, position::Position, tests::random_text};

    /// Compares the results of [`Exchange::of`] with those found by making the steps, for last
    /// steps and those that begin turns. Returns the number of steps compared.
    fn compare(pos: &Position, text: &str) -> usize {
        let mut steps = Vec::new();
        pos.generate_all(&mut steps);
        let mut told = 0;
        for step in steps {
            let mv = Move::unpack(step);
            if !mv.last {
                let mut after = pos.clone();
                after.play(step);
                told += compare(&after, text);
            }
            let Some(exchange) = Exchange::of(pos, mv) else {
                continue;
            };
            told += 1;
            let (us, after) = (pos.turn(), made(pos, mv));
            let expected = exchange_after(pos, mv, &after);
            assert_eq!(exchange.captured, expected.captured, "{text}: {mv:?}");
            for threshold in [-600, -449, -320, -100, -30, 0, 30, 150, 420, 1_000] {
                assert_eq!(
                    exchange.is_won(pos.board(), us, mv.to, threshold),
                    expected.is_won(after.board(), us, mv.to, threshold),
                    "{text}: {mv:?}, {threshold}"
                );
            }
        }
        told
    }

    #[test]
    fn exchanges_are_told_as_if_the_step_were_made() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut told = 0;
        for _ in 0..10_000 {
            let text = random_text(&mut rng);
            if let Ok(pos) = Crazy.parse(&text) {
                told += compare(&pos, &text);
            }
        }
        assert!(told > 40_000, "{told}");
    }
}
