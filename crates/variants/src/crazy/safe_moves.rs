//! Moves that are known, without making them, to leave the own king safe, or to leave it in check.

use jabberwock_game::{Color, Position as _};

use super::{
    board::Board,
    effects::has_effects,
    knight_ways::ends_by_way,
    moves::{Move, StepKind},
    piece::Piece,
    position::Position,
    safe_exchanges::SafeExchanges,
    threat::{PieceSets, is_carried, reached_by_king, spread, with_effects, zone},
};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::Role,
};

/// The squares and pieces by which a move may affect the safety of its own king.
///
/// The enemy reaches the king by a capture in its zone, or next to it by a piece that is or carries
/// a queen (see [`super::threat`]). A move of a king that is not in check is harmless if it opens
/// no line there, gives no knight a square to end on, changes no piece there, and moves no piece
/// there whose capture has effects.
#[derive(Debug)]
pub(super) struct SafeMoveFilter {
    /// Whether every move must be verified by making it.
    all: bool,
    us: Color,
    /// Whether the king is the base of its square, not inside a rook.
    is_base: bool,
    king: Bitboard,
    zone: Bitboard,
    near: Bitboard,
    /// Squares where enemies would capture to reach the king: the zone, and next to it pieces whose
    /// capture by a queen has effects.
    targets: Bitboard,
    /// Squares from which every move must be verified.
    watched: Bitboard,
    /// The end squares of enemy knights that might capture in the zone on their paths.
    ends: Bitboard,
    /// Whether the enemy has pieces that are or carry queens.
    queen_carriers: bool,
    /// Enemy pieces that attack the king as a base, without effects.
    checkers: Bitboard,
    /// The squares of `checkers` and those between them and the king, if they are common to all.
    evasions: Bitboard,
}

impl SafeMoveFilter {
    pub(super) fn of(pos: &Position) -> SafeMoveFilter {
        let us = pos.turn();
        let board = pos.board();
        let mut filter = SafeMoveFilter {
            all: true,
            us,
            is_base: false,
            king: Bitboard::EMPTY,
            zone: Bitboard::EMPTY,
            near: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            watched: Bitboard::EMPTY,
            ends: Bitboard::EMPTY,
            queen_carriers: false,
            checkers: Bitboard::EMPTY,
            evasions: Bitboard::EMPTY,
        };
        let Some((king, level)) = board.king(us) else {
            return filter;
        };
        filter.is_base = level == 0;
        filter.king = Bitboard::of(king);
        if pos.is_check() {
            if filter.is_base {
                filter.look_for_checkers(board, king);
            }
            return filter;
        }
        if is_carried(board, king, level, !us) || board.has_ghosts_inside(us) {
            return filter;
        }
        filter.zone = zone(board, king);
        filter.near = spread(filter.zone);
        filter.all = reached_by_king(board, pos.castling(), !us).intersects(filter.near)
            || filter.is_unveiled(board, &PieceSets::of(board, !us));
        filter
    }

    fn look_for_checkers(&mut self, board: &Board, king: Square) {
        let them = !self.us;
        let sets = PieceSets::of(board, them);
        self.checkers = sets.attackers(them, king, board.occupied())
            | attacks::king(king) & board.pieces(them, Role::King);
        self.evasions = self
            .checkers
            .into_iter()
            .map(|checker| attacks::between(king, checker) | Bitboard::of(checker))
            .fold(Bitboard::FULL, |all, one| all & one);
    }

