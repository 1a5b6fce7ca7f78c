//! The position: the state given by a FEN, and the hoppers.

use jabberwock_game::{ByColor, Color, Key};

use super::attack::Attack;
use crate::{
    board::{
        Bitboard, Rank, Square, attacks,
        zobrist::{self, Seed},
    },
    fide::{Board, Castling, Move, MoveKind, Role, Setup, State, StateKeys},
};

static KEYS: StateKeys = StateKeys::new(Seed::HopEnPassant, Seed::HopTurn);
static HOPPERS: [[Key; Square::COUNT]; 2] = zobrist::key_rows(Seed::HopHoppers);
const PLACING: Key = zobrist::key(Seed::HopTurn, 1);
const NO_PLACEMENT: Key = zobrist::key(Seed::HopTurn, 2);

/// A Hop Chess position, at the start of a turn or between its two parts.
///
/// Between the parts the hopper of the player to move is off the board; the square from which it
/// was taken is still stored, because leaving it there is the simplest way to complete the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    /// Between the parts: the squares where the hopper may be put.
    pub(super) allowed: Bitboard,
    /// Between the parts: the squares where it gives check, possibly including some where it may
    /// not be put.
    pub(super) checks: Bitboard,
    /// The fields of a FEN other than the pieces.
    pub(super) state: State,
    pub(super) hoppers: ByColor<Option<Square>>,
    pub(super) placing: bool,
    pub(super) check: bool,
}

const _: () = assert!(size_of::<Position>() == 104);

impl Position {
    /// Returns the position described by `setup` and the hoppers, which are on distinct squares. An
    /// en passant square on which no pawn can legally capture is dropped.
    ///
    /// # Errors
    /// The square of the king that is in check although its player is not to move.
    pub fn from_setup(setup: Setup, hoppers: ByColor<Option<Square>>) -> Result<Position, Square> {
        let Setup { board, state } = setup;
        let turn = state.turn;
        let mut pos = Position {
            board,
            allowed: Bitboard::EMPTY,
            checks: Bitboard::EMPTY,
            state,
            hoppers,
            placing: false,
            check: false,
        };
        let idle_king = pos.board.king(!turn);
        if pos.is_attacked(idle_king, turn) {
            return Err(idle_king);
        }
        pos.check = pos.is_attacked(pos.board.king(turn), !turn);
        pos.clear_illegal_en_passant();
        Ok(pos)
    }

    /// Returns the fields of the position except the hoppers.
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

    /// Returns the square on which a pawn can legally capture en passant with at least one
    /// placement. Between the parts of a turn: the square passed over, if an enemy pawn attacks it.
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Returns the square of `color`'s hopper, or the one from which it was taken in this turn;
    /// `None` if it is off the board.
    pub fn hopper(&self, color: Color) -> Option<Square> {
        self.hoppers[color]
    }

    /// Between the parts of a turn, returns the squares where the hopper may be put. Empty
    /// otherwise.
    pub fn allowed(&self) -> Bitboard {
        self.allowed
    }

    /// Between the parts of a turn, returns the squares where the hopper may be put with check.
    /// Empty otherwise.
    pub fn checking(&self) -> Bitboard {
        self.allowed & self.checks
    }

    /// Whether the turn of the player to move has a second part (H4).
    pub fn places_hopper(&self) -> bool {
        places_hopper(&self.state, self.hoppers)
    }

