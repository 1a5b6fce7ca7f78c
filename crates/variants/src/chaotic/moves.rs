//! A move, packed into a step.

use std::fmt;

use jabberwock_game::Step;

use super::role::Role;
use crate::board::Square;

/// A move. What it captures, and what it pushes, follows from the board.
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
    /// The step: from (6 bits), to (6), role (3).
    pub const fn pack(self) -> Step {
        Step::new(self.from as u32 | (self.to as u32) << 6 | (self.role as u32) << 12)
    }

    /// The move of a step that this game made.
    pub const fn unpack(step: Step) -> Move {
        let bits = step.bits();
        Move {
            from: Square::from_bits(bits),
            to: Square::from_bits(bits >> 6),
            role: ROLES[(bits >> 12 & 7) as usize],
        }
    }

    /// The move of any 32 bits, if they are those of a step.
    pub fn checked(step: Step) -> Option<Move> {
        let mv = Move::unpack(step);
        (mv.from != mv.to && mv.pack() == step).then_some(mv)
    }
}

/// `d4d5`.
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
