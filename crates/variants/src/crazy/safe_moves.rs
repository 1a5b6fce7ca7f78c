//! Moves that cannot endanger the own king, and need not be tried out.

use jabberwock_game::{Color, Position as _};

use super::{
    board::Board,
    moves::{Move, StepKind},
    piece::Piece,
    position::Position,
    threat::{PieceSets, is_carried, spread, ways, with_effects, zone},
};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::{Role, Wing},
};

/// What a move may change about the safety of its own king, which is not in check.
///
/// The enemy reaches the king by a capture in its zone, or next to it by a piece that is or carries
/// a queen (see [`super::threat`]). A move is harmless if it opens no line there, gives no knight a
/// square to end on, changes no piece there, and brings nothing there whose capture has effects.
#[derive(Debug)]
pub(super) struct SafeMoveFilter {
    /// Every move must be tried out.
    all: bool,
    us: Color,
    zone: Bitboard,
    near: Bitboard,
    /// Where enemies would capture to get at the king: the zone, and pieces next to it whose capture
    /// by a queen has effects.
    targets: Bitboard,
    /// Squares from which every move must be tried out.
    watched: Bitboard,
    /// Where enemy knights end that might capture in the zone on their way.
    ends: Bitboard,
    /// Whether the enemy has pieces that are or carry queens.
    queen_carriers: bool,
}

impl SafeMoveFilter {
    pub(super) fn of(pos: &Position) -> SafeMoveFilter {
        let us = pos.turn();
        let board = pos.board();
        let mut filter = SafeMoveFilter {
            all: true,
            us,
            zone: Bitboard::EMPTY,
            near: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            watched: Bitboard::EMPTY,
            ends: Bitboard::EMPTY,
            queen_carriers: false,
        };
        let Some((king, level)) = board.king(us) else {
            return filter;
        };
        if pos.is_check() || board.may_have_ghosts() || is_carried(board, king, level, !us) {
            return filter;
        }
        filter.zone = zone(board, king);
        filter.near = spread(filter.zone);
        filter.all = filter.meets_king(pos);
        if !filter.all {
            filter.watch(board, &PieceSets::of(board, !us));
        }
        filter
    }

    /// Whether the enemy's king can get next to the zone in one step, whatever stands in its way.
    fn meets_king(&self, pos: &Position) -> bool {
        let them = !self.us;
        let Some((king, _)) = pos.board().king(them) else {
            return false;
        };
        attacks::king(king).meets(self.near)
            || Wing::ALL.into_iter().any(|wing| {
                pos.castling().has(them, wing) && self.near.contains(wing.king_to(them))
            })
    }

    fn watch(&mut self, board: &Board, enemy: &PieceSets) {
        self.queen_carriers = !enemy.queen_carriers.is_empty();
        self.watched = self.zone;
        self.targets = self.zone;
        if self.queen_carriers {
            self.watched |= self.near;
            self.targets |= with_effects(board, self.us, self.zone);
        }
        let occupied = board.occupied();
        for target in self.targets {
            let snipers = attacks::diagonals(target) & enemy.diagonal
                | attacks::straights(target) & enemy.straight;
            for sniper in snipers {
                let between = attacks::between(target, sniper) & occupied;
                if !between.is_several() {
                    self.watched |= between;
                }
            }
        }
        for knight in enemy.knights {
            if ways(knight).meets(self.zone) {
                self.ends |= attacks::knight(knight);
            }
        }
        self.watched |= self.ends;
    }

    /// Whether an enemy rook is on or inside `square`.
    fn is_carrier(&self, board: &Board, square: Square) -> bool {
        let rook = Piece::new(!self.us, Role::Rook);
        board.stack(square).any(|piece| piece == rook)
    }

    /// Whether `mv` of `piece`, no king, is known to leave the king safe.
    pub(super) fn is_safe(&self, board: &Board, mv: Move, piece: Piece) -> bool {
        if self.all || self.watched.contains(mv.from) || self.zone.contains(mv.to) {
            return false;
        }
        let captured = match mv.kind {
            StepKind::Go if mv.jump => None,
            StepKind::Go => board.base(mv.to),
            StepKind::Way => {
                let square = mv.captures_on();
                let line = attacks::line(mv.from, square);
                if self.watched.contains(square) || line.meets(self.targets) {
                    return false;
                }
                board.at(square, mv.other)
            }
            _ => return false,
        };
        let (mut carries, mut queen) = (false, piece.role() == Role::Queen);
        if piece.role() == Role::Rook {
            for load in board.stack(mv.from).skip(mv.level + 1) {
                carries |= load.color() != self.us;
                queen |= load.role() == Role::Queen;
            }
        }
        // What enemy rooks carry falls with them.
        let loads = (mv.level > 0 && self.is_carrier(board, mv.from))
            || (mv.jump && self.is_carrier(board, mv.to))
            || (mv.kind == StepKind::Way && board.loaded().contains(mv.captures_on()));
        if loads {
            return false;
        }
        let near = self.near.contains(mv.to);
        if carries || (queen || self.queen_carriers) && near || queen && mv.jump {
            return false;
        }
        match captured {
            None => !is_en_passant(mv, piece),
            Some(man) => {
                let place = if mv.kind == StepKind::Way {
                    mv.other
                } else {
                    0
                };
                let square = mv.captures_on();
                !self.ends.contains(mv.to) && !has_effects(board, man, square, place)
            }
        }
    }
}

/// Whether the capture of `man` on this place has effects.
fn has_effects(board: &Board, man: Piece, square: Square, level: usize) -> bool {
    match man.role() {
        Role::Pawn | Role::Knight => false,
        Role::Bishop => !man.is_ghost(),
        Role::Rook => board.at(square, level + 1).is_some(),
        Role::Queen | Role::King => true,
    }
}

/// A diagonal move of a pawn to an empty square.
fn is_en_passant(mv: Move, piece: Piece) -> bool {
    piece.role() == Role::Pawn && mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank()
}
