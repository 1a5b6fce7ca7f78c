//! Legal moves, by stage.
//!
//! A move is verified on a copy of the board only if it may change the pieces that give check in
//! another way than by unblocking a line: in check, if it pushes a piece, if a merchant frees
//! enemies or captures, and if an enemy merchant's capture may immobilize.

use jabberwock_game::{Position as _, Sink, Stage};

use super::{board::Board, moves::Move, position::Position, role::Role};
use crate::board::{Bitboard, Square, attacks};

/// Pushes every legal move of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    match stage {
        Stage::Noisy => generate_kinds::<_, true, false>(pos, sink),
        Stage::Quiet => generate_kinds::<_, false, true>(pos, sink),
    }
}

/// Pushes every legal move to `sink`.
pub(super) fn generate_all<S: Sink>(pos: &Position, sink: &mut S) {
    generate_kinds::<_, true, true>(pos, sink);
}

fn generate_kinds<S: Sink, const NOISY: bool, const QUIET: bool>(pos: &Position, sink: &mut S) {
    if pos.outcome().is_some() {
        return;
    }
    let Some(constraints) = Constraints::new(pos) else {
        return;
    };
    let mut generator = Generator {
        pos,
        constraints,
        sink,
    };
    generator.piece_moves::<NOISY, QUIET>();
    generator.merchants::<NOISY, QUIET>();
    if QUIET {
        generator.pawns();
    }
}

/// The factors that determine the safety of the king of the player to move.
struct Constraints {
    king: Square,
    /// Enemy pieces that can move and capture.
    attackers: Bitboard,
    /// Immobilized enemy pieces.
    immobilized: Bitboard,
    /// Enemy pieces that give check.
    checkers: Bitboard,
    /// In check: the squares between the king and sliders that give check.
    between: Bitboard,
    /// Pieces each of which alone blocks a line from an active slider to the king.
    blockers: Bitboard,
}

