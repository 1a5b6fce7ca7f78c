//! What the right to deny is worth.

use jabberwock_game::{ByColor, Color, Evaluate, Position as _};

use crate::{
    denial::{base::Base, position::Position},
    evaluation::{EvalTerm, Taper, Trace, terms},
};

/// A base game that says what is at stake in its positions.
pub trait Stakes: Base + Evaluate {
    /// The weights of the game with denials: those of the terms below, then the base's.
    fn layered_weights() -> &'static str;

    /// From the opening to the endgame.
    fn taper(pos: &Self::Position) -> Taper;

    /// How many of his enemy's men `us` threatens to win.
    fn threats(pos: &Self::Position, us: Color) -> usize;

    /// How many men `us` has whose moves cannot be denied.
    fn undeniable(pos: &Self::Position, us: Color) -> i32;
}

terms! {
    from 0;
    /// The right: held by the player to move, or by the other one.
    HELD = "right.held" [2];
    /// The right against one, two, ... threats.
    THREATS = "right.threats" [4];
    /// The last turn can be denied now.
    NOW = "right.now" [1];
    /// The player without the right cannot be denied his next turn.
    IMMUNE = "right.immune" [1];
    /// Men of the player without the right whose moves cannot be denied.
    UNDENIABLE = "right.undeniable" [1];
}

/// Counts what the right is worth to its holder and its absence to the other player.
pub(super) fn count<B: Stakes, T: Trace>(pos: &Position<B>, traces: &mut ByColor<T>) {
    let right = pos.right();
    let holder = right.holder;
    let trace = &mut traces[holder];
    trace.add(HELD, usize::from(holder != pos.turn()), 1);
    let threats = B::threats(pos.now(), !holder).min(THREATS.len);
    if threats > 0 {
        trace.add(THREATS, threats - 1, 1);
    }
    if pos.deniable().is_some() {
        trace.add(NOW, 0, 1);
    }
    let trace = &mut traces[!holder];
    if right.immune {
        trace.add(IMMUNE, 0, 1);
    }
    trace.add(UNDENIABLE, 0, B::undeniable(pos.now(), !holder));
}
