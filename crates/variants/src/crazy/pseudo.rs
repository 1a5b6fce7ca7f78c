//! Pseudo-legal steps: the safety of the own king is ignored (K34).

use jabberwock_game::{Color, Position as _, Stage};

use super::{
    board::Level,
    castling::crosses_safely,
    knight_ways::{way, ways},
    moves::{Move, StepKind},
    piece::Piece,
    position::Position,
    threat::{PieceSets, may_pass, reach},
};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{CastlingSide, Role},
};

/// A receiver of pseudo-legal steps.
pub(super) trait StepSink {
    /// Takes a step; `captures` tells whether it captures.
    fn step(&mut self, mv: Move, captures: bool);

    /// Takes the moves of the piece on a square and a level to each of `ends`.
    #[inline]
    fn moves(&mut self, (from, level): (Square, Level), ends: Bitboard, captures: bool) {
        for to in ends {
            self.step(Move::go(from, level, to), captures);
        }
    }
}

impl<F: FnMut(Move, bool)> StepSink for F {
    fn step(&mut self, mv: Move, captures: bool) {
        self(mv, captures);
    }
}

/// The stages of the generated steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Those of [`Stage::Noisy`]: captures and new queens.
    pub(super) noisy: bool,
    /// Those of [`Stage::Quiet`].
    pub(super) quiet: bool,
}

impl Wanted {
    /// Every step.
    pub(super) const ALL: Wanted = Wanted {
        noisy: true,
        quiet: true,
    };

    /// Returns the steps of `stage`.
    pub(super) fn of(stage: Stage) -> Wanted {
        Wanted {
            noisy: stage == Stage::Noisy,
            quiet: stage == Stage::Quiet,
        }
    }

    /// Whether noisy steps are wanted if `noisy`, otherwise quiet ones.
    pub(super) fn has(self, noisy: bool) -> bool {
        if noisy { self.noisy } else { self.quiet }
    }
}

/// Generates the steps at the start of a turn of the piece `piece` on `from`, a square and a level.
/// Pawns have no letters, and every link is the last; steps of pawns that may promote are also
/// generated if only noisy steps are wanted.
pub(super) fn of_piece(
    pos: &Position,
    (from, level): (Square, Level),
    piece: Piece,
    wanted: Wanted,
    sink: &mut impl StepSink,
) {
    let mover = Mover {
        pos,
        from,
        level,
        wanted,
    };
    match piece.role() {
        Role::Pawn => mover.pawn(sink),
        Role::King => mover.king(sink),
        role => {
            let ends = reach(piece.color(), role, from, pos.board().occupied());
            mover.go(ends, sink);
            if wanted.noisy {
                mover.special_captures(role, ends, sink);
            }
        }
    }
}

struct Mover<'a> {
    pos: &'a Position,
    from: Square,
    level: Level,
    wanted: Wanted,
}

impl Mover<'_> {
    /// Generates captures of enemy pieces on `ends`, moves to empty ones, jumps inside rooks (K3).
    fn go(&self, ends: Bitboard, sink: &mut impl StepSink) {
        let board = self.pos.board();
        let mover = (self.from, self.level);
        if self.wanted.noisy {
            sink.moves(mover, ends & board.color(!self.pos.turn()), true);
        }
        if self.wanted.quiet {
            sink.moves(mover, ends.without(board.occupied()), false);
            self.jump(ends, sink);
        }
    }

    fn jump(&self, ends: Bitboard, sink: &mut impl StepSink) {
        for to in ends & self.pos.board().role(Role::Rook) {
            let mv = Move {
                jump: true,
                ..Move::go(self.from, self.level, to)
            };
            sink.step(mv, false);
        }
    }

    /// Generates captures other than by moving to a square.
    fn special_captures(&self, role: Role, ends: Bitboard, sink: &mut impl StepSink) {
        match role {
            Role::Knight => self.knight(ends, &mut |mv| sink.step(mv, true)),
            Role::Queen if attacks::king(self.from).intersects(self.pos.board().occupied()) => {
                let round = Move {
                    kind: StepKind::Round,
                    ..Move::go(self.from, self.level, self.from)
                };
                sink.step(round, true);
            }
            _ => {}
        }
    }

    /// Generates captures on the path and inside rooks (K17).
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
        if ways(self.from).intersects(enemies) {
            for to in free {
                for (path, square) in (0..).zip(way(self.from, to)) {
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

    /// Generates captures by `mv`, a knight's movement, of the enemies in the stack on `square`
    /// from level `lowest` upwards.
    fn knight_captures(
        &self,
        mv: Move,
        square: Square,
        lowest: Level,
        emit: &mut impl FnMut(Move),
    ) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let jump = board.role(Role::Rook).contains(mv.to);
        for (other, piece) in board.levels(square).skip(usize::from(lowest)) {
            if piece.color() != us {
                emit(Move { jump, other, ..mv });
            }
        }
    }

    fn pawn(&self, sink: &mut impl StepSink) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let Wanted { noisy, quiet } = self.wanted;
        let occupied = board.occupied();
        let mut ends = pawn_ends(self.pos, self.from, self.level == 0);
        if !quiet {
            ends &= Bitboard::rank(Rank::Eighth.of(us));
        }
        let mover = (self.from, self.level);
        sink.moves(mover, ends.without(occupied), false);
        if quiet {
            self.jump(ends, sink);
        }
        if noisy {
            let targets = board.color(!us) | self.pos.double_steps().passed().without(occupied);
            sink.moves(mover, attacks::pawn(us, self.from) & targets, true);
        }
        let mut disguises = ends & occupied.without(board.pieces(us, Role::Pawn));
        if !quiet {
            // Pawns inside a rook do not promote.
            disguises = disguises.without(board.loaded());
        }
        for to in disguises {
            let loaded = board.loaded().contains(to);
            for (other, piece) in board.levels(to).skip(usize::from(loaded)) {
                if piece.color() != us || piece.role() != Role::Pawn {
                    sink.step(link(self.from, self.level, to, other), false);
                }
            }
        }
    }

    fn king(&self, sink: &mut impl StepSink) {
        self.go(attacks::king(self.from), &mut |mv, captures| {
            sink.step(Move { last: false, ..mv }, captures);
        });
        if !self.wanted.quiet {
            return;
        }
        let pos = self.pos;
        let us = pos.turn();
        for side in CastlingSide::ALL {
            if pos.castling().has(us, side)
                && !pos.is_check()
                && may_pass(pos.board().occupied(), us, side)
                && crosses_safely(pos, self.from, side.rook_to(us))
            {
                let castle = Move {
                    kind: StepKind::Castle,
                    last: false,
                    ..Move::go(self.from, self.level, side.king_to(us))
                };
                sink.step(castle, false);
            }
        }
    }
}

