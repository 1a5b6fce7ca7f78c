//! A game of any level, shared and immutable (G1, G2, G20), and the mega-board, a game of level 1
//! or higher.

mod changes;

use std::sync::Arc;

use jabberwock_game::{Color, Key, Outcome, Position as _, Reason};

use super::piece::{MegaPiece, State};
use crate::{
    board::{
        Bitboard, Clocks, File, Square,
        zobrist::{self, Seed},
    },
    chess,
    fide::{Board as Pieces, Castling},
};

static STATES: [[Key; 64]; 4] = zobrist::key_rows(Seed::MegaStates);
static GAMES: [Key; 64] = zobrist::keys(Seed::MegaGames);
static EN_PASSANT: [Key; File::COUNT] = zobrist::keys(Seed::MegaEnPassant);
const BLACK_TO_MOVE: Key = zobrist::key(Seed::MegaTurn, 0);

/// The highest level.
pub const HIGHEST: u8 = 8;

/// A game of any level: chess at level 0, a mega-board above. Cloning it is cheap, as it is shared.
#[derive(Clone)]
pub enum Game {
    /// A level-0 game (G1).
    Small(Arc<chess::Position>),
    /// A game of level 1 or higher (G2).
    Large(Arc<Board>),
}

/// A game of level 1 or higher at the start of a turn: the contents of its 64 mega-squares and its
/// state (G2).
///
/// The games on it are shared; cloning a board copies 64 references and no game.
#[derive(Clone)]
pub struct Board {
    pub(super) level: u8,
    pub(super) pieces: Pieces,
    pub(super) armed: Bitboard,
    pub(super) disarmed: Bitboard,
    pub(super) dethroned: Bitboard,
    games: Box<[Option<Game>; 64]>,
    pub(super) turn: Color,
    pub(super) castling: Castling,
    pub(super) en_passant: Option<Square>,
    pub(super) clocks: Clocks,
    /// Running games in which White is to move.
    white_to_move: Bitboard,
    /// Running games in which the player to move is in check.
    besieged: Bitboard,
    /// The key of the states and the games.
    key: Key,
    pub(super) outcome: Option<Outcome>,
}

impl Board {
    /// Returns a board with `pieces`, without their states or games.
    pub(super) fn bare(level: u8, pieces: Pieces, turn: Color, castling: Castling) -> Board {
        Board {
            level,
            pieces,
            armed: Bitboard::EMPTY,
            disarmed: Bitboard::EMPTY,
            dethroned: Bitboard::EMPTY,
            games: Box::new([const { None }; 64]),
            turn,
            castling,
            en_passant: None,
            clocks: Clocks::default(),
            white_to_move: Bitboard::EMPTY,
            besieged: Bitboard::EMPTY,
            key: Key(0),
            outcome: None,
        }
    }

    /// Returns the level of this game, at least 1.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Returns the player to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the pieces, without their states.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the piece on `square`.
    pub fn piece_at(&self, square: Square) -> Option<MegaPiece> {
        let piece = self.pieces.piece_at(square)?;
        let state = self.state_at(square);
        Some(MegaPiece { piece, state })
    }

    /// Returns the state of the mega-piece on `square`, which is occupied.
    pub(super) fn state_at(&self, square: Square) -> State {
        if self.armed.contains(square) {
            State::Armed
        } else if self.disarmed.contains(square) {
            State::Disarmed
        } else if self.dethroned.contains(square) {
            State::Dethroned
        } else {
            State::Neutral
        }
    }

    /// Returns the squares with a mega-piece in `state`.
    pub fn in_state(&self, state: State) -> Bitboard {
        match state {
            State::Neutral => self.running(),
            State::Armed => self.armed,
            State::Disarmed => self.disarmed,
            State::Dethroned => self.dethroned,
        }
    }

    /// Returns the squares with a running game: those of the neutral mega-pieces (G11).
    pub fn running(&self) -> Bitboard {
        let finished = self.armed | self.disarmed | self.dethroned;
        self.pieces.occupied().without(finished)
    }

    /// Returns the running game on `square`.
    pub fn game(&self, square: Square) -> Option<&Game> {
        self.games[square.index()].as_ref()
    }

