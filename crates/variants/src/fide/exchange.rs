//! Static exchange evaluation: what a series of captures on one square gains.

use jabberwock_game::Color;

use super::{Board, Kind, Move, Role};
use crate::board::{Bitboard, Square, attacks};

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
            Kind::Normal => Bitboard::EMPTY,
            Kind::EnPassant => Bitboard::of(mv.to.ahead(!color)),
            Kind::Castling => return None,
        };
        Some(Opening {
            color,
            from: mv.from,
            to: mv.to,
            arrived: mv.promotion.unwrap_or(mv.role),
            gain: gain(mv),
            emptied,
        })
    }
}

/// Material gained at once by `mv`, in centipawns.
pub fn gain(mv: Move) -> i32 {
    let promoted = mv
        .promotion
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    mv.captured.map_or(0, worth) + promoted
}

/// Whether the exchange gains at least `threshold` centipawns for the player who opens it, if both
/// capture with their least man first and may stop at any time. Pins are not looked at.
pub fn exchange_at_least(board: &Board, opening: Opening, threshold: i32) -> bool {
    let Opening {
        color,
        from,
        to,
        arrived,
        gain,
        emptied,
    } = opening;
    // What the player who has just captured is ahead by, if the man he put there is lost.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= worth(arrived);
    if balance >= 0 {
        return true;
    }
    let diagonal = board.role(Role::Bishop) | board.role(Role::Queen);
    let straight = board.role(Role::Rook) | board.role(Role::Queen);
    let mut occupied = (board.occupied() | Bitboard::of(to)).without(emptied | Bitboard::of(from));
    let mut attackers = board.attackers(to, occupied) & occupied;
    let mut side = !color;
    loop {
        let ours = attackers & board.color(side);
        let Some(role) = Role::ALL
            .into_iter()
            .find(|&role| ours.meets(board.role(role)))
        else {
            break;
        };
        if role == Role::King && attackers.meets(board.color(!side)) {
            break;
        }
        side = !side;
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
        occupied ^= Bitboard::of((ours & board.role(role)).sole());
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        attackers &= occupied;
    }
    side != color
}
