//! The safety of a king after a change of the board that is not made, as far as it can be
//! determined without making captures.

use jabberwock_game::Color;

use super::{
    board::Board,
    effects::has_effects,
    king_place::KingPlace,
    knight_ways::{ends_by_way, way_ends, ways},
    moves::{Move, StepKind},
    piece::Piece,
    position::Position,
    safe_exchanges::SafeExchanges,
    safe_moves::is_en_passant,
    threat::{PieceSets, castling_ends, queens, spread},
};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::Role,
};

/// The factors that determine the safety of a king (see [`super::threat`]), as sets that can be
/// updated cheaply.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingSafety {
    us: Color,
    king: Square,
    /// The place of the king in its stack.
    place: KingPlace,
    occupied: Bitboard,
    /// The squares whose base is not a rook.
    blocked: Bitboard,
    /// The squares whose base is a piece of `us`.
    own: Bitboard,
    /// The squares whose base is a bishop of `us`.
    bishops: Bitboard,
    /// The squares with a queen of either player.
    queens: Bitboard,
    loaded: Bitboard,
    enemy: PieceSets,
    /// The squares whose base is an enemy ghost: it does not rise again (K15).
    ghosts: Bitboard,
    /// The squares next to the enemy king.
    reached: Bitboard,
    /// The squares that it may reach by castling.
    castled: Bitboard,
}

/// The remains of a capturing piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remains {
    Piece,
    /// A bishop that rose in this turn.
    Ghost,
    /// None: it is captured in return.
    Nothing,
}

impl KingSafety {
    /// Returns the safety on the current board; `None` if it can only be determined by making
    /// captures.
    pub(super) fn of(pos: &Position) -> Option<KingSafety> {
        let (board, us) = (pos.board(), pos.turn);
        let (king, level) = board.king(us)?;
        let place = KingPlace::of(board, us, king, level);
        KingSafety::with_king(pos, king, place)
    }

    /// Returns the safety on the current board with the king put on `king`.
    pub(super) fn with_king(pos: &Position, king: Square, place: KingPlace) -> Option<KingSafety> {
        let (board, us) = (pos.board(), pos.turn);
        let vanishing = pos.vanishing()?;
        let occupied = board.occupied().without(vanishing);
        let mut safety = KingSafety {
            us,
            king,
            place,
            occupied,
            blocked: occupied.without(board.role(Role::Rook)),
            own: board.color(us).without(vanishing),
            bishops: board.pieces(us, Role::Bishop).without(board.ghosts()),
            queens: queens(board),
            loaded: board.loaded(),
            enemy: PieceSets::of(board, !us),
            ghosts: board.ghosts() & board.color(!us),
            reached: attacks::king(board.king(!us)?.0),
            castled: castling_ends(pos.castling(), !us),
        };
        if place == KingPlace::Base {
            let base = Bitboard::of(king);
            safety.take(base);
            safety.put(Role::King, base);
        }
        Some(safety)
    }

    /// Updates for `mv` of `piece`, which does not promote; `None` if it has effects that are not
    /// handled.
    pub(super) fn after(mut self, board: &Board, mv: Move, piece: Piece) -> Option<KingSafety> {
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        let role = piece.role();
        if mv.kind == StepKind::Round {
            self.blast(board, attacks::king(mv.from))?;
            return (mv.level == 0).then_some(self);
        }
        let load = board
            .at(mv.from, mv.level + 1)
            .filter(|_| role == Role::Rook);
        let remains = self.capture(board, mv, piece)?;
        if mv.level > 0 && mv.from == self.king && self.place != KingPlace::Carried {
            self.place = KingPlace::Inside;
        }
        if piece.is_ghost() {
            // It vanishes at the end of the turn.
            return Some(self);
        }
        if load.is_some() {
            if remains != Remains::Piece || mv.jump {
                return None;
            }
            self.carry(board, mv)?;
        } else if mv.level == 0 {
            self.leave(role, from);
        } else if role == Role::Queen {
            return None;
        }
        if remains == Remains::Nothing {
            return Some(self);
        }
        if !mv.jump {
            self.put(role, to);
            if remains == Remains::Ghost {
                self.bishops = self.bishops.without(to);
            }
            return Some(self);
        }
        if role == Role::Queen {
            if self.loaded.intersects(to) {
                return None;
            }
            self.queens |= to;
            self.enemy.queen_carriers |= to.without(self.own);
        }
        self.loaded |= to;
        if mv.to == self.king {
            self.place = self.place.after_jump();
        }
        Some(self)
    }

