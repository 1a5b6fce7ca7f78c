//! The squares on which a move may end, hops included (hop H5 to H11), without castling and en
//! passant.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board, Role},
};

/// What bounds the moves of a side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    color: Color,
    own: Bitboard,
    occupied: Bitboard,
    hoppers: Bitboard,
}

/// Where a pawn's move may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEnds {
    /// As a pawn.
    pub(super) plain: Bitboard,
    /// As a new piece, in the order of [`Role::PROMOTIONS`].
    pub(super) promoted: [Bitboard; 4],
}

impl MoveContext {
    /// The bounds of `color`'s moves.
    pub(super) fn new(board: &Board, color: Color, hoppers: [Option<Square>; 2]) -> MoveContext {
        MoveContext {
            color,
            own: board.color(color),
            occupied: board.occupied(),
            hoppers: hoppers.into_iter().flatten().collect(),
        }
    }

    /// The hoppers' squares.
    pub(super) fn hoppers(&self) -> Bitboard {
        self.hoppers
    }

    /// The squares without a piece, hoppers' squares included.
    pub(super) fn empty(&self) -> Bitboard {
        !self.occupied
    }

    /// The same with the piece on `from` lifted: while it moves on, its square is empty (H6).
    pub(super) fn lifted(self, from: Square) -> MoveContext {
        let from = Bitboard::of(from);
        MoveContext {
            own: self.own.without(from),
            occupied: self.occupied.without(from),
            ..self
        }
    }

    /// Where a piece of `role`, no pawn, may end a move that starts on `from`.
    pub(super) fn ends(&self, role: Role, from: Square) -> Bitboard {
        let ends = match role {
            Role::Pawn => Bitboard::EMPTY,
            // H8: kings never hop.
            Role::King => attacks::king(from),
            _ => self.lifted(from).travel(role, from, self.hoppers),
        };
        ends.without(self.own | self.hoppers)
    }

    /// Everywhere a piece of `role` reaches from `at`, moving on from each of `hoppers` it lands
    /// on.
    fn travel(&self, role: Role, at: Square, hoppers: Bitboard) -> Bitboard {
        let occupied = self.occupied;
        let rook = |at| attacks::rook(at, occupied);
        let bishop = |at| attacks::bishop(at, occupied);
        match role {
            Role::Knight => spread(attacks::knight(at), hoppers, attacks::knight),
            Role::Bishop => spread(bishop(at), hoppers, bishop),
            Role::Rook => spread(rook(at), hoppers, rook),
            // H9: a queen hops either like a bishop or like a rook.
            Role::Queen => spread(bishop(at), hoppers, bishop) | spread(rook(at), hoppers, rook),
            Role::King => attacks::king(at),
            Role::Pawn => Bitboard::EMPTY,
        }
    }

    /// Where one leg of a pawn on `at` may end (H10), hoppers' squares included.
    pub(super) fn pawn_leg(&self, at: Square) -> Bitboard {
        let empty = !self.occupied;
        let single = Bitboard::of(at).ahead(self.color) & empty;
        let third = Bitboard::rank(Rank::Third.of(self.color));
        let starts = at.rank() == Rank::Second.of(self.color);
        let double = if starts {
            (single & third).ahead(self.color) & empty
        } else {
            Bitboard::EMPTY
        };
        let enemies = self.occupied.without(self.own);
        single | double | attacks::pawn(self.color, at) & enemies
    }

    /// Where one leg of a piece of `role` may end, hoppers' squares included.
    pub(super) fn leg(&self, role: Role, at: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_leg(at),
            _ => Board::attacks_of(role, at, self.occupied).without(self.own),
        }
    }

    /// The pawns among `pawns` whose first leg may land on a hopper.
    pub(super) fn hopping_pawns(&self, pawns: Bitboard) -> Bitboard {
        let back = !self.color;
        let behind = self.hoppers.ahead(back);
        let third = Bitboard::rank(Rank::Third.of(self.color));
        (behind | (behind & third).without(self.occupied).ahead(back)) & pawns
    }

    /// Where the pawn on `from` may end its move.
    pub(super) fn pawn_ends(&self, from: Square) -> PawnEnds {
        let context = self.lifted(from);
        let last = Bitboard::rank(Rank::Eighth.of(self.color));
        let inner = self.hoppers.without(last);
        let all = spread(context.pawn_leg(from), inner, |at| context.pawn_leg(at));
        let ends = all.without(self.hoppers);
        let mut promoted = [ends & last; 4];
        // H11. The pawn had no choice of ways to this hopper: those it passed are used up.
        for at in all & self.hoppers & last {
            let fresh = self.hoppers.without(all);
            for (role, promoted) in Role::PROMOTIONS.into_iter().zip(&mut promoted) {
                *promoted |= context.travel(role, at, fresh);
            }
        }
        let barred = self.own | self.hoppers | Bitboard::of(from);
        PawnEnds {
            plain: ends.without(last | barred),
            promoted: promoted.map(|ends| ends.without(barred)),
        }
    }
}

/// `first` and everything that lies one leg from each of `hoppers` reached on the way. The order of
/// two hoppers makes no difference, so none is used twice (H7).
fn spread(first: Bitboard, hoppers: Bitboard, leg: impl Fn(Square) -> Bitboard) -> Bitboard {
    let mut all = first;
    let mut fresh = hoppers;
    while let Some(at) = (all & fresh).first() {
        fresh = fresh.without(Bitboard::of(at));
        all |= leg(at);
    }
    all
}
