//! A step: one part of a turn.

use jabberwock_game::Step;

use crate::{board::Square, fide::Move};

/// One of the two parts of a turn (hop H3).
///
/// A piece's move consists of its start and end squares and the role at the end; its route is not
/// part of it (H15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The move of a piece.
    Move(Move),
    /// The placement of the hopper.
    Hopper(Square),
}

/// The bit that distinguishes hoppers from pieces.
const HOPPER: u32 = 1 << 24;

impl Part {
    /// Returns the step: a packed [`Move`], or bit 24 and the square.
    pub(super) const fn pack(self) -> Step {
        match self {
            Part::Move(mv) => mv.pack(),
            Part::Hopper(square) => Step::new(HOPPER | square as u32),
        }
    }

    /// Decodes a step made by this game.
    pub(super) const fn unpack(step: Step) -> Part {
        if step.bits() & HOPPER == 0 {
            Part::Move(Move::unpack(step))
        } else {
            Part::Hopper(Square::from_bits(step.bits()))
        }
    }

    /// Decodes any 32 bits, if they are a valid step.
    pub(super) fn checked(step: Step) -> Option<Part> {
        match Part::unpack(step) {
            Part::Move(_) => Move::checked(step).map(Part::Move),
            part @ Part::Hopper(_) => (part.pack() == step).then_some(part),
        }
    }
}
