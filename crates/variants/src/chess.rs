//! Chess by the laws of FIDE (`docs/rules/chess.md`).

mod evaluate;
mod movegen;
mod notation;
mod position;
mod rules;
#[cfg(test)]
mod tests;

use jabberwock_game::{PositionError, Profile, Step, Turn, TurnError, Variant};

pub use position::Position;
pub use rules::DEAD_POSITION;

use crate::{
    board::{draw, profile},
    fide::Role,
};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Variant for Chess {
    type Position = Position;

    const PROFILE: Profile = profile(Role::COUNT);

    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        notation::parse(text)
    }

    fn text(&self, pos: &Position) -> String {
        pos.setup().to_string()
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        notation::parse_turn(pos, text)
    }

    fn turn_text(&self, _: &Position, turn: &[Step]) -> String {
        notation::turn_text(turn)
    }

    fn draw(&self, pos: &Position) -> String {
        draw(|square| pos.board().letter_at(square))
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
