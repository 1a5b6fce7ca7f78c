//! Legal moves, by stage.
//!
//! A pinned piece may only move along the line of its pin; in check, only captures of the checker
//! and squares in between are evasions. Only en passant captures are verified on the board.

use jabberwock_game::{Position as _, Sink, Stage};

use super::position::Position;
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board, CastlingSide, CheckInfo, Move, MoveKind, Role},
};

/// Pushes every legal move of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    let constraints = Constraints::new(pos);
    let mut generator = Generator {
        pos,
        constraints,
        sink,
    };
    match stage {
        Stage::Noisy => generator.noisy(),
        Stage::Quiet => generator.quiet(),
    }
}

/// Pushes every quiet move that gives check to `sink`, except castling and promotions.
pub(super) fn generate_quiet_checks<S: Sink>(pos: &Position, sink: &mut S) {
    let constraints = Constraints::new(pos);
    Generator {
        pos,
        constraints,
        sink,
    }
    .quiet_checks();
}

/// The restrictions of the moves of pieces other than the king by checks and pins.
struct Constraints {
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    /// The targets of pieces that are not pinned (check mask): all squares if there is no check,
    /// none in double check.
    evasions: Bitboard,
}

impl Constraints {
    fn new(pos: &Position) -> Constraints {
        let us = pos.turn();
        let king = pos.board().king(us);
        let CheckInfo { checkers, blockers } = pos.board().check_info(us);
        let evasions = if checkers.is_empty() {
            Bitboard::FULL
        } else if checkers.more_than_one() {
            Bitboard::EMPTY
        } else {
            checkers | attacks::between(king, checkers.sole())
        };
        let pinned = blockers & pos.board().color(us);
        Constraints {
            king,
            checkers,
            pinned,
            evasions,
        }
    }

    /// Returns the squares to which the piece on `from` may go.
    fn of(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.evasions & attacks::line(self.king, from)
        } else {
            self.evasions
        }
    }
}

struct Generator<'a, S> {
    pos: &'a Position,
    constraints: Constraints,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    fn push(&mut self, mv: Move) {
        self.sink.push(mv.pack());
    }

    fn noisy(&mut self) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let enemies = board.color(!us);
        self.piece_moves::<true>(enemies);
        if self.constraints.evasions.is_empty() {
            return;
        }
        let last = Bitboard::rank(Rank::Eighth.of(us));
        let pawns = board.pieces(us, Role::Pawn);
        for to in attacks::pawns(us, pawns) & enemies & self.constraints.evasions {
            let captured = board.role_at(to);
            for from in attacks::pawn(!us, to) & pawns {
                if !self.constraints.of(from).contains(to) {
                    continue;
                }
                let mv = Move::normal(Role::Pawn, from, to, captured);
                if last.contains(to) {
                    self.promotions(mv, &Role::PROMOTIONS);
                } else {
                    self.push(mv);
                }
            }
        }
        self.pushes(last, &Role::PROMOTIONS[..1]);
        if let Some(to) = self.pos.en_passant() {
            for from in self.pos.en_passant_pawns(to) {
                if self.pos.en_passant_is_safe(from, to) {
                    let kind = MoveKind::EnPassant;
                    let mv = Move::normal(Role::Pawn, from, to, Some(Role::Pawn));
                    self.push(Move { kind, ..mv });
                }
            }
        }
    }

    fn quiet(&mut self) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let empty = !board.occupied();
        self.piece_moves::<false>(empty);
        if self.constraints.evasions.is_empty() {
            return;
        }
        if self.constraints.checkers.is_empty() {
            self.castling();
        }
        let last = Bitboard::rank(Rank::Eighth.of(us));
        self.pushes(last, &Role::PROMOTIONS[1..]);
        self.pushes(!last, &[]);
    }

    /// Generates direct checks by pieces and pawns, and discovered checks, without captures.
    fn quiet_checks(&mut self) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let (occupied, enemy_king) = (board.occupied(), board.king(!us));
        let empty = !occupied;
        let discoverers = board.blockers(!us) & board.color(us);
        let discovering = |from| {
            if discoverers.contains(from) {
                empty.without(attacks::line(enemy_king, from))
            } else {
                Bitboard::EMPTY
            }
        };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let checking = Board::attacks_of(role, enemy_king, occupied) & empty;
            for from in board.pieces(us, role) {
                let reached = Board::attacks_of(role, from, occupied) & self.constraints.of(from);
                for to in reached & (checking | discovering(from)) {
                    self.push(Move::normal(role, from, to, None));
                }
            }
        }
        let from = self.constraints.king;
        for to in attacks::king(from) & discovering(from) {
            if is_safe_for_king(self.pos, to) {
                self.push(Move::normal(Role::King, from, to, None));
            }
        }
        let mut targets = attacks::pawn(!us, enemy_king);
        for from in discoverers & board.role(Role::Pawn) {
            // No other pawn reaches these squares.
            let single = Bitboard::of(from).ahead(us) & empty;
            targets |= (single | single.ahead(us)) & discovering(from);
        }
        let last = Bitboard::rank(Rank::Eighth.of(us));
        self.pushes(targets.without(last), &[]);
    }

    /// Generates the moves of knights, bishops, rooks, queens and the king to `targets`, all of
    /// them occupied by enemies or all empty.
    fn piece_moves<const CAPTURES: bool>(&mut self, targets: Bitboard) {
        let board = self.pos.board();
        let occupied = board.occupied();
        let captured = |to| if CAPTURES { board.role_at(to) } else { None };
        let reachable = targets & self.constraints.evasions;
        if !reachable.is_empty() {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for from in board.pieces(self.pos.turn(), role) {
                    let reached = Board::attacks_of(role, from, occupied);
                    for to in reached & reachable & self.constraints.of(from) {
                        self.push(Move::normal(role, from, to, captured(to)));
                    }
                }
            }
        }
        let from = self.constraints.king;
        for to in attacks::king(from) & targets {
            if is_safe_for_king(self.pos, to) {
                self.push(Move::normal(Role::King, from, to, captured(to)));
            }
        }
    }

    fn castling(&mut self) {
        for side in CastlingSide::ALL {
            if may_castle(self.pos, side) {
                let to = side.king_to(self.pos.turn());
                let mv = Move::normal(Role::King, self.constraints.king, to, None);
                self.push(Move {
                    kind: MoveKind::Castling,
                    ..mv
                });
            }
        }
    }

    /// Generates pawn pushes to `targets`, with a promotion to each of `promotions` if there are
    /// any.
    fn pushes(&mut self, targets: Bitboard, promotions: &[Role]) {
        let us = self.pos.turn();
        let empty = !self.pos.board().occupied();
        let pawns = self.pos.board().pieces(us, Role::Pawn);
        let single = pawns.ahead(us) & empty;
        let double = (single & Bitboard::rank(Rank::Third.of(us))).ahead(us) & empty;
        let reachable = targets & self.constraints.evasions;
        for to in single & reachable {
            let from = to.ahead(!us);
            if self.constraints.of(from).contains(to) {
                let mv = Move::normal(Role::Pawn, from, to, None);
                if promotions.is_empty() {
                    self.push(mv);
                } else {
                    self.promotions(mv, promotions);
                }
            }
        }
        for to in double & reachable {
            let from = to.ahead(!us).ahead(!us);
            if self.constraints.of(from).contains(to) {
                self.push(Move::normal(Role::Pawn, from, to, None));
            }
        }
    }

    fn promotions(&mut self, mv: Move, roles: &[Role]) {
        for &role in roles {
            self.push(Move {
                promotion: Some(role),
                ..mv
            });
        }
    }
}