impl Constraints {
    /// Returns `None` without a king.
    fn new(pos: &Position) -> Option<Constraints> {
        let (board, us) = (pos.board(), pos.turn());
        let king = board.king(us)?;
        let attackers = board.active(!us);
        let checkers = board.attackers(king, attackers, board.occupied());
        let between = checkers
            .into_iter()
            .map(|checker| attacks::between(king, checker))
            .collect();
        Some(Constraints {
            king,
            attackers,
            immobilized: board.immobilized(!us),
            checkers,
            between,
            blockers: board.blockers(king, attackers),
        })
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

    /// Pushes the moves from `from` to each of `ends`.
    fn push_all(&mut self, role: Role, from: Square, ends: Bitboard) {
        let moves = ends.into_iter().map(|to| Move { from, to, role });
        self.sink.push_turns(moves.map(Move::pack));
    }

    fn push_if_safe(&mut self, mv: Move) {
        if is_safe(self.pos, mv) {
            self.push(mv);
        }
    }

    /// Generates the moves of knights, rooks, archbishops and the king.
    fn piece_moves<const NOISY: bool, const QUIET: bool>(&mut self) {
        let (board, us) = (self.pos.board(), self.pos.turn());
        let active = board.active(us);
        let targets = match (NOISY, QUIET) {
            (true, true) => !board.color(us),
            (true, false) => board.color(!us),
            (false, _) => !board.occupied(),
        };
        for role in [Role::Knight, Role::Rook, Role::Archbishop] {
            for from in board.pieces(us, role) & active {
                self.moves_to(role, from, board.reach(us, role, from) & targets);
            }
        }
        let from = self.constraints.king;
        if active.contains(from) {
            for to in board.reach(us, Role::King, from) & targets {
                self.king(to);
            }
        }
    }

    /// Generates the moves of a piece to `targets`.
    fn moves_to(&mut self, role: Role, from: Square, targets: Bitboard) {
        let (sure, doubtful) = self.sorted(from, targets);
        self.push_all(role, from, sure);
        for to in doubtful {
            self.push_if_safe(Move { from, to, role });
        }
    }

    /// Splits `targets` of a piece without effects on others into those that are safe and those
    /// that must be verified: without its merchant a piece that gives check may become immobilized
    /// (X7).
    fn sorted(&self, from: Square, targets: Bitboard) -> (Bitboard, Bitboard) {
        let board = self.pos.board();
        let merchants = board.pieces(!self.pos.turn(), Role::Merchant);
        let Constraints {
            king,
            checkers,
            between,
            blockers,
            ..
        } = self.constraints;
        if !checkers.is_empty() {
            let relevant = checkers | between | merchants;
            (Bitboard::EMPTY, targets & relevant)
        } else if blockers.contains(from) {
            let line = attacks::line(king, from);
            (targets & line, (targets & merchants).without(line))
        } else {
            (targets, Bitboard::EMPTY)
        }
    }

    fn king(&mut self, to: Square) {
        let (board, us) = (self.pos.board(), self.pos.turn());
        let from = self.constraints.king;
        let mv = Move {
            from,
            to,
            role: Role::King,
        };
        if board.pieces(!us, Role::Merchant).contains(to) {
            self.push_if_safe(mv);
            return;
        }
        let occupied = board.occupied().without(Bitboard::of(from));
        let attackers = board.attackers(to, self.constraints.attackers, occupied);
        if attackers.is_empty() {
            self.push(mv);
        }
    }

    /// Generates the steps of merchants: the noisy ones capture.
    fn merchants<const NOISY: bool, const QUIET: bool>(&mut self) {
        let (board, us) = (self.pos.board(), self.pos.turn());
        for from in board.pieces(us, Role::Merchant) {
            let reach = board.reach(us, Role::Merchant, from);
            let backstab_squares = board.backstab_squares(us, from);
            let mv = |to| Move {
                from,
                to,
                role: Role::Merchant,
            };
            if NOISY {
                for to in reach & backstab_squares {
                    self.push_if_safe(mv(to));
                }
            }
            if QUIET && self.may_expose(from) {
                for to in reach.without(backstab_squares) {
                    self.push_if_safe(mv(to));
                }
            } else if QUIET {
                self.push_all(Role::Merchant, from, reach.without(backstab_squares));
            }
        }
    }

    /// Whether a merchant that leaves `from` may expose its king to check.
    fn may_expose(&self, from: Square) -> bool {
        !self.constraints.checkers.is_empty()
            || self.constraints.blockers.contains(from)
            || self
                .constraints
                .immobilized
                .intersects(Bitboard::of(from).beside())
    }

    /// Generates the moves of pawns; pushed pieces may open or close lines and give check (X16).
    fn pawns(&mut self) {
        let (board, us) = (self.pos.board(), self.pos.turn());
        let occupied = board.occupied();
        let pushable = board.pushable();
        let harmless = self.harmless_pushed();
        let role = Role::Pawn;
        for from in board.pieces(us, role) {
            let lines = attacks::rook(from, occupied);
            let mut bumps = Bitboard::EMPTY;
            for pushed in (lines & pushable).without(Bitboard::of(from).beside()) {
                if board.has_room_behind(from, pushed) {
                    let last = Bitboard::of(pushed).beside() & attacks::between(from, pushed);
                    bumps |= last;
                    let to = last.sole();
                    let mv = Move { from, to, role };
                    if harmless.contains(pushed) && !self.constraints.blockers.contains(from) {
                        self.push(mv);
                    } else {
                        self.push_if_safe(mv);
                    }
                }
            }
            self.moves_to(role, from, lines.without(occupied | bumps));
        }
    }
}

impl<S> Generator<'_, S> {
    /// Returns the pieces that open no line to the king and give no check when pushed: own pieces
    /// other than the king, and pawns.
    fn harmless_pushed(&self) -> Bitboard {
        let (board, us) = (self.pos.board(), self.pos.turn());
        let Constraints {
            king,
            checkers,
            blockers,
            ..
        } = self.constraints;
        if checkers.is_empty() {
            let own = board.color(us).without(Bitboard::of(king));
            (own | board.role(Role::Pawn)).without(blockers)
        } else {
            Bitboard::EMPTY
        }
    }
}

/// Whether `mv` leaves its own king out of check, or captures the enemy king (X12, X17).
fn is_safe(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    let mut board: Board = pos.board().clone();
    board.make(us, mv);
    !board.is_check(us) || board.king(!us).is_none()
}

/// Whether `mv`, possibly a move of another position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    pos.outcome().is_none() && is_pseudo_legal(pos, mv) && is_safe(pos, mv)
}

/// Whether `mv` is legal apart from the safety of the king.
pub(super) fn is_pseudo_legal(pos: &Position, mv: Move) -> bool {
    let Move { from, to, role } = mv;
    let (board, us) = (pos.board(), pos.turn());
    board.pieces(us, role).contains(from)
        && !board.immobilized(us).contains(from)
        && board.reach(us, role, from).contains(to)
}