    /// Whether a piece of `by` could capture on `square` with the current hoppers (H13).
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let attack = Attack::new(&self.board, square, by, self.hoppers[!by]);
        attack.exists_with(self.hoppers[by])
    }

    /// Returns the position with the players exchanged; `None` before hoppers are placed, when
    /// White and Black do not move alike (H4).
    pub(super) fn mirrored(&self) -> Option<Position> {
        if self.hoppers == ByColor([None; 2]) && self.state.clocks.fullmove_number == 1 {
            return None;
        }
        let [white, black] = self.hoppers.0.map(|hopper| hopper.map(Square::flipped));
        Some(Position {
            board: self.board.mirrored(Square::flipped),
            allowed: self.allowed.flipped(),
            checks: self.checks.flipped(),
            state: self.state.mirrored(),
            hoppers: ByColor([black, white]),
            ..*self
        })
    }

    /// Returns the squares where the hopper may be put after `mv` with the king safe; `None` if the
    /// move is not legal. If no hopper is placed the set is empty.
    pub(super) fn placements_after(&self, mv: Move) -> Option<Bitboard> {
        let mut board = self.board.clone();
        board.make(self.state.turn, mv);
        self.placements(&board)
    }

    /// Returns the same for the board after the piece's move.
    fn placements(&self, board: &Board) -> Option<Bitboard> {
        let us = self.state.turn;
        let fixed = self.hoppers[!us];
        let attack = Attack::new(board, board.king(us), !us, fixed);
        if attack.exists() {
            return None;
        }
        if !self.places_hopper() {
            return Some(Bitboard::EMPTY);
        }
        let taken = fixed.map_or(board.occupied(), |fixed| {
            board.occupied() | Bitboard::of(fixed)
        });
        let allowed = (!taken).without(attack.attacking_hoppers());
        (!allowed.is_empty()).then_some(allowed)
    }

    /// Returns the pawns of the player to move that attack the en passant square.
    pub(super) fn en_passant_pawns(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.state.turn, square) & self.board.pieces(self.state.turn, Role::Pawn)
    }

    /// Returns the capture en passant of the pawn on `from`.
    pub(super) fn en_passant_capture(from: Square, to: Square) -> Move {
        Move {
            kind: MoveKind::EnPassant,
            ..Move::normal(Role::Pawn, from, to, Some(Role::Pawn))
        }
    }

    /// Clears an en passant square with a hopper on it or on which no capture is legal (H12).
    fn clear_illegal_en_passant(&mut self) {
        self.state.en_passant = self.state.en_passant.filter(|&to| {
            let mut pawns = self.en_passant_pawns(to).into_iter();
            !self.hoppers.0.contains(&Some(to))
                && pawns.any(|from| {
                    let mv = Position::en_passant_capture(from, to);
                    self.placements_after(mv).is_some()
                })
        });
    }

    /// Returns the key of everything but the pieces.
    pub(super) fn state_key(&self) -> Key {
        state_key(&self.state, self.hoppers, self.placing)
    }

    /// Returns the key after a piece's move, but for a double step that can be captured en passant.
    #[inline]
    pub(super) fn key_after_move(&self, mv: Move) -> Key {
        let mut board = self.board.clone();
        let mut state = self.state;
        board.make(state.turn, mv);
        state.apply_move(mv);
        let placing = self.places_hopper();
        if !placing {
            state.end_turn();
        }
        board.key() ^ state_key(&state, self.hoppers, placing)
    }

    /// Returns the key after the hopper is put on `square`, but for an en passant square that is dropped.
    #[inline]
    pub(super) fn key_after_placement(&self, square: Square) -> Key {
        let mut state = self.state;
        let mut hoppers = self.hoppers;
        hoppers[state.turn] = Some(square);
        state.end_turn();
        self.board.key() ^ state_key(&state, hoppers, false)
    }

    pub(super) fn play_piece(&mut self, mv: Move) {
        let us = self.state.turn;
        let places = self.places_hopper();
        self.board.make(us, mv);
        self.state.apply_move(mv);
        // Any route by which a pawn goes from its second rank two ranks ahead is the same move as a
        // double step (H15).
        let double = mv.role == Role::Pawn && mv.from.index().abs_diff(mv.to.index()) == 16;
        if double && mv.from.rank() == Rank::Second.of(us) {
            let passed = mv.to.ahead(!us);
            let ready = attacks::pawn(us, passed).intersects(self.board.pieces(!us, Role::Pawn));
            self.state.en_passant = ready.then_some(passed);
        }
        let enemy_king = self.board.king(!us);
        let attack = Attack::new(&self.board, enemy_king, us, self.hoppers[!us]);
        self.checks = if attack.exists() {
            Bitboard::FULL
        } else if places {
            attack.attacking_hoppers()
        } else {
            Bitboard::EMPTY
        };
        if places {
            self.allowed = self.placements(&self.board).unwrap_or_default();
            self.placing = true;
        } else {
            self.finish_turn(!self.checks.is_empty());
        }
    }

    pub(super) fn finish_turn(&mut self, check: bool) {
        self.state.end_turn();
        self.check = check;
        self.placing = false;
        self.allowed = Bitboard::EMPTY;
        self.checks = Bitboard::EMPTY;
        if self.state.en_passant.is_some() {
            self.clear_illegal_en_passant();
        }
    }
}

/// Whether the turn of the player to move has a second part (H4).
fn places_hopper(state: &State, hoppers: ByColor<Option<Square>>) -> bool {
    state.turn == Color::Black || hoppers != ByColor([None; 2]) || state.clocks.fullmove_number != 1
}

/// Returns the key of everything but the pieces.
fn state_key(state: &State, hoppers: ByColor<Option<Square>>, placing: bool) -> Key {
    let mut key = state.key(&KEYS);
    for (keys, hopper) in HOPPERS.iter().zip(hoppers.0) {
        if let Some(square) = hopper {
            key ^= keys[square.index()];
        }
    }
    if placing {
        key ^= PLACING;
    } else if !places_hopper(state, hoppers) {
        key ^= NO_PLACEMENT;
    }
    key
}
