//! What the right to deny is worth over Crazy Chess.

use jabberwock_game::Color;

use crate::{
    crazy::{self, Crazy, Position},
    denial::evaluate::stakes::Stakes,
    evaluation::Taper,
};

impl Stakes for Crazy {
    fn layered_weights() -> &'static str {
        concat!(
            include_str!("right.txt"),
            include_str!("../../crazy/weights.txt")
        )
    }

    fn taper(pos: &Position) -> Taper {
        crazy::taper(pos)
    }

    /// Threats of chains of effects are too many to be counted here.
    fn threats(_: &Position, _: Color) -> usize {
        0
    }

    fn undeniable(_: &Position, _: Color) -> i32 {
        0
    }
}