    /// Finds the squares to watch. Own ghosts vanish at the end of the turn (K16): returns true if
    /// that may put the king in check, whatever moves.
    fn is_unveiled(&mut self, board: &Board, enemy: &PieceSets) -> bool {
        let ghosts = board.ghosts() & board.color(self.us);
        let zone = self.zone;
        self.queen_carriers = !enemy.queen_carriers.is_empty();
        self.watched = zone;
        self.targets = zone;
        let mut unveiled = self.watch_lines(board, zone, enemy.diagonal, enemy.straight);
        if self.queen_carriers {
            let inside = if self.is_base {
                board.loaded()
            } else {
                Bitboard::FULL
            };
            self.watched |= self.near & inside;
            let carriers = enemy.queen_carriers;
            let with_effects = with_effects(board, self.us, zone);
            self.targets |= with_effects;
            unveiled |= self.watch_lines(
                board,
                with_effects,
                enemy.diagonal & carriers,
                enemy.straight & carriers,
            );
        }
        self.ends = ends_by_way(enemy.knights, zone);
        self.watched |= self.ends;
        unveiled || ghosts.intersects(self.ends)
    }

    /// Watches the squares of pieces each of which alone blocks a line to one of `targets`,
    /// ignoring own ghosts. Returns true if ghosts alone block one.
    fn watch_lines(
        &mut self,
        board: &Board,
        targets: Bitboard,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> bool {
        let occupied = board.occupied();
        let ghosts = board.ghosts() & board.color(self.us);
        let mut unveiled = false;
        for target in targets {
            let snipers =
                attacks::diagonals(target) & diagonal | attacks::straights(target) & straight;
            for sniper in snipers {
                let between = attacks::between(target, sniper) & occupied;
                let blockers = between.without(ghosts);
                if !blockers.more_than_one() {
                    self.watched |= blockers;
                    unveiled |= blockers.is_empty() && !between.is_empty();
                }
            }
        }
        unveiled
    }

    /// Whether an enemy rook is on or inside `square`.
    fn is_carrier(&self, board: &Board, square: Square) -> bool {
        let rook = Piece::new(!self.us, Role::Rook);
        board.loaded().contains(square) && board.stack(square).any(|piece| piece == rook)
            || board.base(square) == Some(rook)
    }

    /// Returns the squares to which `piece`, not a king and alone on `from`, is known to move
    /// safely without jumping, if it can move there at all.
    pub(super) fn safe_ends(&self, board: &Board, from: Square, piece: Piece) -> Bitboard {
        if self.all || self.watched.contains(from) || piece.is_ghost() {
            return Bitboard::EMPTY;
        }
        let enemies = board.color(!self.us);
        let queens = board.role(Role::Queen) | board.role(Role::King);
        let rising = board.role(Role::Bishop).without(board.ghosts());
        let mut doubtful = self.doubtful_ends() | enemies & (queens | board.loaded());
        if !self.is_base {
            // The king falls onto the piece that captures the rook, and only ghosts let other
            // bishops fall first.
            doubtful |= enemies & rising;
        }
        match piece.role() {
            // En passant opens a line that the move does not touch.
            Role::Pawn => doubtful |= attacks::pawn(self.us, from).without(enemies),
            Role::Knight | Role::King => {}
            Role::Bishop if !self.queen_carriers => {}
            Role::Bishop => doubtful |= self.near,
            // Knights may end inside it.
            Role::Rook => doubtful |= self.ends & enemies,
            Role::Queen => doubtful |= self.near | rising & enemies,
        }
        !doubtful
    }

    /// Returns the pawns that are known to move safely to any empty square, except to the returned
    /// doubtful squares.
    pub(super) fn safe_pawns(&self, board: &Board) -> (Bitboard, Bitboard) {
        if self.all {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let pawns = board.pieces(self.us, Role::Pawn).without(self.watched);
        (pawns, self.doubtful_ends())
    }

    /// Returns the squares to which any piece's move must be verified.
    fn doubtful_ends(&self) -> Bitboard {
        if self.queen_carriers && !self.is_base {
            self.near
        } else {
            self.zone
        }
    }

    /// Whether `mv` of `piece`, not a king, is known to leave the king safe.
    pub(super) fn is_safe(&self, board: &Board, mv: Move, piece: Piece) -> bool {
        if self.all
            || self.watched.contains(mv.from)
            || self.zone.contains(mv.to)
            || piece.is_ghost()
        {
            return false;
        }
        let captured = match mv.kind {
            StepKind::Go if mv.jump => None,
            StepKind::Go => board.base(mv.to),
            StepKind::Way => {
                let square = mv.captures_on();
                let line = attacks::line(mv.from, square);
                if self.watched.contains(square) || line.intersects(self.targets) {
                    return false;
                }
                board.at(square, mv.other)
            }
            _ => return false,
        };
        let (mut carries, mut queen) = (false, piece.role() == Role::Queen);
        if piece.role() == Role::Rook && board.loaded().contains(mv.from) {
            for load in board.stack(mv.from).skip(usize::from(mv.level) + 1) {
                carries |= load.color() != self.us;
                queen |= load.role() == Role::Queen;
            }
        }
        // The loads of enemy rooks fall with them.
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
            Some(victim) => {
                let place = if mv.kind == StepKind::Way {
                    mv.other
                } else {
                    0
                };
                let square = mv.captures_on();
                !self.ends.contains(mv.to) && !has_effects(board, victim, square, place)
            }
        }
    }

    /// Whether `mv` is an all-round capture beside the own king, which is legal (K30).
    pub(super) fn is_suicide(&self, board: &Board, mv: Move) -> bool {
        mv.kind == StepKind::Round
            && self.is_base
            && board.loaded().is_empty()
            && attacks::king(mv.from).intersects(self.king)
    }

    /// Returns the disguises that are known to leave the king safe; `None` if there may be none.
    pub(super) fn safe_exchanges(&self, board: &Board) -> Option<SafeExchanges> {
        (!self.all).then(|| SafeExchanges {
            us: self.us,
            is_base: self.is_base,
            closed: self.zone | board.loaded(),
            near: self.near,
            ends: self.ends,
            queen_carriers: self.queen_carriers,
        })
    }

    /// Whether the king's first step `mv`, with its return as the second step, is known to leave it
    /// safe.
    pub(super) fn may_return(&self, board: &Board, mv: Move, captures: bool) -> bool {
        if self.all || mv.kind != StepKind::Go || board.height(mv.from) != mv.level + 1 {
            return false;
        }
        let victim = board.base(mv.to).filter(|_| captures);
        victim.is_none_or(|victim| {
            !self.watched.contains(mv.to) && !has_effects(board, victim, mv.to, 0)
        })
    }

    /// Whether `mv` of `piece`, not a king, is known to leave the king in check.
    pub(super) fn leaves_check(&self, board: &Board, mv: Move, piece: Piece) -> bool {
        if self.checkers.is_empty()
            || self.checkers.contains(mv.from)
            || self.evasions.contains(mv.to)
        {
            return false;
        }
        let captured = match mv.kind {
            StepKind::Go if mv.jump => None,
            StepKind::Go if is_en_passant(mv, piece) && board.base(mv.to).is_none() => {
                return false;
            }
            StepKind::Go => board.base(mv.to),
            StepKind::Way | StepKind::Inner if self.checkers.contains(mv.captures_on()) => {
                return false;
            }
            StepKind::Way | StepKind::Inner => board.at(mv.captures_on(), mv.other),
            _ => return false,
        };
        captured.is_none_or(|victim| !has_effects(board, victim, mv.captures_on(), mv.other))
    }

    /// Whether the disguise `mv`, and every chain that begins with it, is known to leave the king
    /// in check.
    pub(super) fn chain_leaves_check(&self, mv: Move) -> bool {
        !self.checkers.is_empty() && !(self.checkers | self.king).contains(mv.to)
    }
}

/// Whether `mv` of `piece` is a diagonal move of a pawn to an empty square.
pub(super) fn is_en_passant(mv: Move, piece: Piece) -> bool {
    piece.role() == Role::Pawn && mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank()
}
