//! The position: the state given by a FEN.

use jabberwock_game::Key;

use crate::{
    board::{Bitboard, Square, attacks, zobrist::Seed},
    fide::{Board, Castling, CastlingSide, Move, Piece, Role, Setup, State, StateKeys},
};

static KEYS: StateKeys = StateKeys::new(Seed::ChessEnPassant, Seed::ChessTurn);

/// A chess position: the state given by a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) state: State,
}

const _: () = assert!(size_of::<Position>() == 88);

impl Position {
    /// Returns the position described by `setup`. An en passant square on which no pawn can legally
    /// capture is dropped.
    ///
    /// # Errors
    /// The square of a king that is in check although its player is not to move.
    pub fn from_setup(setup: Setup) -> Result<Position, Square> {
        let Setup { board, state } = setup;
        if board.is_check(!state.turn) {
            return Err(board.king(!state.turn));
        }
        let mut pos = Position { board, state };
        pos.clear_illegal_en_passant();
        Ok(pos)
    }

    /// Returns the fields of the position.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            state: self.state,
        }
    }

    /// Returns the pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rights to castle.
    pub fn castling(&self) -> Castling {
        self.state.castling
    }

    /// Returns the square on which a pawn can legally capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Removes `piece`, not a king, from `square`.
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.board.toggle(piece, square);
        self.state.revoke_rights(square);
    }

    /// Returns the position with the players exchanged.
    pub(crate) fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(Square::flipped),
            state: self.state.mirrored(),
        }
    }

    /// Whether the king of the player to move stays safe if a pawn captures en passant from `from`.
    /// Two pieces leave the rank at once, so the board after the capture is examined.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.state.turn;
        let captured = Bitboard::of(to.ahead(!us));
        let occupied = self.board.occupied() ^ captured ^ Bitboard::of(from) ^ Bitboard::of(to);
        let king = self.board.king(us);
        let enemies = self.board.color(!us).without(captured);
        !self.board.attackers(king, occupied).intersects(enemies)
    }

    /// Returns the pawns of the player to move that attack the en passant square.
    pub(super) fn en_passant_pawns(&self, square: Square) -> Bitboard {
        let us = self.state.turn;
        attacks::pawn(!us, square) & self.board.pieces(us, Role::Pawn)
    }

    /// Sets the en passant square after a double step over `square`, unless no capture there is
    /// legal. Not inlined, to keep [`jabberwock_game::Position::play`] short.
    #[inline(never)]
    pub(super) fn set_en_passant(&mut self, square: Square) {
        self.state.en_passant = Some(square);
        self.clear_illegal_en_passant();
    }

    /// Castles: moves the king on `king` and the rook on `rook` to the target squares of that side.
    /// The rights are not changed.
    pub(crate) fn castle(&mut self, king: Square, rook: Square) {
        let us = self.state.turn;
        let side = CastlingSide::of_rook(king, rook);
        let piece = |role| Piece { color: us, role };
        for (role, square) in [
            (Role::King, king),
            (Role::Rook, rook),
            (Role::King, side.king_to(us)),
            (Role::Rook, side.rook_to(us)),
        ] {
            self.board.toggle(piece(role), square);
        }
        self.state.clocks.count_ply(false);
        self.state.en_passant = None;
        self.state.end_turn();
    }

    fn clear_illegal_en_passant(&mut self) {
        self.state.en_passant = self.state.en_passant.filter(|&square| {
            let mut pawns = self.en_passant_pawns(square).into_iter();
            pawns.any(|from| self.en_passant_is_safe(from, square))
        });
    }

    /// Returns the key of everything but the pieces.
    pub(super) fn state_key(&self) -> Key {
        self.state.key(&KEYS)
    }

    /// Returns the key after a move, except for a double step that can be captured en passant.
    #[inline]
    pub(super) fn key_after_move(&self, mv: Move) -> Key {
        let Position {
            mut board,
            mut state,
        } = self.clone();
        board.make(state.turn, mv);
        state.apply_move(mv);
        state.end_turn();
        board.key() ^ state.key(&KEYS)
    }
}
