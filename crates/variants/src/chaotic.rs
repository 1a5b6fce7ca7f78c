//! Chaotic Chess (`docs/rules/chaotic.md`): merchants immobilize adjacent pieces and capture the
//! piece between two of them, pawns move in any direction and push pieces.
//!
//! A turn is one step. Its captures and pushes follow from the board.

mod board;
mod evaluate;
mod movegen;
mod moves;
mod notation;
mod position;
mod role;
mod rules;
#[cfg(test)]
mod tests;
mod xboard;

use jabberwock_game::{
    Color, MarkKind, Position as _, PositionError, Profile, Scene, Step, Turn, TurnError, Variant,
};

pub use board::{Board, Push};
pub use moves::Move;
pub use position::Position;
pub use role::{Piece, Role};
pub use rules::{BACKSTAB, BARE_ARMY};
pub(crate) use xboard::LAYOUT as XBOARD;

use crate::board::{profile, scene};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chaotic;

impl Variant for Chaotic {
    type Position = Position;

    const PROFILE: Profile = Profile {
        params: include_str!("chaotic/search.txt"),
        ..profile(Role::COUNT)
    };

    const START: &'static str = "knarm3/narmr3/pppppppp/8/8/PPPPPPPP/3RMRAN/3MRANK w - - 0 1";

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        notation::parse(text)
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
        let board = pos.board();
        let mut scene = scene::of_pieces(pos.turn(), board);
        scene::mark_check(&mut scene, pos.is_check(), board.king(pos.turn()));
        for color in Color::ALL {
            let held = scene::coords(board.immobilized(color));
            scene.mark(MarkKind::Immobilized, held, Some(color));
        }
        scene
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
