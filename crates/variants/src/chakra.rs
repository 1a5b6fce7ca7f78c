//! Chakra (`docs/rules/chakra.md`): each side has a Transmitter, two chakras between which its
//! pieces can be transmitted.

mod attack;
pub mod board;
mod evaluate;
mod movegen;
pub mod moves;
mod notation;
pub mod pool;
mod position;
pub mod role;
mod rules;
mod scene;
mod taps;
#[cfg(test)]
mod tests;
mod xboard;

use jabberwock_game::{
    Caption, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, Variant,
};

pub use position::Position;
pub(crate) use xboard::LAYOUT as XBOARD;

use crate::board::profile;
use role::Role;

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chakra {
    /// Whether pawns on their second rank have a double step (chakra C7).
    double_steps: bool,
}

impl Chakra {
    /// The game of 1980.
    pub const CLASSIC: Chakra = Chakra { double_steps: true };
    /// The later game, without the pawn's double step.
    pub const MODERN: Chakra = Chakra {
        double_steps: false,
    };
}

impl Variant for Chakra {
    type Position = Position;

    /// Adds slots for moves of chakras and captures of Transmitters.
    const PROFILE: Profile = Profile {
        piece_to_slots: 18 * 64,
        victim_slots: 9,
        params: include_str!("chakra/search.txt"),
        ..profile(Role::COUNT)
    };

    const START: &'static str =
        "acmqksca/1pppppp1/8/8/8/8/1PPPPPP1/ACMQKSCA w a2n,h2n/a7n,h7n - 0 1";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        notation::parse(text, self.double_steps)
    }

    fn text(&self, pos: &Position) -> String {
        notation::text(pos)
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        notation::parse_turn(pos, text)
    }

    fn turn_text(&self, _: &Position, turn: &[Step]) -> String {
        notation::turn_text(turn)
    }

    fn scene(&self, pos: &Position) -> Scene {
        scene::scene(pos)
    }

    fn step_taps(&self, _: &Position, _: &[Step], step: Step) -> Vec<Vec<Tap>> {
        vec![taps::taps(step)]
    }

    fn caption(&self, _: &Position, _: &[Tap], tap: &Tap) -> Caption {
        taps::caption(tap)
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
