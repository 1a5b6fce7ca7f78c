//! Crazy Chess without denial (`docs/rules/crazy.md`): men inside rooks, ghosts, disguises, and
//! queens who take their neighbours with them.
//!
//! A turn is one step; a king's is two (crazy K5), a disguise's is one for each pawn (K27).

mod board;
mod double_steps;
mod effects;
mod evaluate;
mod exchange;
mod guard;
mod movegen;
mod moves;
mod notation;
mod piece;
mod position;
mod pseudo;
#[cfg(test)]
mod tests;
mod threat;
mod turns;

use jabberwock_game::{
    Evaluate, PositionError, Profile, Step, Turn, TurnError, Variant, WeightsError,
};

pub use board::{Board, Stack};
pub use double_steps::DoubleSteps;
pub(crate) use evaluate::taper;
pub use evaluate::{Evaluator, terms};
pub(crate) use moves::{Move, MoveKind};
pub use piece::Piece;
pub use position::{KING_LOST, KINGS_LOST, Position};

use crate::{board::draw, evaluation::Scheme};

/// The variant.
#[derive(Clone, Copy, Debug)]
pub struct Crazy;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static SCHEME: Scheme<{ evaluate::COUNT }> =
    Scheme::new(&[terms::ALL], include_str!("crazy/weights.txt"));

impl Variant for Crazy {
    type Position = Position;

    const PROFILE: Profile = Profile {
        step_depth: &[1, 0],
        ply_limit: Some(100),
        repetitions: 3,
        butterfly_slots: 6 * 64 * 64,
        piece_to_slots: 12 * 64,
        victim_slots: 9,
        continuations: &[1, 2, 4],
        pawn: 100,
        listable: true,
        params: "",
    };

    fn start(&self) -> Position {
        notation::parse(START).expect("the start is sound")
    }

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

    /// Stacks are drawn as texts write them, ghosts with `~`.
    fn draw(&self, pos: &Position) -> String {
        draw(|square| notation::cell(pos.board(), square))
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Some(pos.mirrored())
    }
}

impl Evaluate for Crazy {
    type Evaluator = Evaluator;

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(SCHEME.weights())
    }

    fn weights(&self) -> &'static str {
        SCHEME.text()
    }

    fn evaluator_with(&self, text: &str) -> Result<Evaluator, WeightsError> {
        Ok(Evaluator::new(SCHEME.read(text)?))
    }
}
