//! Turns, packed into steps.

use std::fmt;

use jabberwock_game::Step;

use super::role::Role;
use crate::board::Square;

/// A piece's move, with all data needed to make it. A transmission (chakra C14) is a move to the
/// square where the piece ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The role of the piece before the move.
    pub role: Role,
    /// The captured piece.
    pub captured: Option<Role>,
    /// The role that the pawn promotes to (chakra C8).
    pub promotion: Option<Role>,
    /// Whether the king captures the enemy's Transmitter (chakra C18).
    pub seizes: bool,
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The move of a piece.
    Piece(PieceMove),
    /// A move of a vacant chakra, with or without turning it over, or turning it over in place
    /// (chakra C12).
    Chakra {
        /// The origin square.
        from: Square,
        /// The target square, which may be the origin square.
        to: Square,
        /// Whether the chakra is turned over at the end.
        turned: bool,
    },
    /// A pass: a piece transmits back to its own square (chakra C15).
    Pass,
}

const PIECE: u32 = 1;
const SEIZURE: u32 = 2;
const CHAKRA: u32 = 3;
const TURNED: u32 = 4;
const PASS: u32 = 5;
const NO_ROLE: u32 = 7;

/// The text of [`Move::Pass`].
pub(super) const PASS_TEXT: &str = "@@@@";

impl Move {
    /// Returns the step: from (6 bits), to (6), role (3), captured (3, 7 for none), promotion (3, 7
    /// for none), tag (3).
    #[inline]
    pub const fn pack(self) -> Step {
        Step::new(match self {
            Move::Piece(piece_move) => {
                let tag = if piece_move.seizes { SEIZURE } else { PIECE };
                piece_move.from as u32
                    | (piece_move.to as u32) << 6
                    | (piece_move.role as u32) << 12
                    | pack_role(piece_move.captured) << 15
                    | pack_role(piece_move.promotion) << 18
                    | tag << 21
            }
            Move::Chakra { from, to, turned } => {
                let tag = if turned { TURNED } else { CHAKRA };
                from as u32 | (to as u32) << 6 | tag << 21
            }
            Move::Pass => PASS << 21,
        })
    }

    /// Decodes a step made by this game.
    #[inline]
    pub const fn unpack(step: Step) -> Move {
        let bits = step.bits();
        let from = Square::from_bits(bits);
        let to = Square::from_bits(bits >> 6);
        match bits >> 21 & 7 {
            tag @ (PIECE | SEIZURE) => Move::Piece(PieceMove {
                from,
                to,
                role: match ROLES[(bits >> 12 & 7) as usize] {
                    Some(role) => role,
                    None => Role::King,
                },
                captured: ROLES[(bits >> 15 & 7) as usize],
                promotion: ROLES[(bits >> 18 & 7) as usize],
                seizes: tag == SEIZURE,
            }),
            tag @ (CHAKRA | TURNED) => Move::Chakra {
                from,
                to,
                turned: tag == TURNED,
            },
            _ => Move::Pass,
        }
    }

    /// Decodes any 32 bits, if they are a valid step.
    pub fn checked(step: Step) -> Option<Move> {
        let mv = Move::unpack(step);
        (mv.pack() == step).then_some(mv)
    }
}

/// Displays `b1b3`, `c3f8q`, `c3e2`, `c3e2+`, `c3c3+`, `@@@@`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Piece(piece_move) => {
                write!(f, "{}{}", piece_move.from, piece_move.to)?;
                piece_move
                    .promotion
                    .map_or(Ok(()), |role| write!(f, "{}", role.letter()))
            }
            Move::Chakra { from, to, turned } => {
                write!(f, "{from}{to}{}", if *turned { "+" } else { "" })
            }
            Move::Pass => f.write_str(PASS_TEXT),
        }
    }
}

/// The kind that three bits encode, without a branch.
const ROLES: [Option<Role>; 8] = {
    let mut roles = [None; 8];
    let mut bits = 0;
    while bits < 8 {
        roles[bits] = Role::from_index(bits);
        bits += 1;
    }
    roles
};

const fn pack_role(role: Option<Role>) -> u32 {
    match role {
        Some(role) => role as u32,
        None => NO_ROLE,
    }
}
