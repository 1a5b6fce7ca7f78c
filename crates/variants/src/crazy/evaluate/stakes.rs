//! What is at stake where denials are laid over this game.

use jabberwock_game::Color;

use crate::{
    crazy::{Crazy, Position},
    denial::Stakes,
    evaluation::Taper,
};

impl Stakes for Crazy {
    fn layered_weights() -> &'static str {
        concat!(
            include_str!("../../denial/right.txt"),
            include_str!("../weights.txt")
        )
    }

    fn taper(pos: &Position) -> Taper {
        super::taper(pos)
    }

    /// Threats of chains of effects are too many to be counted here.
    fn threats(_: &Position, _: Color) -> usize {
        0
    }

    fn undeniable(_: &Position, _: Color) -> i32 {
        0
    }
}
