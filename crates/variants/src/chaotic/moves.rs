//! A move, packed into a step.

use std::fmt;

use jabberwock_game::Step;

use super::role::Role;
use crate::board::Square;

/// A move. Its captures and its push follow from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// Its role.
    pub role: Role,
}

impl Move {
    /// Returns the step: from (6 bits), to (6), role (3).
    pub const fn pack(self) -> Step {
        Step::new(self.from as u32 | (self.to as u32) << 6 | (self.role as u32) << 12)
    }

    /// Decodes a step made by this game.
    pub const fn unpack(step: Step) -> Move {
        let bits = step.bits();
        Move {
            from: Square::from_bits(bits),
            to: Square::from_bits(bits >> 6),
            role: ROLES[(bits >> 12 & 7) as usize],
        }
    }

    /// Decodes any 32 bits, if they are a valid step.
    pub fn checked(step: Step) -> Option<Move> {
        let mv = Move::unpack(step);
        (mv.from != mv.to && mv.pack() == step).then_some(mv)
    }
}

/// Displays `d4d5`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// The role that three bits encode, without a branch. Two codes are unused: they give kings, and
/// differ when packed again.
const ROLES: [Role; 8] = {
    let mut roles = [Role::King; 8];
    let mut bits = 0;
    while bits < Role::COUNT {
        roles[bits] = Role::ALL[bits];
        bits += 1;
    }
    roles
};
