//! Attacks through hoppers (hop H13).
//!
//! Hoppers never block a piece (H5), they only let it move on: more hoppers, more attacks. So
//! with one hopper on its square, another one can only add attacks, and the squares where it would
//! are computed as one set.
//!
//! A piece that moves on may cross the square it started from (H6). That matters only after a
//! promotion: a slider that crosses it could have gone there at once.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board, Role},
};

/// An attack of one player on a square, with at most one hopper on the board.
#[derive(Debug)]
pub(super) struct Attack<'a> {
    board: &'a Board,
    by: Color,
    target: Square,
    hopper: Option<Square>,
    occupied: Bitboard,
    /// The squares from which rooks capture on the target.
    straight: Bitboard,
    /// The squares from which bishops capture on it.
    diagonal: Bitboard,
    /// The squares from which knights capture on it.
    leaps: Bitboard,
    /// The squares from which `by`'s pawns capture on it.
    pawn_origins: Bitboard,
}

impl<'a> Attack<'a> {
    /// Creates `by`'s attack on `target`, through `hopper` if there is one.
    pub(super) fn new(
        board: &'a Board,
        target: Square,
        by: Color,
        hopper: Option<Square>,
    ) -> Attack<'a> {
        let occupied = board.occupied();
        Attack {
            board,
            by,
            target,
            hopper,
            occupied,
            straight: attacks::rook(target, occupied),
            diagonal: attacks::bishop(target, occupied),
            leaps: attacks::knight(target),
            pawn_origins: attacks::pawn(!by, target),
        }
    }

    /// Whether some piece could capture on the target.
    pub(super) fn exists(&self) -> bool {
        self.is_direct() || self.hopper.is_some_and(|hopper| self.exists_over(hopper))
    }

    /// Whether some piece could capture on the target with another hopper on `second`.
    pub(super) fn exists_with(&self, second: Option<Square>) -> bool {
        self.exists() || second.is_some_and(|second| self.attacking_hoppers().contains(second))
    }

    fn is_direct(&self) -> bool {
        let (board, by) = (self.board, self.by);
        self.leaps.intersects(board.pieces(by, Role::Knight))
            || self.straight.intersects(board.straight_sliders(by))
            || self.diagonal.intersects(board.diagonal_sliders(by))
            || self.pawn_origins.intersects(board.pieces(by, Role::Pawn))
            || attacks::king(self.target).intersects(board.pieces(by, Role::King))
    }

    /// Whether a piece could capture by moving on from `hopper`.
    fn exists_over(&self, hopper: Square) -> bool {
        let (board, by) = (self.board, self.by);
        if self.straight.contains(hopper)
            && attacks::rook(hopper, self.occupied).intersects(board.straight_sliders(by))
            || self.diagonal.contains(hopper)
                && attacks::bishop(hopper, self.occupied).intersects(board.diagonal_sliders(by))
            || self.leaps.contains(hopper)
                && attacks::knight(hopper).intersects(board.pieces(by, Role::Knight))
            || self.pawn_origins.contains(hopper)
                && pawn_steps(board, by, self.occupied).contains(hopper)
        {
            return true;
        }
        let behind = Bitboard::of(hopper).ahead(!self.by);
        hopper.rank() == Rank::Eighth.of(by)
            && behind.intersects(board.pieces(by, Role::Pawn))
            && self.without(behind).attacks_from(hopper)
    }

    /// Returns the empty squares where another hopper would create an attack by pieces that do not
    /// attack yet.
    pub(super) fn attacking_hoppers(&self) -> Bitboard {
        self.attacking_hoppers_with(&Legs::new(self.board, self.by))
    }

    /// Returns the same, given the `legs` of the attacker's pieces.
    pub(super) fn attacking_hoppers_with(&self, legs: &Legs) -> Bitboard {
        let (board, by, occupied) = (self.board, self.by, self.occupied);
        let &Legs {
            straight,
            diagonal,
            leaps,
            pawn_steps: steps,
        } = legs;
        let mut squares = straight & self.straight
            | diagonal & self.diagonal
            | leaps & self.leaps
            | steps & self.pawn_origins;
        if let Some(hopper) = self.hopper {
            squares |= chain(hopper, straight, self.straight, || {
                attacks::rook(hopper, occupied)
            }) | chain(hopper, diagonal, self.diagonal, || {
                attacks::bishop(hopper, occupied)
            }) | chain(hopper, leaps, self.leaps, || attacks::knight(hopper));
            let at = Bitboard::of(hopper);
            if steps.contains(hopper) {
                squares |= at.ahead(by) & self.pawn_origins;
            }
            if self.pawn_origins.contains(hopper) {
                squares |= at.ahead(!by) & steps;
            }
        }
        let advanced = Bitboard::rank(Rank::Sixth.of(by)) | Bitboard::rank(Rank::Seventh.of(by));
        for from in board.pieces(by, Role::Pawn) & advanced {
            squares |= self.promotion_openings(Bitboard::of(from));
        }
        let taken = self
            .hopper
            .map_or(occupied, |hopper| occupied | Bitboard::of(hopper));
        squares.without(taken)
    }

    /// Returns the squares of another hopper that let the pawn `from`, near its last rank, attack
    /// as a promoted piece (H11).
    fn promotion_openings(&self, from: Bitboard) -> Bitboard {
        let ahead = from.ahead(self.by);
        if ahead.intersects(self.occupied) {
            return Bitboard::EMPTY;
        }
        let lifted = self.without(from);
        let hopper = self.hopper.map_or(Bitboard::EMPTY, Bitboard::of);
        if ahead.intersects(Bitboard::rank(Rank::Eighth.of(self.by))) {
            if ahead == hopper {
                return lifted.attacking_hoppers_from(ahead.sole());
            }
            let attacks = lifted.attacks_from(ahead.sole())
                || self
                    .hopper
                    .is_some_and(|hopper| lifted.attacks_over(hopper, ahead.sole()));
            return if attacks { ahead } else { Bitboard::EMPTY };
        }
        let last = ahead.ahead(self.by);
        let path = ahead | last;
        if path.intersects(self.occupied)
            || !path.intersects(hopper)
            || !lifted.attacks_from(last.sole())
        {
            return Bitboard::EMPTY;
        }
        path.without(hopper)
    }

    /// Returns the attack without the pawn `from`.
    fn without(&self, from: Bitboard) -> PromotedAttack {
        let occupied = self.occupied.without(from);
        PromotedAttack {
            occupied,
            straight: attacks::rook(self.target, occupied),
            diagonal: attacks::bishop(self.target, occupied),
            leaps: self.leaps,
        }
    }
}

