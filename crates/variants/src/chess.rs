//! Chess by the laws of FIDE (`docs/rules/chess.md`).

mod evaluate;
mod movegen;
mod notation;
mod position;
mod rules;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Caption, Position as _, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, Variant,
    taps_of_text,
};

pub use position::Position;
pub use rules::DEAD_POSITION;

use crate::{
    board::{profile, scene},
    fide::{Move, MoveKind, Role, king_and_rook, promotion_caption},
};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Variant for Chess {
    type Position = Position;

    const PROFILE: Profile = Profile {
        params: include_str!("chess/search.txt"),
        ..profile(Role::COUNT)
    };

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

    /// Castling can also be entered by king and rook.
    fn step_taps(&self, _: &Position, _: &[Step], step: Step) -> Vec<Vec<Tap>> {
        let mv = Move::unpack(step);
        let castling = mv.kind == MoveKind::Castling;
        let second = castling.then(|| king_and_rook(mv.to));
        let first = taps_of_text(&mv.to_string());
        [first].into_iter().chain(second).collect()
    }

    fn caption(&self, _: &Position, _: &[Tap], tap: &Tap) -> Caption {
        promotion_caption(tap).unwrap_or_else(|| Caption::of_tap(tap))
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}
