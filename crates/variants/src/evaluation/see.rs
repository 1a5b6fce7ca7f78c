//! Static exchange evaluation: the gain of a series of captures on one square.

use jabberwock_game::Color;

use crate::board::{Bitboard, PieceKind, Pieces};

/// An exchange: the pieces of both sides that can still capture on its square.
pub trait Exchange {
    /// Captures with the least valuable piece of `side`; returns the value of that piece in
    /// centipawns, `None` if no piece can capture.
    fn capture(&mut self, side: Color) -> Option<i32>;
}

/// Whether `mover` loses nothing by a move that gains `margin` centipawns more than required and
/// puts a piece worth `at_risk` on the square, if both sides may stop capturing at any time.
/// `begin` returns the exchange after the move; it is only called if the recaptures matter.
#[inline]
pub fn exchange_ge<E: Exchange>(
    margin: i32,
    at_risk: i32,
    mover: Color,
    begin: impl FnOnce() -> E,
) -> bool {
    if margin < 0 {
        return false;
    }
    // The balance of the side that has just captured if it loses the capturing piece.
    let mut balance = margin - at_risk;
    if balance >= 0 {
        return true;
    }
    let mut exchange = begin();
    let mut side = !mover;
    while let Some(value) = exchange.capture(side) {
        side = !side;
        balance = -balance - 1 - value;
        if balance >= 0 {
            break;
        }
    }
    side != mover
}

/// Returns the least valuable piece of `side` among the `attackers` of a square, and its square;
/// `order` has the kinds that can capture, by value. `None` if there is none, or only a king while
/// the other side attacks too: a king does not move to an attacked square.
#[inline]
pub fn least_captor<R: PieceKind>(
    pieces: &Pieces<R>,
    attackers: Bitboard,
    side: Color,
    order: &[R],
) -> Option<(R, Bitboard)> {
    let ours = attackers & pieces.color(side);
    let mut order = order.iter().copied();
    let role = order.find(|&role| ours.intersects(pieces.role(role)))?;
    if role == R::KING && attackers.intersects(pieces.color(!side)) {
        return None;
    }
    Some((role, Bitboard::of((ours & pieces.role(role)).sole())))
}
