//! Pseudo-legal steps: the safety of the own king is not looked at (K34).

use jabberwock_game::{Color, Position as _, Stage};

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

/// The steps of `stage` at the start of a turn, each with whether it captures. Pawns have no
/// letters, and every link is the last; those that may promote are given in both stages.
pub(super) fn all(pos: &Position, stage: Stage, emit: &mut impl FnMut(Move, bool)) {
    let board = pos.board();
    let us = pos.turn();
    let loaded = board.loaded();
    let wanted = Wanted::of(stage);
    for square in board.color(us) | loaded {
        if loaded.contains(square) {
            for (level, piece) in board.stack(square).enumerate() {
                if piece.color() == us {
                    of_piece(pos, (square, level), piece, wanted, emit);
                }
            }
        } else if let Some(piece) = board.base(square) {
            of_piece(pos, (square, 0), piece, wanted, emit);
        }
    }
}

/// Which steps are generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    captures: bool,
    quiet: bool,
}

impl Wanted {
    /// Captures, and everything else.
    pub(super) const ALL: Wanted = Wanted {
        captures: true,
        quiet: true,
    };

    fn of(stage: Stage) -> Wanted {
        Wanted {
            captures: stage == Stage::Noisy,
            quiet: stage == Stage::Quiet,
        }
    }
}

/// The steps of the piece `piece` on `from`, a square and a level, each with whether it captures.
pub(super) fn of_piece(
    pos: &Position,
    (from, level): (Square, usize),
    piece: Piece,
    wanted: Wanted,
    emit: &mut impl FnMut(Move, bool),
) {
    let mover = Mover {
        pos,
        from,
        level,
        wanted,
    };
    match piece.role() {
        Role::Pawn => mover.pawn(emit),
        Role::King => mover.king(emit),
        role => {
            let ends = reach(piece.color(), role, from, pos.board().occupied());
            mover.go(ends, true, emit);
            if wanted.captures {
                mover.special_captures(role, ends, emit);
            }
        }
    }
}

struct Mover<'a> {
    pos: &'a Position,
    from: Square,
    level: usize,
    wanted: Wanted,
}

impl Mover<'_> {
    /// Captures of enemies on `ends`, moves to those that are empty, jumps inside rooks (K3).
    fn go(&self, ends: Bitboard, last: bool, emit: &mut impl FnMut(Move, bool)) {
        let board = self.pos.board();
        let to = |to| Move {
            last,
            ..Move::go(self.from, self.level, to)
        };
        if self.wanted.captures {
            for enemy in ends & board.color(!self.pos.turn()) {
                emit(to(enemy), true);
            }
        }
        if self.wanted.quiet {
            for free in ends.without(board.occupied()) {
                emit(to(free), false);
            }
            self.jump(ends, last, emit);
        }
    }

    fn jump(&self, ends: Bitboard, last: bool, emit: &mut impl FnMut(Move, bool)) {
        for to in ends & self.pos.board().role(Role::Rook) {
            let mv = Move {
                last,
                jump: true,
                ..Move::go(self.from, self.level, to)
            };
            emit(mv, false);
        }
    }

    /// Captures by other ways than by going to a square.
    fn special_captures(&self, role: Role, ends: Bitboard, emit: &mut impl FnMut(Move, bool)) {
        match role {
            Role::Knight => self.knight(ends, &mut |mv| emit(mv, true)),
            Role::Queen if attacks::king(self.from).meets(self.pos.board().occupied()) => {
                let round = Move {
                    kind: StepKind::Round,
                    ..Move::go(self.from, self.level, self.from)
                };
                emit(round, true);
            }
            _ => {}
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

    fn pawn(&self, emit: &mut impl FnMut(Move, bool)) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let Wanted { captures, quiet } = self.wanted;
        let occupied = board.occupied();
        let mut ends = pawn_ends(self.pos, self.from, self.level == 0);
        if !quiet {
            ends &= Bitboard::rank(Rank::Eighth.of(us));
        }
        for to in ends.without(occupied) {
            emit(Move::go(self.from, self.level, to), false);
        }
        if quiet {
            self.jump(ends, true, emit);
        }
        if captures {
            let targets = board.color(!us) | self.pos.double_steps().passed().without(occupied);
            for to in attacks::pawn(us, self.from) & targets {
                emit(Move::go(self.from, self.level, to), true);
            }
        }
        for to in ends & occupied {
            let loaded = board.loaded().contains(to);
            if loaded && !quiet {
                // Inside a rook no pawn promotes.
                continue;
            }
            for (other, piece) in board.stack(to).enumerate().skip(usize::from(loaded)) {
                if piece.color() != us || piece.role() != Role::Pawn {
                    emit(link(self.from, self.level, to, other), false);
                }
            }
        }
    }

    fn king(&self, emit: &mut impl FnMut(Move, bool)) {
        self.go(attacks::king(self.from), false, emit);
        if !self.wanted.quiet {
            return;
        }
        let pos = self.pos;
        let us = pos.turn();
        for wing in Wing::ALL {
            if pos.castling().has(us, wing)
                && !pos.is_check()
                && may_pass(pos.board().occupied(), us, wing)
                && crosses_safely(pos, self.from, wing.rook_to(us))
            {
                let castle = Move {
                    kind: StepKind::Castle,
                    last: false,
                    ..Move::go(self.from, self.level, wing.king_to(us))
                };
                emit(castle, false);
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
    let near = Bitboard::of(at).beside();
    let reached_from = (near | near.beside()).without(Bitboard::of(at));
    for from in board.presence(us, Role::Pawn) & reached_from {
        for (place, piece) in board.stack(from).enumerate() {
            let fresh = piece.role() == Role::Pawn && piece.color() == us && !piece.is_marked();
            if fresh && pawn_ends(pos, from, place == 0).contains(at) {
                emit(link(from, place, at, level));
            }
        }
    }
}

/// Whether another link may follow `mv`, a link that is not made yet: it changes neither where
/// other pawns are nor which squares are empty.
pub(super) fn has_further_links(pos: &Position, mv: Move) -> bool {
    let mut found = false;
    further_links(pos, mv.from, mv.level, &mut |_| found = true);
    found
}

/// The second steps of the king in hand from `at` (K5), those nearest the own side of the board
/// first, each with whether it captures.
pub(super) fn second_steps(pos: &Position, at: Square, emit: &mut impl FnMut(Move, bool)) {
    let board = pos.board();
    let us = pos.turn();
    let rooks = board.role(Role::Rook);
    let ends = attacks::king(at) & (!board.color(us) | rooks);
    let seen = match us {
        Color::White => ends,
        Color::Black => ends.flipped(),
    };
    for to in seen {
        let to = to.of(us);
        if !board.color(us).contains(to) {
            emit(Move::go(at, 0, to), board.color(!us).contains(to));
        }
        if rooks.contains(to) {
            let jump = Move {
                jump: true,
                ..Move::go(at, 0, to)
            };
            emit(jump, false);
        }
    }
}
