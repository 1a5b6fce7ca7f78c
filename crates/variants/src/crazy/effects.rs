//! The effects of captures (crazy K10 to K16, E1 to E4, K36).

use jabberwock_game::{ByColor, Color};

use super::{
    board::{Board, Level, Slot},
    piece::Piece,
};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::Role,
};

/// Whether the capture of `piece` at this square and level has effects.
pub(super) fn has_effects(board: &Board, piece: Piece, square: Square, level: Level) -> bool {
    match piece.role() {
        Role::Pawn | Role::Knight => false,
        Role::Bishop => !piece.is_ghost(),
        Role::Rook => board.at(square, level + 1).is_some(),
        Role::Queen | Role::King => true,
    }
}

/// Makes captures with their effects, depth first (E1).
///
/// The depth of the recursion is bounded: each call removes a piece from the board, a bishop twice,
/// so it is at most one and a half times the number of pieces.
#[derive(Debug)]
pub(super) struct Effects<'a> {
    board: &'a mut Board,
    /// The player to move. Effects occur in the order of squares from its point of view (E2).
    mover: Color,
    /// The squares on which a base was captured.
    pub(super) captured_on: Bitboard,
    /// The players whose king was captured.
    pub(super) lost: ByColor<bool>,
    /// Whether any piece was captured.
    pub(super) any: bool,
}

impl<'a> Effects<'a> {
    /// Starts without captures, in a turn of `mover`.
    pub(super) fn new(board: &'a mut Board, mover: Color) -> Effects<'a> {
        Effects {
            board,
            mover,
            captured_on: Bitboard::EMPTY,
            lost: ByColor::default(),
            any: false,
        }
    }

    /// Captures the base of `square`, if there is one, by a piece that ends there with everything
    /// above it before effects begin (E3).
    pub(super) fn arrive(&mut self, square: Square, slot: Slot) {
        let taken = self.board.take(square);
        self.board.push(square, slot);
        if taken != 0 {
            self.captured_on |= Bitboard::of(square);
            self.apply_effects(taken, square);
        }
    }

    /// Captures the base of `square` by a piece that does not end there.
    pub(super) fn capture_base(&mut self, square: Square) {
        let taken = self.board.take(square);
        if taken != 0 {
            self.captured_on |= Bitboard::of(square);
            self.apply_effects(taken, square);
        }
    }

    /// Captures the piece at `level` on `square`, base or not, by a knight (K17). A rook is
    /// captured with its load (K13).
    pub(super) fn capture_at(&mut self, square: Square, level: Level) {
        if level == 0 {
            return self.capture_base(square);
        }
        let slot = self.board.lift(square, level);
        if slot != 0 {
            self.apply_effects(slot, square);
        }
    }

    /// Captures the pieces on `squares` simultaneously (E2).
    pub(super) fn capture_all(&mut self, squares: Bitboard) {
        let mut taken = [(Square::A1, 0); 9];
        let mut count = 0;
        let pieces = squares & self.board.occupied();
        let seen = match self.mover {
            Color::White => pieces,
            Color::Black => pieces.flipped(),
        };
        for square in seen {
            let square = square.of(self.mover);
            taken[count] = (square, self.board.take(square));
            self.captured_on |= Bitboard::of(square);
            count += 1;
        }
        for &(square, slot) in &taken[..count] {
            self.apply_effects(slot, square);
        }
    }

    /// Applies the effects of the capture on `square` of the piece in `slot`, already off the
    /// board. The load of a rook is still above it, off the board, too (K36).
    fn apply_effects(&mut self, slot: Slot, square: Square) {
        self.any = true;
        let piece = self.board.piece(slot);
        match piece.role() {
            Role::Queen => self.capture_all(attacks::king(square) | Bitboard::of(square)),
            Role::Rook => self.drop_load(slot, square),
            Role::Bishop if !piece.is_ghost() => {
                let ghost = piece.ghost();
                let fresh = piece.color() == self.mover;
                let ghost = if fresh { ghost.marked() } else { ghost };
                self.board.transform_in_air(slot, ghost);
                self.arrive(square, slot);
            }
            Role::King => self.lost[piece.color()] = true,
            Role::Pawn | Role::Knight | Role::Bishop => {}
        }
    }

    /// Drops the load of the rook in `slot` onto `square` (K12).
    fn drop_load(&mut self, slot: Slot, square: Square) {
        let mut falling = self.board.unload(slot);
        while falling != 0 {
            if self.board.piece(falling).role() == Role::Rook {
                return self.arrive(square, falling);
            }
            let next = self.board.unload(falling);
            self.arrive(square, falling);
            falling = next;
        }
    }
}
