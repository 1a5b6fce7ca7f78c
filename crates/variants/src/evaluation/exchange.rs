//! Static exchange evaluation: what a series of captures on one square gains.

use jabberwock_game::Color;

/// The men who can still capture on the square of an exchange.
pub trait Swap {
    /// Captures with the least man of `side` and gives what he is worth in centipawns, `None` if no
    /// man can.
    fn take(&mut self, side: Color) -> Option<i32>;
}

/// Whether `mover` does not lose by a move that leaves him `balance` centipawns ahead and puts a man
/// worth `at_risk` on the square, if both sides may stop at any time. What goes on there is looked
/// at only if it matters: `begin` gives the men who can capture after the move.
pub fn exchange_wins<S: Swap>(
    mut balance: i32,
    at_risk: i32,
    mover: Color,
    begin: impl FnOnce() -> S,
) -> bool {
    // What the player who has just captured is ahead by, if the man he put there is lost.
    if balance < 0 {
        return false;
    }
    balance -= at_risk;
    if balance >= 0 {
        return true;
    }
    let mut swap = begin();
    let mut side = !mover;
    while let Some(worth) = swap.take(side) {
        side = !side;
        balance = -balance - 1 - worth;
        if balance >= 0 {
            break;
        }
    }
    side != mover
}
