//! Static exchange evaluation: what a series of captures on one square gains.

use jabberwock_game::Color;

use super::{Board, Move, MoveKind, Role};
use crate::{
    board::{Bitboard, Square, attacks},
    evaluation::{Swap, exchange_wins},
};

/// Worth of a man in exchanges, in centipawns.
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 20_000,
    }
}

/// The capture (or quiet move) that begins an exchange.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Whose move it is.
    pub color: Color,
    /// Where the man comes from.
    pub from: Square,
    /// Where the exchange takes place.
    pub to: Square,
    /// What stands there after the move.
    pub arrived: Role,
    /// What the move gains at once, in centipawns.
    pub gain: i32,
    /// The squares that the move empties besides `from`.
    pub emptied: Bitboard,
}

impl Opening {
    /// The exchange that `color` opens with `mv`; `None` for castling, which opens none.
    pub fn of(color: Color, mv: Move) -> Option<Opening> {
        let emptied = match mv.kind {
            MoveKind::Normal => Bitboard::EMPTY,
            MoveKind::EnPassant => Bitboard::of(mv.to.ahead(!color)),
            MoveKind::Castling => return None,
        };
        Some(Opening {
            color,
            from: mv.from,
            to: mv.to,
            arrived: mv.promotion.unwrap_or(mv.role),
            gain: captured_value(mv),
            emptied,
        })
    }
}

/// Material gained at once by `mv`, in centipawns.
pub fn captured_value(mv: Move) -> i32 {
    let promoted = mv
        .promotion
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    mv.captured.map_or(0, worth) + promoted
}

/// Whether the exchange gains at least `threshold` centipawns for the player who opens it, if both
/// capture with their least man first and may stop at any time. Pins are not looked at.
pub fn see_ge(board: &Board, opening: Opening, threshold: i32) -> bool {
    let Opening {
        color,
        from,
        to,
        arrived,
        gain,
        emptied,
    } = opening;
    exchange_wins(gain - threshold, worth(arrived), color, || {
        let men = board.occupied() | Bitboard::of(to);
        let occupied = men.without(emptied | Bitboard::of(from));
        Attackers {
            board,
            square: to,
            occupied,
            left: board.attackers(to, occupied) & occupied,
        }
    })
}

/// The men of both players who can capture on a square.
struct Attackers<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    left: Bitboard,
}

impl Swap for Attackers<'_> {
    fn take(&mut self, side: Color) -> Option<i32> {
        let board = self.board;
        let ours = self.left & board.color(side);
        let role = Role::ALL
            .into_iter()
            .find(|&role| ours.meets(board.role(role)))?;
        if role == Role::King && self.left.meets(board.color(!side)) {
            return None;
        }
        self.occupied ^= Bitboard::of((ours & board.role(role)).sole());
        // Who stands behind him comes into play.
        let queens = board.role(Role::Queen);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let diagonal = board.role(Role::Bishop) | queens;
            self.left |= attacks::bishop(self.square, self.occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let straight = board.role(Role::Rook) | queens;
            self.left |= attacks::rook(self.square, self.occupied) & straight;
        }
        self.left &= self.occupied;
        Some(worth(role))
    }
}
