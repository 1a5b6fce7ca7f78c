//! Chess960, which `XBoard` calls fischerandom (`docs/rules/chess960.md`): chess from one of 960
//! start positions, with castling rights by the files of rooks. Everything except castling is as in
//! chess.

mod castling;
mod evaluate;
mod movegen;
mod notation;
mod position;
mod rules;
mod start;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Caption, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, Variant,
};

pub use castling::Castling;
pub use position::Position;

use crate::chess::Chess;

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chess960;

impl Variant for Chess960 {
    type Position = Position;

    const PROFILE: Profile = Chess::PROFILE;

    /// Start position 518, that of chess.
    const START: &'static str = Chess::START;

    const STARTS: u32 = start::COUNT;

    fn start_text(&self, number: u32) -> String {
        start::text(number)
    }

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
        Chess.turn_text(pos.chess(), turn)
    }

    fn scene(&self, pos: &Position) -> Scene {
        let mut scene = Chess.scene(pos.chess());
        if let Some(castling) = pos.castling().in_words(pos.chess().board()) {
            scene.rights.insert(0, castling);
        }
        scene
    }

    fn caption(&self, pos: &Position, taps: &[Tap], tap: &Tap) -> Caption {
        Chess.caption(pos.chess(), taps, tap)
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
