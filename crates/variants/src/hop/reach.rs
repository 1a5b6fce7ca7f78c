//! The target squares of moves, hops included (hop H5 to H11), without castling and en passant.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board, Role},
};

/// The pieces and hoppers that restrict the moves of a side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    color: Color,
    own: Bitboard,
    occupied: Bitboard,
    hoppers: Bitboard,
}

/// The target squares of a pawn's move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEnds {
    /// The target squares as a pawn.
    pub(super) plain: Bitboard,
    /// The target squares as a promoted piece, in the order of [`Role::PROMOTIONS`].
    pub(super) promoted: [Bitboard; 4],
}

impl MoveContext {
    /// Returns the context of `color`'s moves.
    pub(super) fn new(board: &Board, color: Color, hoppers: [Option<Square>; 2]) -> MoveContext {
        MoveContext {
            color,
            own: board.color(color),
            occupied: board.occupied(),
            hoppers: hoppers.into_iter().flatten().collect(),
        }
    }

    /// Returns the hoppers' squares.
    pub(super) fn hoppers(&self) -> Bitboard {
        self.hoppers
    }

    /// Returns the squares without a piece, hoppers' squares included.
    pub(super) fn empty(&self) -> Bitboard {
        !self.occupied
    }

    /// Returns the context with the piece on `from` removed: while it moves on, its square is empty
    /// (H6).
    pub(super) fn lifted(self, from: Square) -> MoveContext {
        let from = Bitboard::of(from);
        MoveContext {
            own: self.own.without(from),
            occupied: self.occupied.without(from),
            ..self
        }
    }

    /// Returns the target squares of a piece of `role`, not a pawn, for a move from `from`.
    pub(super) fn ends(&self, role: Role, from: Square) -> Bitboard {
        let ends = match role {
            Role::Pawn => Bitboard::EMPTY,
            // H8: kings never hop.
            Role::King => attacks::king(from),
            _ => self.lifted(from).travel(role, from, self.hoppers),
        };
        ends.without(self.own | self.hoppers)
    }

    /// Returns all squares that a piece of `role` reaches from `at`, moving on from each of
    /// `hoppers` on which it lands.
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

    /// Returns the target squares of one leg of a pawn on `at` (H10), including hoppers' squares.
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

    /// Returns the target squares of one leg of a piece of `role`, including hoppers' squares.
    pub(super) fn leg(&self, role: Role, at: Square) -> Bitboard {
        match role {
            Role::Pawn => self.pawn_leg(at),
            _ => Board::attacks_of(role, at, self.occupied).without(self.own),
        }
    }

    /// Returns the pawns among `pawns` whose first leg may land on a hopper.
    pub(super) fn hopping_pawns(&self, pawns: Bitboard) -> Bitboard {
        let back = !self.color;
        let behind = self.hoppers.ahead(back);
        let third = Bitboard::rank(Rank::Third.of(self.color));
        (behind | (behind & third).without(self.occupied).ahead(back)) & pawns
    }

    /// Returns the target squares of the pawn on `from`.
    pub(super) fn pawn_ends(&self, from: Square) -> PawnEnds {
        let context = self.lifted(from);
        let last = Bitboard::rank(Rank::Eighth.of(self.color));
        let inner = self.hoppers.without(last);
        let all = spread(context.pawn_leg(from), inner, |at| context.pawn_leg(at));
        let ends = all.without(self.hoppers);
        let mut promoted = [ends & last; 4];
        // H11. The pawn's route to this hopper is forced: the hoppers it passed are used up.
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

/// Returns `first` and all squares one leg from each of `hoppers` reached on the way. The order of
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