    /// Removes the pieces that `mv` of `piece` captures. Returns the remains of `piece`.
    fn capture(&mut self, board: &Board, mv: Move, piece: Piece) -> Option<Remains> {
        let on = mv.captures_on();
        let victim = match mv.kind {
            StepKind::Go if mv.jump => return Some(Remains::Piece),
            StepKind::Go if board.base(on).is_none() => {
                return (!is_en_passant(mv, piece)).then_some(Remains::Piece);
            }
            StepKind::Go | StepKind::Way => board.base(on)?,
            _ => return None,
        };
        if mv.other > 0 || self.loaded.contains(on) {
            return None;
        }
        let square = Bitboard::of(on);
        // The other pieces of a stack remain.
        let left = match mv.level {
            0 => Bitboard::of(mv.from),
            _ => Bitboard::EMPTY,
        };
        let is_way = mv.kind == StepKind::Way;
        let effects = has_effects(board, victim, on, 0);
        if effects && victim.role() == Role::Bishop {
            // It rises and captures a piece that ends there.
            return match piece.role() {
                _ if is_way => {
                    self.ghosts |= square;
                    Some(Remains::Piece)
                }
                Role::Bishop if !piece.is_ghost() => {
                    self.take(square);
                    Some(Remains::Ghost)
                }
                Role::Pawn | Role::Knight | Role::Bishop | Role::Rook => {
                    self.ghosts |= square;
                    Some(Remains::Nothing)
                }
                Role::Queen => {
                    self.take(square);
                    self.blast(board, attacks::king(on).without(left))?;
                    Some(Remains::Nothing)
                }
                Role::King => None,
            };
        }
        self.take(square);
        if !effects {
            return Some(Remains::Piece);
        }
        if victim.role() != Role::Queen || is_way && mv.jump {
            return None;
        }
        self.queens = self.queens.without(square);
        let captured = attacks::king(on).without(left);
        self.blast(board, captured)?;
        match piece.role() {
            _ if is_way && !captured.contains(mv.to) => Some(Remains::Piece),
            Role::Pawn | Role::Knight | Role::Rook => Some(Remains::Nothing),
            Role::Bishop => Some(Remains::Ghost),
            Role::Queen | Role::King => None,
        }
    }

    /// Removes the pieces on `squares`, which are captured simultaneously; bishops rise. `None` if
    /// there are other effects or a king is captured.
    fn blast(&mut self, board: &Board, squares: Bitboard) -> Option<()> {
        let kings = board.role(Role::King);
        if squares.intersects(self.queens | self.loaded | kings) {
            return None;
        }
        let risen = squares & board.role(Role::Bishop).without(board.ghosts());
        let gone = squares.without(risen);
        self.occupied = self.occupied.without(gone);
        self.blocked = self.blocked.without(gone);
        self.own = self.own.without(gone);
        self.bishops = self.bishops.without(squares);
        self.enemy = self.enemy.without(gone);
        self.ghosts |= risen.without(self.own);
        Some(())
    }

    /// Moves the load of the rook that makes `mv`.
    fn carry(&mut self, board: &Board, mv: Move) -> Option<()> {
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        if mv.level == 0 {
            let enemy_king = Piece::new(!self.us, Role::King);
            if board.stack(mv.from).any(|piece| piece == enemy_king) {
                self.reached = attacks::king(mv.to);
                self.castled = Bitboard::EMPTY;
            }
            self.leave(Role::Rook, from);
            self.loaded = self.loaded.without(from);
            self.enemy = self.enemy.moved(from, to);
            if self.queens.intersects(from) {
                self.queens = self.queens.without(from) | to;
            }
            if self.king == mv.from {
                self.king = mv.to;
            }
        } else {
            let load = board.stack(mv.from).skip(usize::from(mv.level) + 1);
            let is_heavy = |piece: Piece| piece.color() != self.us || piece.role() == Role::Queen;
            if load.clone().any(is_heavy) {
                return None;
            }
            let is_king = |piece: Piece| piece.role() == Role::King;
            if load.clone().any(is_king) {
                let is_alone = load.count() == 1;
                self.king = mv.to;
                self.place = if is_alone {
                    KingPlace::Alone
                } else {
                    KingPlace::Inside
                };
            }
        }
        self.loaded |= to;
        Some(())
    }

    /// Updates for the exchange of `piece` with a pawn by `mv`, which does not promote; `None` if
    /// it has effects that are not handled.
    pub(super) fn after_link(mut self, piece: Piece, mv: Move) -> Option<KingSafety> {
        let (from, to) = (Bitboard::of(mv.from), Bitboard::of(mv.to));
        let role = piece.role();
        let is_own = piece.color() == self.us;
        if self.loaded.intersects(from | to) || piece.is_ghost() || !is_own && role == Role::King {
            return None;
        }
        self.leave(Role::Pawn, from);
        if is_own {
            self.leave(role, to);
            self.put(role, from);
            if role == Role::King {
                self.king = mv.from;
            }
        } else {
            self.enemy = self.enemy.moved(to, from);
            if role == Role::Queen {
                self.queens = self.queens.without(to) | from;
            }
            self.occupied |= from;
            if role != Role::Rook {
                self.blocked |= from;
            }
        }
        self.put(Role::Pawn, to);
        Some(self)
    }

    /// Removes an own base.
    fn leave(&mut self, role: Role, square: Bitboard) {
        self.occupied = self.occupied.without(square);
        self.blocked = self.blocked.without(square);
        self.own = self.own.without(square);
        self.bishops = self.bishops.without(square);
        if role == Role::Queen {
            self.queens = self.queens.without(square);
        }
    }

