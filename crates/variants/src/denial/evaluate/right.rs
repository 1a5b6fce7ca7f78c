//! The value of the right to deny.

use jabberwock_game::{ByColor, Color, Position as _};

use crate::{
    denial::{base::Base, layer::Layer, position::Position},
    evaluation::{EvalTerm, Features, Networked, Pair, Taper, TermSet, Trace, terms},
};

/// The declarations of a base game for the evaluation of the right to deny.
pub trait DenialFeatures: Base + Networked {
    /// The name of the game with denials in the files of its networks.
    const DENIAL_NAME: &'static str;

    /// The weights of the game with denials: those of the right, then those of the base game.
    const DENIAL_WEIGHTS: &'static str;

    /// The network of the game with denials; `None` if it has none.
    const DENIAL_NETWORK: Option<&'static [u8]> = None;

    /// Returns the taper of the right's value.
    fn right_taper(pos: &Self::Position) -> Taper;

    /// Returns the number of enemy pieces that `us` threatens to win.
    fn threats(pos: &Self::Position, us: Color) -> usize;

    /// Returns the number of `us`'s pieces whose moves cannot be denied.
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
    /// The next turn of the player without the right cannot be denied.
    IMMUNE = "right.immune" [1];
    /// Pieces of the player without the right whose moves cannot be denied.
    UNDENIABLE = "right.undeniable" [1];
}

/// The terms of the right alone; the base game's evaluation is added.
impl<B: DenialFeatures> Features for Layer<B> {
    const TERMS: TermSet = TermSet::new(&[ALL]);
    const WEIGHTS: &'static str = B::DENIAL_WEIGHTS;

    type Cache = ();

    fn count<T: Trace>(pos: &Position<B>, traces: &mut ByColor<T>) {
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

    /// None: the network replaces all terms of the right.
    fn count_network_base<T: Trace>(_: &Position<B>, _: &mut ByColor<T>) {}

    fn taper(pos: &Position<B>, _: Pair) -> Taper {
        B::right_taper(pos.now())
    }
}
