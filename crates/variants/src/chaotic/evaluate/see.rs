//! Values of captures, and static exchange evaluation.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Square, attacks},
    chaotic::{board::Board, moves::Move, role::Role},
    evaluation::{Exchange, exchange_ge, least_captor},
};

/// Returns the value of a piece in exchanges, in centipawns.
pub(super) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 350,
        Role::Rook => 400,
        Role::Merchant => 500,
        Role::Archbishop => 750,
        Role::King => WIN,
    }
}

/// The value of a move that ends the game: more than all pieces.
const WIN: i32 = 20_000;

/// Returns the pieces that `mv` of `us` captures.
pub(super) fn captured(board: &Board, us: Color, mv: Move) -> Bitboard {
    match mv.role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Merchant => board.victims(us, mv.from, mv.to),
        _ => board.color(!us) & Bitboard::of(mv.to),
    }
}

/// Returns the immediate material gain of `mv` of `us`, in centipawns. A side without an army has
/// lost (chaotic X18).
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
    roles.map(piece_value).sum()
}

/// Whether the exchange that `mv` of `us` begins gains at least `threshold` centipawns. Pins are
/// ignored, and so are pieces freed or immobilized during the exchange; a backstab ends it.
pub(super) fn see_ge(board: &Board, us: Color, mv: Move, threshold: i32) -> bool {
    let captured_value = captured_value(board, us, mv);
    if captured_value >= WIN {
        return true;
    }
    exchange_ge(captured_value - threshold, piece_value(mv.role), us, || {
        let mut after = board.clone();
        after.make(us, mv);
        SquareExchange::new(after, us, mv)
    })
}

/// The pieces that can capture on a square.
struct SquareExchange {
    board: Board,
    to: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// Whether the first capture is a backstab: no piece moves to the square.
    backstab: bool,
}

impl SquareExchange {
    /// Returns the exchange of captures of the piece that `us` has just moved.
    fn new(board: Board, us: Color, mv: Move) -> SquareExchange {
        let to = mv.to;
        let occupied = board.occupied();
        let active = board.active(us) | board.active(!us);
        let mut attackers = board.attackers(to, active, occupied);
        if mv.role == Role::Pawn {
            // X5: only pieces that leap or step capture a pawn; any piece may recapture.
            let leapers = board.role(Role::King) | attacks::knight(to);
            attackers = attackers.without(board.color(!us)) | attackers & leapers;
        }
        SquareExchange {
            backstab: mv.role != Role::Pawn && board.backstab_victims(!us).contains(to),
            board,
            to,
            occupied,
            attackers,
        }
    }
}

impl Exchange for SquareExchange {
    fn capture(&mut self, side: Color) -> Option<i32> {
        const ORDER: [Role; 4] = [Role::Knight, Role::Rook, Role::Archbishop, Role::King];
        if self.backstab {
            self.attackers = Bitboard::EMPTY;
            self.backstab = false;
            return Some(0);
        }
        let (role, from) = least_captor(&self.board, self.attackers, side, &ORDER)?;
        self.occupied ^= from;
        let active = self.board.active(side) & self.occupied;
        self.attackers &= self.occupied;
        match role {
            Role::Rook => {
                let rooks = self.board.role(Role::Rook) & active;
                self.attackers |= attacks::rook(self.to, self.occupied) & rooks;
            }
            Role::Archbishop => {
                let archbishops = self.board.role(Role::Archbishop) & active;
                self.attackers |= attacks::bishop(self.to, self.occupied) & archbishops;
            }
            _ => {}
        }
        Some(piece_value(role))
    }
}