/// The squares that pieces of one player reach in one leg, by kinds of movement.
#[derive(Debug)]
pub(super) struct Legs {
    straight: Bitboard,
    diagonal: Bitboard,
    leaps: Bitboard,
    /// The squares reached by non-capturing legs of pawns.
    pawn_steps: Bitboard,
}

impl Legs {
    /// Returns the legs of `by`'s pieces.
    pub(super) fn new(board: &Board, by: Color) -> Legs {
        let occupied = board.occupied();
        let straight = board.straight_sliders(by).into_iter();
        let diagonal = board.diagonal_sliders(by).into_iter();
        let knights = board.pieces(by, Role::Knight).into_iter();
        Legs {
            straight: straight.map(|from| attacks::rook(from, occupied)).collect(),
            diagonal: diagonal
                .map(|from| attacks::bishop(from, occupied))
                .collect(),
            leaps: knights.map(attacks::knight).collect(),
            pawn_steps: pawn_steps(board, by, occupied),
        }
    }
}

/// Returns the squares that `by`'s pawns reach by a non-capturing leg.
fn pawn_steps(board: &Board, by: Color, occupied: Bitboard) -> Bitboard {
    let empty = !occupied;
    let single = board.pieces(by, Role::Pawn).ahead(by) & empty;
    let third = Bitboard::rank(Rank::Third.of(by));
    single | (single & third).ahead(by) & empty
}

/// Returns the squares of a second hopper that connect pieces, whose legs end on `first`, to a
/// target that is reached from `last`, by way of `hopper`; `around` are the squares one leg from
/// it.
fn chain(
    hopper: Square,
    first: Bitboard,
    last: Bitboard,
    around: impl FnOnce() -> Bitboard,
) -> Bitboard {
    let mut joined = Bitboard::EMPTY;
    if first.contains(hopper) {
        joined |= last;
    }
    if last.contains(hopper) {
        joined |= first;
    }
    if joined.is_empty() {
        joined
    } else {
        joined & around()
    }
}

/// The squares from which promoted pieces could capture on the target, without the pawn that
/// promoted.
struct PromotedAttack {
    occupied: Bitboard,
    straight: Bitboard,
    diagonal: Bitboard,
    leaps: Bitboard,
}

impl PromotedAttack {
    /// Whether some promoted piece on `at` could capture.
    fn attacks_from(&self, at: Square) -> bool {
        (self.straight | self.diagonal | self.leaps).contains(at)
    }

    /// Whether some promoted piece on `at` could capture by way of `hopper`.
    fn attacks_over(&self, hopper: Square, at: Square) -> bool {
        let occupied = self.occupied;
        self.straight.contains(hopper) && attacks::rook(hopper, occupied).contains(at)
            || self.diagonal.contains(hopper) && attacks::bishop(hopper, occupied).contains(at)
            || self.leaps.contains(hopper) && attacks::knight(hopper).contains(at)
    }

    /// Returns the hopper squares by way of which some promoted piece on `at` could capture.
    fn attacking_hoppers_from(&self, at: Square) -> Bitboard {
        attacks::rook(at, self.occupied) & self.straight
            | attacks::bishop(at, self.occupied) & self.diagonal
            | attacks::knight(at) & self.leaps
    }
}