/// Whether the king of the player to move would not be attacked on `to`.
fn is_safe_for_king(pos: &Position, to: Square) -> bool {
    let us = pos.turn();
    let occupied = pos
        .board()
        .occupied()
        .without(pos.board().pieces(us, Role::King));
    !pos.board().is_attacked(to, !us, occupied)
}

/// Whether the king, which is not in check, may castle.
fn may_castle(pos: &Position, side: CastlingSide) -> bool {
    let us = pos.turn();
    let (king, rook) = (CastlingSide::king_from(us), side.rook_from(us));
    let occupied = pos.board().occupied();
    pos.castling().has(us, side)
        && !attacks::between(king, rook).intersects(occupied)
        && [side.rook_to(us), side.king_to(us)]
            .into_iter()
            .all(|square| !pos.board().is_attacked(square, !us, occupied))
}

/// Whether `mv`, possibly a move of another position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    let board = pos.board();
    if !board.pieces(us, mv.role).contains(mv.from) {
        return false;
    }
    match mv.kind {
        MoveKind::Castling if pos.is_check() => false,
        MoveKind::Castling => CastlingSide::ALL.into_iter().any(|side| {
            let to = side.king_to(us);
            let castling = Move::normal(Role::King, CastlingSide::king_from(us), to, None);
            mv == Move {
                kind: MoveKind::Castling,
                ..castling
            } && may_castle(pos, side)
        }),
        MoveKind::EnPassant => {
            let plain = Move::normal(Role::Pawn, mv.from, mv.to, Some(Role::Pawn));
            mv == Move {
                kind: MoveKind::EnPassant,
                ..plain
            } && pos.en_passant() == Some(mv.to)
                && pos.en_passant_pawns(mv.to).contains(mv.from)
                && pos.en_passant_is_safe(mv.from, mv.to)
        }
        MoveKind::Normal => {
            !board.color(us).contains(mv.to)
                && board.role_at(mv.to) == mv.captured
                && mv.captured != Some(Role::King)
                && reaches(pos, mv)
                && if mv.role == Role::King {
                    is_safe_for_king(pos, mv.to)
                } else {
                    Constraints::new(pos).of(mv.from).contains(mv.to)
                }
        }
    }
}

/// Whether the piece can make `mv` on this board. The contents of the target square and the safety
/// of the king are not checked.
pub(super) fn reaches(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    let occupied = pos.board().occupied();
    if mv.role != Role::Pawn {
        let reached = Board::attacks_of(mv.role, mv.from, occupied);
        return mv.promotion.is_none() && reached.contains(mv.to);
    }
    let must_promote = mv.to.rank() == Rank::Eighth.of(us);
    let promotes = mv
        .promotion
        .is_some_and(|role| Role::PROMOTIONS.contains(&role));
    if must_promote != promotes || must_promote != mv.promotion.is_some() {
        return false;
    }
    if mv.captured.is_some() {
        return attacks::pawn(us, mv.from).contains(mv.to);
    }
    let empty = !occupied;
    let single = Bitboard::of(mv.from).ahead(us) & empty;
    let double = (single & Bitboard::rank(Rank::Third.of(us))).ahead(us) & empty;
    (single | double).contains(mv.to)
}
