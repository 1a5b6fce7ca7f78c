//! Chess by the laws of FIDE (`docs/rules/chess.md`).

mod evaluate;
mod movegen;
mod notation;
mod position;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    Evaluate, PositionError, Profile, Step, Turn, TurnError, Variant, WeightsError,
};

pub use evaluate::Evaluator;
pub(crate) use notation::read_squares;
pub use position::{DEAD_POSITION, Position};

use crate::board::draw;

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Variant for Chess {
    type Position = Position;

    const PROFILE: Profile = Profile {
        step_depth: &[1],
        ply_limit: Some(100),
        repetitions: 3,
        butterfly_slots: 2 * 64 * 64,
        piece_to_slots: 12 * 64,
        victim_slots: 7,
        continuations: &[1, 2, 4],
        pawn: 100,
        listable: true,
        params: "",
    };

    fn start(&self) -> Position {
        Position::start()
    }

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
        draw(|square| {
            pos.board()
                .man_at(square)
                .map(|man| man.to_string())
                .unwrap_or_default()
        })
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}

impl Evaluate for Chess {
    type Evaluator = Evaluator;

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(evaluate::SCHEME.weights())
    }

    fn weights(&self) -> &'static str {
        evaluate::SCHEME.text()
    }

    fn evaluator_with(&self, text: &str) -> Result<Evaluator, WeightsError> {
        Ok(Evaluator::new(evaluate::SCHEME.read(text)?))
    }
}
