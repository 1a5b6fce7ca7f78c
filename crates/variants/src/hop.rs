//! Hop Chess (`docs/rules/hop.md`): after every move of a man the player puts his hopper on an
//! empty square, and who lands on a hopper moves on.
//!
//! A turn is two steps, the man's move and the placement.

mod attack;
mod evaluate;
mod movegen;
mod moves;
mod notation;
mod position;
mod reach;
mod routes;
#[cfg(test)]
mod tests;

use jabberwock_game::{
    ByColor, Color, Evaluate, PositionError, Profile, Step, Turn, TurnError, Variant, WeightsError,
};

pub use evaluate::{Evaluator, terms};
pub use position::Position;

use crate::board::{Square, draw};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Hop;

impl Variant for Hop {
    type Position = Position;

    const PROFILE: Profile = Profile {
        step_depth: &[1, 0],
        ply_limit: Some(100),
        repetitions: 3,
        butterfly_slots: 2 * 64 * 64 + 2 * 64,
        piece_to_slots: 14 * 64,
        victim_slots: 7,
        continuations: &[1, 2, 3, 4],
        pawn: 100,
        listable: true,
        params: include_str!("hop/search.txt"),
    };

    fn start(&self) -> Position {
        Position::start()
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
        notation::turn_text(pos, turn)
    }

    /// Hoppers are `+` (White's) and `-` (Black's).
    fn draw(&self, pos: &Position) -> String {
        let hoppers = ByColor(Color::ALL.map(|color| pos.hopper(color)));
        draw(|square| cell(pos, hoppers, square))
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        pos.mirrored()
    }
}

fn cell(pos: &Position, hoppers: ByColor<Option<Square>>, square: Square) -> String {
    if let Some(man) = pos.board().man_at(square) {
        man.to_string()
    } else if hoppers[Color::White] == Some(square) {
        "+".to_owned()
    } else if hoppers[Color::Black] == Some(square) {
        "-".to_owned()
    } else {
        String::new()
    }
}

impl Evaluate for Hop {
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