    /// Puts an own base on an empty square.
    fn put(&mut self, role: Role, square: Bitboard) {
        self.occupied |= square;
        self.own |= square;
        match role {
            Role::Rook => return,
            Role::Bishop => self.bishops |= square,
            Role::Queen => self.queens |= square,
            Role::Pawn | Role::Knight | Role::King => {}
        }
        self.blocked |= square;
    }

    /// Removes an enemy base.
    fn take(&mut self, square: Bitboard) {
        self.occupied = self.occupied.without(square);
        self.blocked = self.blocked.without(square);
        self.enemy = self.enemy.without(square);
    }

    /// Whether the king is safe; `None` if captures have to be made to determine it.
    pub(super) fn is_safe(&self) -> Option<bool> {
        let king = Bitboard::of(self.king);
        let attackers = self.attackers(self.king);
        if !attackers.is_empty() && !self.survives(attackers)? {
            return Some(false);
        }
        let zone = self.zone();
        let near = spread(zone);
        let others = zone.without(king);
        let targets = zone & self.own;
        // By castling the enemy's rook may carry the king along.
        let is_castled = self.place == KingPlace::Carried && !self.castled.is_empty();
        if others.intersects(self.loaded)
            || is_castled
            || near.intersects(self.castled | self.enemy.queens)
            || targets.intersects(self.reached)
        {
            return None;
        }
        let is_base = self.place == KingPlace::Base;
        let steps = self.reached.without(self.blocked.without(self.own));
        if steps.intersects(spread(targets)) {
            // The second step of the enemy king captures in the zone.
            if !others.is_empty() {
                return None;
            }
            if !self.place.survives_king()? {
                return Some(false);
            }
        }
        if self.is_on_way(self.king)
            || !is_base && attacks::knight(self.king).intersects(self.enemy.knights)
        {
            return Some(false);
        }
        for square in others & self.own {
            if !self.attackers(square).is_empty() || self.is_on_way(square) {
                // A captured queen's effect takes a king that is a base next to it.
                let is_lost = is_base && attacks::king(square).intersects(king);
                return is_lost.then_some(false);
            }
        }
        let effective = self.own & (self.bishops | self.queens | self.loaded);
        if self.place == KingPlace::Carried
            && attacks::rook(self.king, self.occupied).intersects(effective)
        {
            return None;
        }
        let carriers = self.enemy.queen_carriers;
        if !carriers.is_empty() {
            let with_effects = near.without(zone) & self.own & (self.bishops | self.loaded);
            let is_reached = |square| self.attackers(square).intersects(carriers);
            if with_effects.into_iter().any(is_reached) {
                return None;
            }
        }
        Some(true)
    }

    /// Whether the king survives the capture of the base of its square by any of `attackers`.
    fn survives(&self, attackers: Bitboard) -> Option<bool> {
        let loaded = attackers.intersects(self.loaded);
        match self.place {
            KingPlace::Base | KingPlace::Under | KingPlace::UnderEnemyKing => Some(false),
            // It falls onto the piece that captures the rook: bishops rise, and captured queens
            // have effects.
            KingPlace::Alone
                if attackers.intersects(self.enemy.diagonal.without(self.loaded | self.ghosts)) =>
            {
                Some(false)
            }
            KingPlace::Alone | KingPlace::Last => (!loaded).then_some(true),
            KingPlace::TwoRooks => {
                (!loaded && !attackers.intersects(self.enemy.queens)).then_some(true)
            }
            // The enemy does not capture its own rook.
            KingPlace::Carried if !self.own.contains(self.king) => Some(true),
            KingPlace::Inside | KingPlace::Carried => None,
        }
    }

    /// Returns the disguises that are known to leave the king safe, if it is known to be safe now.
    pub(super) fn safe_exchanges(&self) -> Option<SafeExchanges> {
        // The rook that carries the king may capture pieces that enter its lines.
        if self.place == KingPlace::Carried || self.is_safe() != Some(true) {
            return None;
        }
        let zone = self.zone();
        Some(SafeExchanges {
            us: self.us,
            is_base: self.place == KingPlace::Base,
            closed: zone | self.loaded,
            near: spread(zone),
            ends: ends_by_way(self.enemy.knights, zone),
            queen_carriers: !self.enemy.queen_carriers.is_empty(),
        })
    }

    fn attackers(&self, square: Square) -> Bitboard {
        self.enemy.attackers(!self.us, square, self.occupied)
    }

    fn zone(&self) -> Bitboard {
        let mut zone = Bitboard::of(self.king);
        loop {
            let more = (spread(zone) & self.queens).without(zone);
            if more.is_empty() {
                return zone;
            }
            zone |= more;
        }
    }

    /// Whether an enemy knight captures on `square` on its path.
    fn is_on_way(&self, square: Square) -> bool {
        (ways(square) & self.enemy.knights)
            .into_iter()
            .any(|knight| !way_ends(knight, square).without(self.blocked).is_empty())
    }
}
