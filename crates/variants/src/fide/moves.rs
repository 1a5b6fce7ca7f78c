//! A man's move, packed into a step.

use jabberwock_game::Step;

use super::Role;
use crate::board::Square;

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move or a capture on the square of arrival, promotion included.
    Normal,
    /// A capture en passant.
    EnPassant,
    /// Castling; the move is the king's.
    Castling,
}

/// A move with all that making it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the man comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it is when it starts.
    pub role: Role,
    /// What it captures.
    pub captured: Option<Role>,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
    /// What kind of move it is.
    pub kind: Kind,
}

impl Move {
    /// A move without anything special.
    pub const fn normal(role: Role, from: Square, to: Square, captured: Option<Role>) -> Move {
        Move {
            from,
            to,
            role,
            captured,
            promotion: None,
            kind: Kind::Normal,
        }
    }

    /// The step: from (6 bits), to (6), role (3), captured (3, 7 for none), promotion (3, 7 for
    /// none), kind (2).
    pub const fn pack(self) -> Step {
        Step::new(
            self.from as u32
                | (self.to as u32) << 6
                | (self.role as u32) << 12
                | pack_role(self.captured) << 15
                | pack_role(self.promotion) << 18
                | (self.kind as u32) << 21,
        )
    }

    /// The move of a step that this game made.
    pub const fn unpack(step: Step) -> Move {
        let bits = step.bits();
        Move {
            from: Square::from_bits(bits),
            to: Square::from_bits(bits >> 6),
            role: match unpack_role(bits >> 12) {
                Some(role) => role,
                None => Role::King,
            },
            captured: unpack_role(bits >> 15),
            promotion: unpack_role(bits >> 18),
            kind: match bits >> 21 & 3 {
                0 => Kind::Normal,
                1 => Kind::EnPassant,
                _ => Kind::Castling,
            },
        }
    }

    /// The move of any 32 bits, if they are one's.
    pub fn checked(step: Step) -> Option<Move> {
        let mv = Move::unpack(step);
        (mv.from != mv.to && mv.pack() == step).then_some(mv)
    }

    /// Whether it is noisy: a capture, or a pawn that becomes a queen.
    pub fn is_noisy(self) -> bool {
        self.captured.is_some() || self.promotion == Some(Role::Queen)
    }
}

const NO_ROLE: u32 = 7;

const fn pack_role(role: Option<Role>) -> u32 {
    match role {
        Some(role) => role as u32,
        None => NO_ROLE,
    }
}

const fn unpack_role(bits: u32) -> Option<Role> {
    Role::from_index((bits & 7) as usize)
}
