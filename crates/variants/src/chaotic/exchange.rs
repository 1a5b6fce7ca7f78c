//! Values of captures, and the exchanges that follow.

use jabberwock_game::Color;

use super::{Board, Move, Role};
use crate::{
    board::{Bitboard, Square, attacks},
    evaluation::{Swap, exchange_wins},
};

/// Worth of a man in exchanges, in centipawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 350,
        Role::Rook => 400,
        Role::Merchant => 500,
        Role::Archbishop => 750,
        Role::King => WIN,
    }
}

/// What ends the game is worth more than all men.
const WIN: i32 = 20_000;

/// The men that `mv` of `us` captures.
pub(super) fn captured(board: &Board, us: Color, mv: Move) -> Bitboard {
    match mv.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Merchant => board.victims(us, mv.from, mv.to),
        _ => board.color(!us) & Bitboard::of(mv.to),
    }
}

/// Material gained at once by `mv` of `us`, in centipawns. Whoever is left without an army has lost
/// (chaotic X18).
pub(super) fn captured_value(board: &Board, us: Color, mv: Move) -> i32 {
    let captured = captured(board, us, mv);
    if captured.is_empty() {
        return 0;
    }
    if board.army(!us).without(captured).is_empty() {
        return WIN;
    }
    let roles = captured
        .into_iter()
        .filter_map(|square| board.role_at(square));
    roles.map(worth).sum()
}

/// Whether the exchange that `mv` of `us` begins gains at least `threshold` centipawns. Pins are not
/// looked at, nor who is freed or immobilised on the way; a backstab ends it.
pub(super) fn see_ge(board: &Board, us: Color, mv: Move, threshold: i32) -> bool {
    let gain = captured_value(board, us, mv);
    if gain >= WIN {
        return true;
    }
    exchange_wins(gain - threshold, worth(mv.role), us, || {
        let mut after = board.clone();
        after.make(us, mv);
        Attackers::new(after, us, mv)
    })
}

/// The men that can capture on a square.
struct Attackers {
    board: Board,
    to: Square,
    occupied: Bitboard,
    men: Bitboard,
    /// The first to capture needs no man that stays there: two merchants do it.
    backstab: bool,
}

impl Attackers {
    /// What can capture the man that `us` has just moved.
    fn new(board: Board, us: Color, mv: Move) -> Attackers {
        let to = mv.to;
        let occupied = board.occupied();
        let active = board.active(us) | board.active(!us);
        let mut men = board.attackers(to, active, occupied);
        if mv.role == Role::Pawn {
            // X5: only who leaps or steps captures a pawn, unless it is guarded and the next one
            // captures the capturer.
            let leapers = board.role(Role::King) | attacks::knight(to);
            men = men.without(board.color(!us)) | men & leapers;
        }
        Attackers {
            backstab: mv.role != Role::Pawn && board.stabs(!us).contains(to),
            board,
            to,
            occupied,
            men,
        }
    }
}

impl Swap for Attackers {
    fn take(&mut self, side: Color) -> Option<i32> {
        const ORDER: [Role; 4] = [Role::Knight, Role::Rook, Role::Archbishop, Role::King];
        if self.backstab {
            self.men = Bitboard::EMPTY;
            self.backstab = false;
            return Some(0);
        }
        let ours = self.men & self.board.color(side);
        let role = ORDER
            .into_iter()
            .find(|&role| ours.meets(self.board.role(role)))?;
        if role == Role::King && self.men.meets(self.board.color(!side)) {
            return None;
        }
        self.occupied ^= Bitboard::of((ours & self.board.role(role)).sole());
        let active = self.board.active(side) & self.occupied;
        self.men &= self.occupied;
        match role {
            Role::Rook => {
                let rooks = self.board.role(Role::Rook) & active;
                self.men |= attacks::rook(self.to, self.occupied) & rooks;
            }
            Role::Archbishop => {
                let archbishops = self.board.role(Role::Archbishop) & active;
                self.men |= attacks::bishop(self.to, self.occupied) & archbishops;
            }
            _ => {}
        }
        Some(worth(role))
    }
}
