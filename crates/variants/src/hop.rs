//! Hop Chess (`docs/rules/hop.md`): after every move the player puts a hopper on an empty
//! square, and a piece that lands on a hopper moves on.
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
#[cfg(test)]
mod tests;

use jabberwock_game::{ByColor, Color, PositionError, Profile, Step, Turn, TurnError, Variant};

pub use position::Position;

use crate::{
    board::{Square, draw, profile},
    fide::Role,
};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Hop;

impl Variant for Hop {
    type Position = Position;

    /// There are more slots for the hoppers.
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

    /// Hoppers are `+` (White's) and `-` (Black's).
    fn draw(&self, pos: &Position) -> String {
        let hoppers = ByColor(Color::ALL.map(|color| pos.hopper(color)));
        let place = |color: Color| {
            let square = hoppers[color].map(|square| square.to_string());
            square.unwrap_or_else(|| "off the board".to_owned())
        };
        let (white, black) = (place(Color::White), place(Color::Black));
        let board = draw(|square| cell(pos, hoppers, square));
        format!("{board}    hoppers: White's (+) {white}, Black's (-) {black}\n")
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        pos.mirrored()
    }
}

fn cell(pos: &Position, hoppers: ByColor<Option<Square>>, square: Square) -> String {
    if hoppers[Color::White] == Some(square) {
        "+".to_owned()
    } else if hoppers[Color::Black] == Some(square) {
        "-".to_owned()
    } else {
        pos.board().letter_at(square)
    }
}
