//! The value of the right to deny over Crazy Chess.

use jabberwock_game::Color;

use crate::{
    crazy::{Crazy, Position},
    denial::evaluate::right::DenialFeatures,
    evaluation::{Features as _, Pair, Taper},
};

impl DenialFeatures for Crazy {
    const DENIAL_NAME: &'static str = "crazy";

    const DENIAL_WEIGHTS: &'static str = concat!(
        include_str!("right.txt"),
        include_str!("../../crazy/weights.txt")
    );

    const DENIAL_NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    fn right_taper(pos: &Position) -> Taper {
        Crazy::taper(pos, Pair::default())
    }

    /// Threats by chains of effects are too many to count.
    fn threats(_: &Position, _: Color) -> usize {
        0
    }

    fn undeniable(_: &Position, _: Color) -> i32 {
        0
    }
}
