//! Pseudo-legal steps: the safety of the own king is not looked at (K34).

use jabberwock_game::Position as _;

use super::{
    castling::crosses_safely,
    moves::{Move, StepKind, way},
    piece::Piece,
    position::Position,
    threat::{PieceSets, may_pass, reach, ways},
};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Role, Wing},
};

/// Every step at the start of a turn. Pawns have no letters, and every link is the last.
pub(super) fn all(pos: &Position, emit: &mut impl FnMut(Move)) {
    let board = pos.board();
    let us = pos.turn();
    for square in board.color(us) | board.loaded() {
        for (level, piece) in board.stack(square).enumerate() {
            if piece.color() == us {
                of_piece(pos, square, level, piece, emit);
            }
        }
    }
}

/// The steps of the piece `piece` at `level` on `from`.
pub(super) fn of_piece(
    pos: &Position,
    from: Square,
    level: usize,
    piece: Piece,
    emit: &mut impl FnMut(Move),
) {
    let mover = Mover { pos, from, level };
    match piece.role() {
        Role::Pawn => mover.pawn(emit),
        Role::King => mover.king(emit),
        role => {
            let ends = reach(piece.color(), role, from, pos.board().occupied());
            mover.go(ends, true, emit);
            match role {
                Role::Knight => mover.knight(ends, emit),
                Role::Queen if attacks::king(from).meets(pos.board().occupied()) => {
                    emit(Move {
                        kind: StepKind::Round,
                        ..Move::go(from, level, from)
                    });
                }
                _ => {}
            }
        }
    }
}

struct Mover<'a> {
    pos: &'a Position,
    from: Square,
    level: usize,
}

impl Mover<'_> {
    /// Moves to those of `ends` that are empty, captures enemies there, jumps inside rooks (K3).
    fn go(&self, ends: Bitboard, last: bool, emit: &mut impl FnMut(Move)) {
        let board = self.pos.board();
        for to in ends.without(board.color(self.pos.turn())) {
            emit(Move {
                last,
                ..Move::go(self.from, self.level, to)
            });
        }
        self.jump(ends, last, emit);
    }

    fn jump(&self, ends: Bitboard, last: bool, emit: &mut impl FnMut(Move)) {
        for to in ends & self.pos.board().role(Role::Rook) {
            emit(Move {
                last,
                jump: true,
                ..Move::go(self.from, self.level, to)
            });
        }
    }

    /// Captures on the way and inside rooks (K17).
    fn knight(&self, ends: Bitboard, emit: &mut impl FnMut(Move)) {
        let board = self.pos.board();
        let them = !self.pos.turn();
        let rooks = board.role(Role::Rook);
        let enemies = if board.loaded().is_empty() {
            board.color(them)
        } else {
            PieceSets::of(board, them).all
        };
        let free = ends & (!board.occupied() | rooks);
        let go = |to| Move::go(self.from, self.level, to);
        if ways(self.from).meets(enemies) {
            for to in free {
                for (path, square) in way(self.from, to).into_iter().enumerate() {
                    if enemies.contains(square) {
                        let kind = StepKind::Way;
                        let mv = Move {
                            kind,
                            path,
                            ..go(to)
                        };
                        self.knight_captures(mv, square, 0, emit);
                    }
                }
            }
        }
        for to in free & board.loaded() & enemies {
            let kind = StepKind::Inner;
            self.knight_captures(Move { kind, ..go(to) }, to, 1, emit);
        }
    }

    /// Captures by `mv`, a knight's movement, of the enemies in the stack on `square` from the level
    /// `lowest` upwards.
    fn knight_captures(
        &self,
        mv: Move,
        square: Square,
        lowest: usize,
        emit: &mut impl FnMut(Move),
    ) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let jump = board.role(Role::Rook).contains(mv.to);
        for (other, piece) in board.stack(square).enumerate().skip(lowest) {
            if piece.color() != us {
                emit(Move { jump, other, ..mv });
            }
        }
    }

    fn pawn(&self, emit: &mut impl FnMut(Move)) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let ends = pawn_ends(self.pos, self.from, self.level == 0);
        let occupied = board.occupied();
        for to in ends.without(occupied) {
            emit(Move::go(self.from, self.level, to));
        }
        self.jump(ends, true, emit);
        let targets = board.color(!us) | self.pos.double_steps().passed().without(occupied);
        for to in attacks::pawn(us, self.from) & targets {
            emit(Move::go(self.from, self.level, to));
        }
        for to in ends & occupied {
            let lowest = usize::from(board.loaded().contains(to));
            for (other, piece) in board.stack(to).enumerate().skip(lowest) {
                if piece.color() != us || piece.role() != Role::Pawn {
                    emit(link(self.from, self.level, to, other));
                }
            }
        }
    }

    fn king(&self, emit: &mut impl FnMut(Move)) {
        let ends = attacks::king(self.from);
        self.go(ends, false, emit);
        let pos = self.pos;
        let us = pos.turn();
        for wing in Wing::ALL {
            if pos.castling().has(us, wing)
                && !pos.is_check()
                && may_pass(pos.board().occupied(), us, wing)
                && crosses_safely(pos, self.from, wing.rook_to(us))
            {
                emit(Move {
                    kind: StepKind::Castle,
                    last: false,
                    ..Move::go(self.from, self.level, wing.king_to(us))
                });
            }
        }
    }
}

/// A disguise as the last link.
fn link(from: Square, level: usize, to: Square, other: usize) -> Move {
    Move {
        kind: StepKind::Link,
        other,
        ..Move::go(from, level, to)
    }
}

/// The squares a pawn of the player to move might go to without capturing, if nothing stood there
/// (K20, K21, K23).
fn pawn_ends(pos: &Position, from: Square, base: bool) -> Bitboard {
    let us = pos.turn();
    let pawn = Bitboard::of(from);
    let empty = !pos.board().occupied();
    let (ahead, east, west) = (pawn.ahead(us), pawn.east(), pawn.west());
    let mut ends = ahead | pawn.ahead(!us) | east | west;
    if base && from.rank() == Rank::Second.of(us) {
        ends |= (ahead & empty).ahead(us) | (east & empty).east() | (west & empty).west();
    }
    ends.without(Bitboard::rank(Rank::First.of(us)))
}

/// The links that may follow when the disguised piece has come to `level` on `at` (K27).
pub(super) fn further_links(pos: &Position, at: Square, level: usize, emit: &mut impl FnMut(Move)) {
    let board = pos.board();
    let us = pos.turn();
    for from in PieceSets::of(board, us).pawns.without(Bitboard::of(at)) {
        for (place, piece) in board.stack(from).enumerate() {
            let fresh = piece.role() == Role::Pawn && piece.color() == us && !piece.is_marked();
            if fresh && pawn_ends(pos, from, place == 0).contains(at) {
                emit(link(from, place, at, level));
            }
        }
    }
}

/// The second steps of the king in hand from `at` (K5), those nearest the own side of the board
/// first.
pub(super) fn second_steps(pos: &Position, at: Square, emit: &mut impl FnMut(Move)) {
    let board = pos.board();
    let us = pos.turn();
    let ends = attacks::king(at);
    let rooks = board.role(Role::Rook);
    let order = Square::ALL.map(|square| square.of(us));
    for to in order.into_iter().filter(|&to| ends.contains(to)) {
        if !board.color(us).contains(to) {
            emit(Move::go(at, 0, to));
        }
        if rooks.contains(to) {
            emit(Move {
                jump: true,
                ..Move::go(at, 0, to)
            });
        }
    }
}
