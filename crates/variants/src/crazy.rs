//! Crazy Chess without denial (`docs/rules/crazy.md`): pieces inside rooks, ghosts, disguises, and
//! queens whose capture captures their neighbours.
//!
//! A turn is one step; a king's is two (crazy K5), a disguise's is one for each pawn (K27).

mod board;
mod castling;
mod disguises;
mod double_steps;
mod effects;
mod endings;
mod evaluate;
mod king_place;
mod king_safety;
mod king_steps;
mod knight_ways;
mod movegen;
mod moves;
mod notation;
mod pending;
mod piece;
mod plain_pawns;
mod position;
mod pseudo;
mod rules;
mod safe_exchanges;
mod safe_moves;
mod scene;
mod taps;
#[cfg(test)]
mod tests;
mod threat;
mod turns;
mod xboard;

use jabberwock_game::{
    Caption, Layer, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, Variant,
};

pub use board::{Board, Stack};
pub use double_steps::DoubleSteps;
pub(crate) use moves::{Move, StepKind};
pub use piece::Piece;
pub use position::Position;
pub use rules::{KING_LOST, KINGS_LOST};
pub(crate) use xboard::LAYOUT as XBOARD;

use crate::{board::profile, fide::Role};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Crazy;

impl Variant for Crazy {
    type Position = Position;

    /// Adds slots for disguises and for the king's second step.
    const PROFILE: Profile = Profile {
        step_depth: &[1, 0],
        butterfly_slots: 6 * 64 * 64,
        victim_slots: 9,
        params: include_str!("crazy/search.txt"),
        ..profile(Role::COUNT)
    };

    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        notation::parse(text)
    }

    fn text(&self, pos: &Position) -> String {
        notation::text(pos)
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        turns::parse_turn(pos, text)
    }

    fn turn_text(&self, _: &Position, turn: &[Step]) -> String {
        turns::turn_text(turn)
    }

    fn scene(&self, pos: &Position) -> Scene {
        scene::scene(pos)
    }

    fn step_taps(&self, pos: &Position, before: &[Step], step: Step) -> Vec<Vec<Tap>> {
        taps::taps(pos, before, step)
    }

    fn caption(&self, pos: &Position, taps: &[Tap], tap: &Tap) -> Caption {
        taps::caption(pos, taps, tap)
    }

    fn instruction(&self, pos: &Position, _: &[Tap]) -> Option<&'static str> {
        taps::instruction(pos)
    }

    /// A ghost vanishes at the end of its owner's turn (K16).
    fn may_vanish(&self, layer: &Layer) -> bool {
        layer.form == Some(scene::GHOST)
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
