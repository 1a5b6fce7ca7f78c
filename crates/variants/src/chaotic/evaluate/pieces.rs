//! Pieces: their squares, their mobility, and their attacks.

use jabberwock_game::Color;

use super::terms::{self, place};
use crate::{
    board::{Bitboard, Square, attacks},
    chaotic::{board::Board, role::Role},
    evaluation::{EvalTerm, Trace},
};

/// The squares attacked by the pieces of a side, immobilized ones excepted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ActiveAttacks {
    /// Squares on which they can capture any piece but pawns.
    pub(super) pieces: Bitboard,
    /// Squares on which they can capture pawns.
    pub(super) pawns: Bitboard,
    /// Squares attacked by knights, rooks, archbishops.
    pub(super) by: [Bitboard; 3],
    /// The sum of the weights of the pieces that attack squares around the enemy king.
    pub(super) king_attack_units: usize,
}

/// Counts the terms of the pieces of a side.
struct PieceCounter<'a, T> {
    board: &'a Board,
    us: Color,
    /// The squares around the enemy king.
    zone: Bitboard,
    attacked: ActiveAttacks,
    trace: &'a mut T,
}

/// Counts `us`'s pieces one by one; returns their attacks.
pub(super) fn count<T: Trace>(board: &Board, us: Color, trace: &mut T) -> ActiveAttacks {
    let zone = board.king(!us).map_or(Bitboard::EMPTY, |king| {
        attacks::king(king) | Bitboard::of(king)
    });
    let mut counter = PieceCounter {
        board,
        us,
        zone,
        attacked: ActiveAttacks::default(),
        trace,
    };
    counter.pawns();
    counter.merchants();
    counter.officers();
    counter.immobilized();
    let army = board.army(us).len() as usize;
    counter.trace.bucket(terms::ARMY, army);
    counter.attacked
}

impl<T: Trace> PieceCounter<'_, T> {
    /// Counts the material and the placement of a piece.
    fn add_piece(&mut self, role: Role, placement: EvalTerm, square: Square) {
        if role != Role::King {
            self.trace.add(terms::MATERIAL, role.index(), 1);
        }
        self.trace.add(placement, place(square, self.us), 1);
    }

    fn mobility(&mut self, term: EvalTerm, squares: Bitboard) {
        self.trace.bucket(term, squares.len() as usize);
    }

    fn pawns(&mut self) {
        let (board, us) = (self.board, self.us);
        let occupied = board.occupied();
        let pawns = board.pieces(us, Role::Pawn);
        let pushable = board.pushable() & board.color(!us);
        let mut pushed = Bitboard::EMPTY;
        for square in pawns {
            self.add_piece(Role::Pawn, terms::PLACE_PAWN, square);
            let lines = attacks::rook(square, occupied);
            self.mobility(terms::MOBILITY_PAWN, lines.without(occupied));
            for target in (lines & pushable).without(Bitboard::of(square).beside()) {
                if board.has_room_behind(square, target) {
                    pushed |= Bitboard::of(target);
                }
            }
        }
        for role in Role::ALL {
            let count = (pushed & board.role(role)).len() as i32;
            if count > 0 {
                self.trace.add(terms::PUSH, role.index(), count);
            }
        }
        let beside = (pawns & pawns.beside()).len() as i32;
        self.trace.add(terms::PAWN_BESIDE, 0, beside);
    }

    fn merchants(&mut self) {
        let merchants = self.board.pieces(self.us, Role::Merchant);
        for square in merchants {
            self.add_piece(Role::Merchant, terms::PLACE_MERCHANT, square);
            let steps = self.board.reach(self.us, Role::Merchant, square);
            self.mobility(terms::MOBILITY_MERCHANT, steps);
        }
        if let (Some(first), Some(last)) = (merchants.first(), merchants.last())
            && first != last
        {
            self.trace.add(terms::MERCHANT_PAIR, 0, 1);
            let apart = first.distance(last) as usize;
            self.trace.add(terms::MERCHANT_APART, apart, 1);
        }
    }

    /// Counts knights, rooks, archbishops and the king.
    fn officers(&mut self) {
        let (board, us) = (self.board, self.us);
        let active = board.active(us);
        let occupied = board.occupied();
        let own = board.color(us);
        let pawns = board.role(Role::Pawn);
        // Lines as if there were no own pawns.
        let open = occupied.without(own & pawns);
        for square in board.pieces(us, Role::Knight) {
            self.add_piece(Role::Knight, terms::PLACE_KNIGHT, square);
            if active.contains(square) {
                let leaps = attacks::knight(square);
                self.mobility(terms::MOBILITY_KNIGHT, leaps.without(own));
                self.attack(0, 2, leaps, leaps);
            }
        }
        for square in board.pieces(us, Role::Rook) {
            self.add_piece(Role::Rook, terms::PLACE_ROOK, square);
            if active.contains(square) {
                let lines = attacks::rook(square, occupied);
                self.mobility(terms::MOBILITY_ROOK, lines.without(own | pawns));
                let behind = attacks::rook(square, open).without(lines | own | pawns);
                self.trace
                    .add(terms::MOBILITY_BEHIND, 0, behind.len() as i32);
                self.attack(1, 2, lines, Bitboard::EMPTY);
            }
        }
        for square in board.pieces(us, Role::Archbishop) {
            self.add_piece(Role::Archbishop, terms::PLACE_ARCHBISHOP, square);
            if active.contains(square) {
                let leaps = attacks::knight(square);
                let lines = attacks::bishop(square, occupied);
                let reached = (leaps | lines.without(pawns)).without(own);
                self.mobility(terms::MOBILITY_ARCHBISHOP, reached);
                let behind = attacks::bishop(square, open).without(lines | own | pawns);
                self.trace
                    .add(terms::MOBILITY_BEHIND, 1, behind.len() as i32);
                self.attack(2, 3, leaps | lines, leaps);
            }
        }
        if let Some(king) = board.king(us) {
            self.add_piece(Role::King, terms::PLACE_KING, king);
            if active.contains(king) {
                let steps = attacks::king(king);
                self.attacked.pieces |= steps;
                self.attacked.pawns |= steps;
            }
        }
    }

    fn attack(&mut self, index: usize, units: usize, pieces: Bitboard, pawns: Bitboard) {
        self.attacked.pieces |= pieces;
        self.attacked.pawns |= pawns;
        self.attacked.by[index] |= pieces;
        if pieces.intersects(self.zone) {
            self.attacked.king_attack_units += units;
        }
    }

    /// Counts pieces beside enemy merchants, immobilized or freed by own ones (chaotic X7).
    fn immobilized(&mut self) {
        let (board, us) = (self.board, self.us);
        let touched = board.pieces(!us, Role::Merchant).beside() & board.color(us);
        if touched.is_empty() {
            return;
        }
        let held = board.immobilized(us);
        for (index, role) in [Role::Knight, Role::Rook, Role::Archbishop, Role::King]
            .into_iter()
            .enumerate()
        {
            let pieces = board.role(role) & touched;
            self.trace
                .add(terms::HELD, index, (pieces & held).len() as i32);
            self.trace
                .add(terms::FREED, index, pieces.without(held).len() as i32);
        }
    }
}
