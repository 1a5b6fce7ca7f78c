//! Mega-moves (G7, G12 to G17).

use jabberwock_game::{Outcome, Reason};

use super::{board::Board, piece::State};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board as Pieces, CastlingSide, Move, MoveKind, Role},
};

/// The player to move has no legal turn and its mega-king is in check (G18).
pub const MEGA_CHECKMATE: Reason = Reason::new("mega-checkmate");
/// The player to move has no legal turn, the mega-king not in check (G18).
pub const MEGA_STALEMATE: Reason = Reason::new("mega-stalemate");

impl Board {
    /// Returns all legal mega-moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        for from in self.pieces.color(self.turn) {
            self.moves_from(from, &mut |mv| list.push(mv));
        }
        list
    }

    /// Whether a mega-move, possibly one of another position, is legal.
    pub fn is_legal_move(&self, mv: Move) -> bool {
        let mut found = false;
        self.moves_from(mv.from, &mut |other| found |= other == mv);
        found
    }

    /// Whether any mega-move is legal.
    pub(super) fn has_move(&self) -> bool {
        self.pieces.color(self.turn).into_iter().any(|from| {
            let mut found = false;
            self.moves_from(from, &mut |_| found = true);
            found
        })
    }

    /// Passes every legal mega-move of the mega-piece on `from` to `give`.
    pub(super) fn moves_from(&self, from: Square, give: &mut impl FnMut(Move)) {
        if self.outcome.is_some() {
            return;
        }
        self.pseudo_legal_moves_from(from, &mut |mv| {
            if self.king_is_safe_after(mv) {
                give(mv);
            }
        });
    }

    /// Passes the pseudo-legal moves of the mega-piece on `from` to `give`: the safety of the
    /// mega-king (G8) is not tested.
    pub(super) fn pseudo_legal_moves_from(&self, from: Square, give: &mut impl FnMut(Move)) {
        let us = self.turn;
        let state = self.state_at(from);
        if !self.pieces.color(us).contains(from) || state == State::Dethroned {
            return;
        }
        let Some(role) = self.pieces.role_at(from) else {
            return;
        };
        let occupied = self.pieces.occupied();
        let armed = state == State::Armed;
        // Neutral mega-pieces are never captured, nor is a king (G13).
        let targets = if armed {
            let finished = self.armed | self.disarmed;
            (self.pieces.color(!us) & finished).without(self.pieces.role(Role::King))
        } else {
            Bitboard::EMPTY
        };
        if role == Role::Pawn {
            self.pawn_moves(from, armed, targets, give);
            return;
        }
        let reached = Pieces::attacks_of(role, from, occupied);
        for to in reached & (targets | !occupied) {
            give(Move::normal(role, from, to, self.pieces.role_at(to)));
        }
        if role == Role::King && from == CastlingSide::king_from(us) {
            for side in CastlingSide::ALL {
                if self.may_castle(side) {
                    let mv = Move::normal(role, from, side.king_to(us), None);
                    let kind = MoveKind::Castling;
                    give(Move { kind, ..mv });
                }
            }
        }
    }

    fn pawn_moves(
        &self,
        from: Square,
        armed: bool,
        targets: Bitboard,
        give: &mut impl FnMut(Move),
    ) {
        let us = self.turn;
        let empty = !self.pieces.occupied();
        let last = Bitboard::rank(Rank::Eighth.of(us));
        let single = Bitboard::of(from).ahead(us) & empty;
        let double = (single & Bitboard::rank(Rank::Third.of(us))).ahead(us) & empty;
        for to in single | double | attacks::pawn(us, from) & targets {
            let mv = Move::normal(Role::Pawn, from, to, self.pieces.role_at(to));
            if !last.contains(to) {
                give(mv);
            } else if armed {
                // An armed mega-pawn must promote, any other cannot (G12, G17).
                for role in Role::PROMOTIONS {
                    let promotion = Some(role);
                    give(Move { promotion, ..mv });
                }
            }
        }
        if let Some(to) = self.en_passant
            && armed
            && attacks::pawn(us, from).contains(to)
        {
            let mv = Move::normal(Role::Pawn, from, to, Some(Role::Pawn));
            let kind = MoveKind::EnPassant;
            give(Move { kind, ..mv });
        }
    }

    /// Whether the king may castle (G16). The safety of its target square is left to G8.
    fn may_castle(&self, side: CastlingSide) -> bool {
        let us = self.turn;
        let between = attacks::between(CastlingSide::king_from(us), side.rook_from(us));
        self.castling.has(us, side)
            && !between.intersects(self.pieces.occupied())
            && !self.is_check()
            && !self.is_attacked(side.rook_to(us), !us)
    }

    /// Whether the mega-king of the player to move is safe after `mv` and the loss of the games
    /// that it leaves unanswered (G8, G9, G10). Computed on sets of squares, without making the
    /// move.
    fn king_is_safe_after(&self, mv: Move) -> bool {
        let us = self.turn;
        let lost = self.besieged();
        let enemies = self.pieces.color(!us);
        let mut leaving = (lost & self.pieces.color(us)).without(self.pieces.role(Role::King));
        let mut occupied = self.pieces.occupied();
        let mut shift = |from: Square, to: Square| {
            occupied = occupied.without(Bitboard::of(from)) | Bitboard::of(to);
            if leaving.contains(from) {
                leaving = leaving.without(Bitboard::of(from)) | Bitboard::of(to);
            }
        };
        shift(mv.from, mv.to);
        if mv.kind == MoveKind::Castling {
            let side = side_of(mv, us);
            shift(side.rook_from(us), side.rook_to(us));
        }
        let captured = mv.captured.map(|_| captured_on(mv, us));
        let captured = captured.map_or(Bitboard::EMPTY, Bitboard::of);
        if mv.kind == MoveKind::EnPassant {
            occupied = occupied.without(captured);
        }
        let king = if mv.role == Role::King {
            mv.to
        } else {
            self.pieces.king(us)
        };
        let armed = (enemies & self.armed).without(captured) | lost & enemies;
        let attackers = self.pieces.attackers(king, occupied.without(leaving));
        !attackers.intersects(armed)
    }

    /// Returns the position after a pseudo-legal mega-move, with all results (G9, G10).
    pub(super) fn after_move(&self, mv: Move) -> Board {
        let us = self.turn;
        let mut board = self.clone();
        let mut lost = self.besieged();
        if mv.captured.is_some() {
            board.take(captured_on(mv, us));
        }
        board.pieces.make(us, mv);
        let mut shift = |from: Square, to: Square| {
            let (state, game) = board.take(from);
            board.put(to, state, game);
            if lost.contains(from) {
                lost = lost.without(Bitboard::of(from)) | Bitboard::of(to);
            }
        };
        shift(mv.from, mv.to);
        if mv.kind == MoveKind::Castling {
            let side = side_of(mv, us);
            shift(side.rook_from(us), side.rook_to(us));
        }
        board.castling = board.castling.after(mv.from).after(mv.to);
        let progress = mv.captured.is_some() || mv.role == Role::Pawn;
        board.clocks.count_ply(progress);
        board.lose(lost);
        board.pass_turn();
        if mv.is_double_step() {
            board.set_en_passant(mv.to);
        }
        board.settle();
        board
    }

    /// Loses the games on `squares` for the player to move, at the end of the turn (G9).
    pub(super) fn lose(&mut self, squares: Bitboard) {
        for square in squares {
            self.finish(square, Some(!self.turn));
        }
    }

    /// Passes the turn to the opponent.
    pub(super) fn pass_turn(&mut self) {
        self.clocks.end_turn(self.turn);
        self.turn = !self.turn;
        self.en_passant = None;
    }

    /// Sets the en passant square after a double step to `pawn` by the player not to move.
    fn set_en_passant(&mut self, pawn: Square) {
        let may_be_captured = self.pieces.color(!self.turn) & (self.armed | self.disarmed);
        if may_be_captured.contains(pawn) {
            self.en_passant = Some(pawn.ahead(self.turn));
            self.clear_illegal_en_passant();
        }
    }

    /// Clears an en passant square on which no armed mega-pawn can legally capture, or whose pawn
    /// is neutral (G13, G15).
    pub(super) fn clear_illegal_en_passant(&mut self) {
        let Some(square) = self.en_passant else {
            return;
        };
        let us = self.turn;
        let pawn = square.ahead(!us);
        let mut legal = false;
        if !self.running().contains(pawn) {
            let pawns = attacks::pawn(!us, square) & self.pieces.pieces(us, Role::Pawn);
            for from in pawns & self.armed {
                self.moves_from(from, &mut |mv| legal |= mv.kind == MoveKind::EnPassant);
            }
        }
        if !legal {
            self.en_passant = None;
        }
    }

    /// Sets the outcome, after all other changes (G18, G19).
    pub(super) fn settle(&mut self) {
        const MAX_TURNS: u32 = 100;
        self.outcome = None;
        self.outcome = if !self.has_move() && !self.has_board_turn() {
            let reason = if self.is_check() {
                MEGA_CHECKMATE
            } else {
                MEGA_STALEMATE
            };
            Some(Outcome::win(!self.turn, reason))
        } else {
            (self.clocks.halfmove_clock >= MAX_TURNS).then_some(Outcome::draw(Reason::PLY_LIMIT))
        };
    }
}

/// Returns the square of the piece that `mv` captures.
fn captured_on(mv: Move, us: jabberwock_game::Color) -> Square {
    match mv.kind {
        MoveKind::EnPassant => mv.to.ahead(!us),
        MoveKind::Normal | MoveKind::Castling => mv.to,
    }
}

/// Returns the side of the castling move `mv`.
fn side_of(mv: Move, us: jabberwock_game::Color) -> CastlingSide {
    let sides = CastlingSide::ALL.into_iter();
    sides
        .clone()
        .find(|side| side.king_to(us) == mv.to)
        .unwrap_or(CastlingSide::King)
}
