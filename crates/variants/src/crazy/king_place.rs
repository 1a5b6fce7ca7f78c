//! The place of a king in its stack, and the pieces that fall when the rook that carries it is
//! captured.

use jabberwock_game::Color;

use super::{
    board::{Board, Level},
    piece::Piece,
    threat::is_carried,
};
use crate::{board::Square, fide::Role};

/// The place of a king on its square. When the base is captured, the pieces above it fall one after
/// the other, each onto the previous one; a rook falls with everything above it (K12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KingPlace {
    /// On the square.
    Base,
    /// Alone inside one rook of its own side.
    Alone,
    /// It falls last, after pawns, knights or the enemy king.
    Last,
    /// Alone inside two rooks of its own side.
    TwoRooks,
    /// Other pieces fall onto it.
    Under,
    /// Only the enemy king falls onto it; pawns and knights may fall before.
    UnderEnemyKing,
    /// Inside rooks of its own side otherwise.
    Inside,
    /// Inside rooks of which at least one is the enemy's and may carry it along.
    Carried,
}

impl KingPlace {
    /// Returns the place of a king of `us` that is at `level` of the stack on `square`, or arrives
    /// there on top of it.
    pub(super) fn of(board: &Board, us: Color, square: Square, level: Level) -> KingPlace {
        if level == 0 {
            return KingPlace::Base;
        }
        if is_carried(board, square, level, !us) {
            return KingPlace::Carried;
        }
        let mut below = board.stack(square).take(usize::from(level)).skip(1);
        let mut above = board.stack(square).skip(usize::from(level) + 1);
        let over = above.next();
        if below.clone().any(|piece| piece.role() == Role::Rook) {
            return match (level, over) {
                (2, None) => KingPlace::TwoRooks,
                _ => KingPlace::Inside,
            };
        }
        let has_effects = |piece: Piece| matches!(piece.role(), Role::Bishop | Role::Queen);
        let effective = below.any(has_effects);
        let is_last = over.is_none_or(|piece| piece.role() == Role::King && above.next().is_none());
        match over {
            Some(_) if !is_last => KingPlace::Under,
            _ if effective => KingPlace::Inside,
            Some(_) => KingPlace::UnderEnemyKing,
            None if level == 1 => KingPlace::Alone,
            None => KingPlace::Last,
        }
    }

    /// Whether the king survives the capture of the base by the enemy king, which may come from the
    /// same stack; `None` if this can only be determined by making the capture.
    pub(super) fn survives_king(self) -> Option<bool> {
        match self {
            KingPlace::Base | KingPlace::Under => Some(false),
            KingPlace::Alone
            | KingPlace::Last
            | KingPlace::TwoRooks
            | KingPlace::UnderEnemyKing => Some(true),
            KingPlace::Inside | KingPlace::Carried => None,
        }
    }

    /// Returns the place after a piece of its own side has jumped inside the base.
    pub(super) fn after_jump(self) -> KingPlace {
        match self {
            KingPlace::Base => KingPlace::Base,
            KingPlace::Alone | KingPlace::Last | KingPlace::Under | KingPlace::UnderEnemyKing => {
                KingPlace::Under
            }
            KingPlace::TwoRooks | KingPlace::Inside => KingPlace::Inside,
            KingPlace::Carried => KingPlace::Carried,
        }
    }
}
