//! Chess by the laws of FIDE (`docs/rules/chess.md`).

mod evaluate;
mod movegen;
mod notation;
mod position;
mod rules;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Position as _, PositionError, Profile, Scene, Step, Turn, TurnError, Variant,
};

pub use position::Position;
pub use rules::DEAD_POSITION;

use crate::{
    board::{profile, scene},
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

    fn scene(&self, pos: &Position) -> Scene {
        let board = pos.board();
        let mut scene = scene::of_pieces(pos.turn(), board);
        scene.rights = pos.state.rights();
        scene::mark_check(&mut scene, pos.is_check(), Some(board.king(pos.turn())));
        scene
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