    /// Returns the running games in which `color` is to move.
    pub fn to_move(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white_to_move,
            Color::Black => self.running().without(self.white_to_move),
        }
    }

    /// Returns the boards on which the player to move may play, the k of G6: running games in which
    /// they are to move. Each of them has a legal turn, since a game without one is finished.
    pub fn playable(&self) -> Bitboard {
        self.to_move(self.turn)
    }

    /// Returns the number of boards of a board turn: min(8, k) (G6), or 0 if k is 0.
    pub fn boards_of_a_turn(&self) -> u32 {
        self.playable().len().min(8)
    }

    /// Returns the boards on which the player to move is in check. Those not answered in this turn
    /// are lost (G9).
    pub fn besieged(&self) -> Bitboard {
        self.besieged & self.playable()
    }

    /// Returns the castling rights (G16).
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// Returns the square on which an armed mega-pawn can legally capture en passant (G15).
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the number of turns since the last board turn, capture or mega-pawn's move (G19).
    pub fn halfmove_clock(&self) -> u32 {
        self.clocks.halfmove_clock
    }

    /// Returns the fullmove number, at least 1.
    pub fn fullmove_number(&self) -> u32 {
        self.clocks.fullmove_number
    }

    /// Returns the outcome if the game has ended, apart from repetition (G18, G19). Mega-checkmate
    /// and mega-stalemate take precedence over the count.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the mega-king of the player to move is in check (G14).
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.pieces.king(self.turn), !self.turn)
    }

    /// Whether an armed mega-piece of `by` attacks `square` (G14).
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let attackers = self.pieces.attackers(square, self.pieces.occupied());
        attackers.intersects(self.pieces.color(by) & self.armed)
    }

    /// Returns the squares attacked by armed mega-pieces of `by` (G13, G14), including pinned ones.
    pub fn attacked(&self, by: Color) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&square| self.is_attacked(square, by))
            .collect()
    }

    /// Returns the key of the position, which excludes counters (G19).
    pub fn key(&self) -> Key {
        self.pieces.key() ^ self.key ^ self.state_key()
    }

    /// Recomputes the key from the mega-board and the keys of its games.
    pub fn recomputed_key(&self) -> Key {
        let squares = self.pieces.occupied().into_iter();
        squares.fold(
            self.pieces.recomputed_key() ^ self.state_key(),
            |key, square| {
                let game = self.game(square).map(|game| key_of(square, game.key()));
                let state = STATES[self.state_at(square) as usize][square.index()];
                key ^ game.unwrap_or_default() ^ state
            },
        )
    }

    /// Returns the key of everything but the mega-pieces.
    fn state_key(&self) -> Key {
        let mut key = self.castling.key();
        if self.turn == Color::Black {
            key ^= BLACK_TO_MOVE;
        }
        if let Some(square) = self.en_passant {
            key ^= EN_PASSANT[square.file().index()];
        }
        key
    }
}

/// Compares counters, too, as the text does. Keys are compared first, and a pair of games that was
/// found equal is not compared again, so comparing shared games is free.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let fields = |board: &Board| {
            let Board {
                level,
                turn,
                clocks,
                castling,
                ..
            } = *board;
            (level, turn, clocks, castling)
        };
        let mut known: Vec<(usize, usize)> = Vec::new();
        fields(self) == fields(other)
            && self.key() == other.key()
            && self.pieces == other.pieces
            && self.en_passant == other.en_passant
            && [self.armed, self.disarmed, self.dethroned]
                == [other.armed, other.disarmed, other.dethroned]
            && self.running().into_iter().all(|square| {
                let (Some(a), Some(b)) = (self.game(square), other.game(square)) else {
                    return false;
                };
                let pair = (a.address(), b.address());
                known.contains(&pair) || {
                    known.push(pair);
                    a == b
                }
            })
    }
}

impl Eq for Board {}

/// Returns the key of a game on `square`: mixed, so that equal games do not cancel each other.
fn key_of(square: Square, game: Key) -> Key {
    Key::random(GAMES[square.index()].0, game.0)
}

impl Game {
    /// Returns the level, 0 for chess.
    pub fn level(&self) -> u8 {
        match self {
            Game::Small(_) => 0,
            Game::Large(board) => board.level(),
        }
    }

    /// Returns the player to move in this game (G3).
    pub fn turn(&self) -> Color {
        match self {
            Game::Small(pos) => pos.turn(),
            Game::Large(board) => board.turn(),
        }
    }

    /// Returns the Zobrist key, which excludes counters (G19).
    pub fn key(&self) -> Key {
        match self {
            Game::Small(pos) => pos.key(),
            Game::Large(board) => board.key(),
        }
    }

    /// Whether the king (level 0) or mega-king of the player to move is in check.
    pub fn is_check(&self) -> bool {
        match self {
            Game::Small(pos) => pos.is_check(),
            Game::Large(board) => board.is_check(),
        }
    }

    /// Returns the outcome if the position ends the game (G1, G18, G19). Repetition counts only in
    /// the outermost game.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Game::Small(pos) => small_outcome(pos),
            Game::Large(board) => board.outcome(),
        }
    }

    /// Returns the chess position of a level-0 game.
    pub fn small(&self) -> Option<&chess::Position> {
        match self {
            Game::Small(pos) => Some(pos),
            Game::Large(_) => None,
        }
    }

    /// Returns the mega-board of a game of level 1 or higher.
    pub fn large(&self) -> Option<&Board> {
        match self {
            Game::Small(_) => None,
            Game::Large(board) => Some(board),
        }
    }

    /// Whether both are the same object.
    pub fn is_same(&self, other: &Game) -> bool {
        self.address() == other.address()
    }

    /// Returns the address of the shared object, which identifies it during its lifetime.
    pub fn address(&self) -> usize {
        match self {
            Game::Small(pos) => Arc::as_ptr(pos).addr(),
            Game::Large(board) => Arc::as_ptr(board).addr(),
        }
    }
}

/// Compares counters, too, as the text does. Shared objects are equal without a comparison.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.is_same(other)
            || match (self, other) {
                (Game::Small(a), Game::Small(b)) => a == b,
                (Game::Large(a), Game::Large(b)) => a == b,
                _ => false,
            }
    }
}

impl Eq for Game {}

/// Returns the outcome of a level-0 game: checkmate takes precedence (G1).
fn small_outcome(pos: &chess::Position) -> Option<Outcome> {
    const MAX_PLIES: u32 = 100;
    if !pos.has_legal_step() {
        return Some(pos.outcome_when_stuck());
    }
    if pos.clock() >= MAX_PLIES {
        return Some(Outcome::draw(Reason::PLY_LIMIT));
    }
    pos.drawn_by_material().map(Outcome::draw)
}
