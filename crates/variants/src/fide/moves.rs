//! Moves, packed into steps.

use std::fmt;

use jabberwock_game::Step;

use super::role::Role;
use crate::board::Square;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A move or a capture on the target square, promotions included.
    Normal,
    /// A capture en passant.
    EnPassant,
    /// Castling; the squares are the king's.
    Castling,
}

/// A move, with all data needed to make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The role of the piece before the move.
    pub role: Role,
    /// The captured piece.
    pub captured: Option<Role>,
    /// The role that the pawn promotes to.
    pub promotion: Option<Role>,
    /// The kind of move.
    pub kind: MoveKind,
}

impl Move {
    /// Returns a normal move.
    pub const fn normal(role: Role, from: Square, to: Square, captured: Option<Role>) -> Move {
        Move {
            from,
            to,
            role,
            captured,
            promotion: None,
            kind: MoveKind::Normal,
        }
    }

    /// Packs the step: from (6 bits), to (6), role (3), captured (3, 6 for none), promotion (3, 6
    /// for none), kind (2).
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

    /// Decodes a step made by this game.
    #[expect(
        clippy::inline_always,
        reason = "a move that stays in registers: 8 % in perft"
    )]
    #[inline(always)]
    pub const fn unpack(step: Step) -> Move {
        let bits = step.bits();
        Move {
            from: Square::from_bits(bits),
            to: Square::from_bits(bits >> 6),
            role: MOVERS[(bits >> 12 & 7) as usize],
            captured: ROLES[(bits >> 15 & 7) as usize],
            promotion: ROLES[(bits >> 18 & 7) as usize],
            kind: match bits >> 21 & 3 {
                0 => MoveKind::Normal,
                1 => MoveKind::EnPassant,
                _ => MoveKind::Castling,
            },
        }
    }

    /// Decodes any 32 bits, if they are a valid step.
    pub fn checked(step: Step) -> Option<Move> {
        let mv = Move::unpack(step);
        (mv.from != mv.to && mv.pack() == step).then_some(mv)
    }

    /// Whether it is a pawn's double step: the role is 0, and one bit of the square changes. (One
    /// comparison, because two are hard to predict.)
    #[expect(
        clippy::inline_always,
        reason = "a move that stays in registers: 8 % in perft"
    )]
    #[inline(always)]
    pub const fn is_double_step(self) -> bool {
        (self.from as u32 ^ self.to as u32) | (self.role as u32) << 6 == 0b01_0000
    }

    /// Whether it is noisy: a capture or a promotion to a queen.
    pub fn is_noisy(self) -> bool {
        self.captured.is_some() || self.promotion == Some(Role::Queen)
    }
}

/// Displays `e2e4`, `e1g1`, `e7e8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion
            .map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// Returns the squares and the promotion letter of a move's text.
pub fn read_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..4)?)?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => {
            Some(Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role))?)
        }
    };
    rest.next().is_none().then_some((from, to, promotion))
}

const NO_ROLE: u32 = 6;

/// The role that three bits encode, without a branch.
const ROLES: [Option<Role>; 8] = {
    let mut roles = [None; 8];
    let mut bits = 0;
    while bits < 8 {
        roles[bits] = Role::from_index(bits);
        bits += 1;
    }
    roles
};

/// The moving role that three bits encode: no step has the last two values.
const MOVERS: [Role; 8] = {
    let mut roles = [Role::King; 8];
    let mut index = 0;
    while let Some(role) = Role::from_index(index) {
        roles[index] = role;
        index += 1;
    }
    roles
};

const fn pack_role(role: Option<Role>) -> u32 {
    match role {
        Some(role) => role as u32,
        None => NO_ROLE,
    }
}