/// Returns a disguise as the last link.
fn link(from: Square, level: Level, to: Square, other: Level) -> Move {
    Move {
        kind: StepKind::Link,
        other,
        ..Move::go(from, level, to)
    }
}

/// Returns the squares that a pawn of the player to move might move to without capturing, if they
/// were empty (K20, K21, K23).
fn pawn_ends(pos: &Position, from: Square, base: bool) -> Bitboard {
    let us = pos.turn();
    let pawn = Bitboard::of(from);
    let mut ends = pawn.beside();
    if base && from.rank() == Rank::Second.of(us) {
        ends |= two_steps(pawn, us, !pos.board().occupied());
    }
    ends.without(Bitboard::rank(Rank::First.of(us)))
}

/// Returns the squares two steps ahead of `squares` for `color`, or sideways, over an empty one:
/// the targets of double steps (K21) and, with the other player's color, their origins.
pub(super) fn two_steps(squares: Bitboard, color: Color, empty: Bitboard) -> Bitboard {
    let (ahead, east, west) = (squares.ahead(color), squares.east(), squares.west());
    (ahead & empty).ahead(color) | (east & empty).east() | (west & empty).west()
}

/// Pushes the links that may follow when the disguised piece has come to `level` on `at` (K27).
pub(super) fn further_links(pos: &Position, at: Square, level: Level, emit: &mut impl FnMut(Move)) {
    let board = pos.board();
    let us = pos.turn();
    if at.rank() == Rank::First.of(us) {
        return;
    }
    let goal = Bitboard::of(at);
    let near = goal.beside();
    let far = two_steps(goal, !us, !board.occupied()) & Bitboard::rank(Rank::Second.of(us));
    for from in board.presence(us, Role::Pawn) & (near | far) {
        for (place, piece) in board.levels(from) {
            let is_fresh = piece.role() == Role::Pawn && piece.color() == us && !piece.is_marked();
            if is_fresh && (place == 0 || near.contains(from)) {
                emit(link(from, place, at, level));
            }
        }
    }
}

/// Whether a step captures immediately.
pub(super) fn captures(pos: &Position, mv: Move) -> bool {
    match mv.kind {
        StepKind::Way | StepKind::Inner | StepKind::Round => true,
        StepKind::Link | StepKind::Castle => false,
        StepKind::Go if mv.jump => false,
        StepKind::Go => {
            let board = pos.board();
            board.color(!pos.turn()).contains(mv.to)
                || pos.double_steps().passed().contains(mv.to)
                    && mv.from.file() != mv.to.file()
                    && mv.from.rank() != mv.to.rank()
                    && pos.at_turn_start()
                    && board
                        .at(mv.from, mv.level)
                        .is_some_and(|piece| piece.role() == Role::Pawn)
        }
    }
}

/// Pushes the second steps of the king in hand from `at` (K5), those nearest the own side of the
/// board first, each with whether it captures.
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
