//! A step and its 32 bits.

use jabberwock_game::Step;

use super::{board::Level, knight_ways::way};
use crate::{
    board::{File, Rank, Square},
    fide::Role,
};

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// A piece moves from a square to another: a move, a capture of the base, en passant, or a jump
    /// inside; also one step of a king.
    Go,
    /// A knight captures on its path (K17a).
    Way,
    /// A knight captures inside the rook it jumps into (K17b).
    Inner,
    /// A queen's all-round capture (K9).
    Round,
    /// A pawn exchanges places with a piece: a disguise or a further link of one (K26, K27).
    Link,
    /// Castling, as the first step of a king (K8).
    Castle,
}

/// A step with all its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) kind: StepKind,
    pub(crate) from: Square,
    /// The level from which the piece starts.
    pub(crate) level: Level,
    /// The target square; equal to `from` for an all-round capture.
    pub(crate) to: Square,
    /// Whether it ends inside a rook.
    pub(crate) jump: bool,
    /// The level of the piece that a knight captures or a pawn exchanges with.
    pub(crate) other: Level,
    /// The index in [`way`] of the square of the captured piece.
    pub(crate) path: u8,
    /// Whether the step ends the turn.
    pub(crate) last: bool,
    /// The role to which pawns promote at the end of the turn (K25).
    pub(crate) promotion: Option<Role>,
}

impl Move {
    /// Returns a piece's move that is a whole turn.
    pub(crate) const fn go(from: Square, level: Level, to: Square) -> Move {
        Move {
            kind: StepKind::Go,
            from,
            level,
            to,
            jump: false,
            other: 0,
            path: 0,
            last: true,
            promotion: None,
        }
    }

    /// Packs the step: from (6 bits), to (6), level (5), kind (3), jump (1), other level (5), path
    /// (2), last (1), promotion (3): Q, R, B, N are 1 to 4, so no step has all its upper bits set.
    pub(crate) fn pack(self) -> Step {
        let promotion = self.promotion.map_or(0, |role| {
            1 + Role::PROMOTIONS
                .into_iter()
                .position(|known| known == role)
                .unwrap_or_default()
        });
        Step::new(
            self.from as u32
                | (self.to as u32) << 6
                | (self.level as u32 & 31) << 12
                | (self.kind as u32) << 17
                | u32::from(self.jump) << 20
                | (self.other as u32 & 31) << 21
                | (self.path as u32 & 3) << 26
                | u32::from(self.last) << 28
                | (promotion as u32) << 29,
        )
    }

    /// Decodes a step made by this game.
    pub(crate) fn unpack(step: Step) -> Move {
        let bits = step.bits();
        Move {
            from: Square::from_bits(bits),
            to: Square::from_bits(bits >> 6),
            level: (bits >> 12 & 31) as Level,
            kind: match bits >> 17 & 7 {
                0 => StepKind::Go,
                1 => StepKind::Way,
                2 => StepKind::Inner,
                3 => StepKind::Round,
                4 => StepKind::Link,
                _ => StepKind::Castle,
            },
            jump: bits >> 20 & 1 == 1,
            other: (bits >> 21 & 31) as Level,
            path: (bits >> 26 & 3) as u8,
            last: bits >> 28 & 1 == 1,
            promotion: match bits >> 29 {
                0 => None,
                index => Role::PROMOTIONS.get(index as usize - 1).copied(),
            },
        }
    }

    /// Decodes any 32 bits, if they are a valid step.
    pub(crate) fn checked(step: Step) -> Option<Move> {
        // No step has only zero bits.
        let mv = Move::unpack(step);
        let ours = mv
            != Move {
                last: false,
                ..Move::go(Square::A1, 0, Square::A1)
            };
        (ours && mv.pack() == step).then_some(mv)
    }

    /// Returns the square on which the knight captures.
    pub(crate) fn captures_on(self) -> Square {
        match self.kind {
            StepKind::Way => way(self.from, self.to)[usize::from(self.path & 3)],
            _ => self.to,
        }
    }

    /// Returns the square that a pawn's double step passes over (K21).
    pub(crate) fn passed(self) -> Option<Square> {
        let files = self.from.file().index() + self.to.file().index();
        let ranks = self.from.rank().index() + self.to.rank().index();
        let square = || {
            let file = File::from_index(files / 2)?;
            Some(Square::new(file, Rank::from_index(ranks / 2)?))
        };
        if self.from.distance(self.to) == 2 {
            square()
        } else {
            None
        }
    }
}
