//! Hop Chess (`docs/rules/hop.md`): after every move the player puts a hopper on an empty square,
//! and a piece that lands on a hopper moves on.
//!
//! A turn is two steps, the piece's move and the placement.

mod attack;
mod evaluate;
mod movegen;
mod moves;
mod notation;
mod position;
mod reach;
mod routes;
mod rules;
mod scene;
mod taps;
#[cfg(test)]
mod tests;
mod xboard;

use jabberwock_game::{
    Caption, Layer, Position as _, PositionError, Profile, Scene, Step, Tap, Turn, TurnError,
    Variant,
};

pub use position::Position;
pub(crate) use xboard::LAYOUT as XBOARD;

use crate::{
    board::profile,
    fide::{Role, promotion_caption},
};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Hop;

impl Variant for Hop {
    type Position = Position;

    /// Adds slots for the hoppers.
    const PROFILE: Profile = Profile {
        step_depth: &[1, 0],
        butterfly_slots: 2 * 64 * 64 + 2 * 64,
        piece_to_slots: 14 * 64,
        continuations: &[1, 2, 3, 4],
        params: include_str!("hop/search.txt"),
        ..profile(Role::COUNT)
    };

    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        notation::parse(text)
    }

    fn text(&self, pos: &Position) -> String {
        notation::text(pos)
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        notation::parse_turn(pos, text)
    }

    fn turn_text(&self, pos: &Position, turn: &[Step]) -> String {
        notation::turn_text(pos, turn)
    }

    fn scene(&self, pos: &Position) -> Scene {
        scene::scene(pos)
    }

    fn step_taps(&self, pos: &Position, _: &[Step], step: Step) -> Vec<Vec<Tap>> {
        taps::taps(pos, step)
    }

    fn caption(&self, _: &Position, _: &[Tap], tap: &Tap) -> Caption {
        promotion_caption(tap).unwrap_or_else(|| Caption::of_tap(tap))
    }

    fn instruction(&self, pos: &Position, _: &[Tap]) -> Option<&'static str> {
        (!pos.at_turn_start()).then_some("Put your hopper on an empty square")
    }

    /// Within a turn the hopper is off the board.
    fn may_vanish(&self, layer: &Layer) -> bool {
        layer.glyph == scene::HOPPER
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        pos.mirrored()
    }
}
