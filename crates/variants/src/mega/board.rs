//! A mega-board: a game of level 1 or higher.

use jabberwock_game::{Color, Key, Outcome};

use super::{Game, Piece, State};
use crate::{
    board::{Bitboard, File, Square, zobrist},
    fide::{Board as Men, Castling, Role},
};

static STATES: [[Key; 64]; 4] = zobrist::key_rows(0x6001);
static GAMES: [Key; 64] = zobrist::keys(0x6002);
static EN_PASSANT: [Key; File::COUNT] = zobrist::keys(0x6003);
const BLACK_TO_MOVE: Key = Key::random(0x6004, 0);

/// A game of level 1 or higher: what stands on its 64 mega-squares, at the start of a turn (G2).
///
/// The games on it are shared; cloning a board copies 64 references and no game.
#[derive(Clone)]
pub struct Board {
    pub(super) level: u8,
    pub(super) men: Men,
    pub(super) armed: Bitboard,
    pub(super) disarmed: Bitboard,
    pub(super) dethroned: Bitboard,
    games: Box<[Option<Game>; 64]>,
    pub(super) turn: Color,
    pub(super) castling: Castling,
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
    /// Running games in which White is to move.
    white_to_move: Bitboard,
    /// Running games in which the player to move is in check.
    besieged: Bitboard,
    /// The key of the states and the games.
    key: Key,
    pub(super) outcome: Option<Outcome>,
}

impl Board {
    /// The start of a game of `level`, at least 1 (G2).
    pub(super) fn untouched(level: u8) -> Board {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {}";
        super::notation::parse(level, text).expect("the start is sound")
    }

    /// The men `men` without states or games.
    pub(super) fn bare(level: u8, men: Men, turn: Color, castling: Castling) -> Board {
        Board {
            level,
            men,
            armed: Bitboard::EMPTY,
            disarmed: Bitboard::EMPTY,
            dethroned: Bitboard::EMPTY,
            games: Box::new([const { None }; 64]),
            turn,
            castling,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            white_to_move: Bitboard::EMPTY,
            besieged: Bitboard::EMPTY,
            key: Key(0),
            outcome: None,
        }
    }

    /// The level of this game, at least 1.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The player to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men, without their states.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let man = self.men.man_at(square)?;
        let state = self.state_at(square);
        Some(Piece { man, state })
    }

    /// The state of the mega-piece on `square`, which is not empty.
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

    /// The squares with a mega-piece in `state`.
    pub fn in_state(&self, state: State) -> Bitboard {
        match state {
            State::Neutral => self.running(),
            State::Armed => self.armed,
            State::Disarmed => self.disarmed,
            State::Dethroned => self.dethroned,
        }
    }

    /// The squares with a running game: those of the neutral mega-pieces (G11).
    pub fn running(&self) -> Bitboard {
        let finished = self.armed | self.disarmed | self.dethroned;
        self.men.occupied().without(finished)
    }

    /// The running game on `square`.
    pub fn game(&self, square: Square) -> Option<&Game> {
        self.games[square.index()].as_ref()
    }

    /// The running games in which `color` is to move.
    pub fn to_move(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white_to_move,
            Color::Black => self.running().without(self.white_to_move),
        }
    }

    /// The boards on which the player to move may play, the k of G6: running games in which he is
    /// to move. He has a legal turn in each, since a game without one is finished.
    pub fn playable(&self) -> Bitboard {
        self.to_move(self.turn)
    }

    /// The number of boards of a board turn: min(8, k) (G6), 0 if there is none to play on.
    pub fn boards_of_a_turn(&self) -> u32 {
        self.playable().len().min(8)
    }

    /// The boards on which the player to move is in check: those he loses by this turn where he
    /// does not answer (G9).
    pub fn besieged(&self) -> Bitboard {
        self.besieged & self.playable()
    }

    /// The rights to castle (G16).
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The square on which an armed mega-pawn can legally capture en passant (G15).
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Turns since the last board turn, capture or mega-pawn's move (G19).
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, at least 1.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// How the game has ended, repetition apart (G18, G19). Mega-checkmate and mega-stalemate go
    /// before the count.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the mega-king of the player to move is in check (G14).
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.men.king(self.turn), !self.turn)
    }

    /// Whether an armed mega-piece of `by` attacks `square` (G14).
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let attackers = self.men.attackers(square, self.men.occupied());
        attackers.meets(self.men.color(by) & self.armed)
    }

    /// The squares that armed mega-pieces of `by` attack (G13, G14), pinned ones too.
    pub fn attacked(&self, by: Color) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&square| self.is_attacked(square, by))
            .collect()
    }

    /// The key of the position, counters excluded (G19).
    pub fn key(&self) -> Key {
        self.men.key() ^ self.key ^ self.state_key()
    }

    /// The key computed anew from the mega-board; the keys of its games are asked for.
    pub fn recomputed_key(&self) -> Key {
        let squares = self.men.occupied().into_iter();
        squares.fold(
            self.men.recomputed_key() ^ self.state_key(),
            |key, square| {
                let game = self.game(square).map(|game| key_of(square, game.key()));
                let state = STATES[self.state_at(square) as usize][square.index()];
                key ^ game.unwrap_or_default() ^ state
            },
        )
    }

    /// The key of all but the mega-pieces.
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

    /// Puts a mega-piece on an empty square; a neutral one brings its game.
    pub(super) fn put(&mut self, square: Square, state: State, game: Option<Game>) {
        let bit = Bitboard::of(square);
        match state {
            State::Neutral => {}
            State::Armed => self.armed ^= bit,
            State::Disarmed => self.disarmed ^= bit,
            State::Dethroned => self.dethroned ^= bit,
        }
        self.key ^= STATES[state as usize][square.index()];
        if let Some(game) = game {
            self.set_game(square, game);
        }
    }

    /// Takes state and game of the mega-piece on `square`.
    pub(super) fn take(&mut self, square: Square) -> (State, Option<Game>) {
        let state = self.state_at(square);
        let others = !Bitboard::of(square);
        self.armed &= others;
        self.disarmed &= others;
        self.dethroned &= others;
        self.key ^= STATES[state as usize][square.index()];
        (state, self.take_game(square))
    }

    /// Sets the running game on `square`.
    pub(super) fn set_game(&mut self, square: Square, game: Game) {
        self.take_game(square);
        let bit = Bitboard::of(square);
        self.key ^= key_of(square, game.key());
        if game.turn() == Color::White {
            self.white_to_move |= bit;
        }
        if game.is_check() {
            self.besieged |= bit;
        }
        self.games[square.index()] = Some(game);
    }

    fn take_game(&mut self, square: Square) -> Option<Game> {
        let game = self.games[square.index()].take()?;
        let others = !Bitboard::of(square);
        self.white_to_move &= others;
        self.besieged &= others;
        self.key ^= key_of(square, game.key());
        Some(game)
    }

    /// Ends the running game on `square` (G11): what its mega-piece becomes, or that it leaves.
    pub(super) fn finish(&mut self, square: Square, winner: Option<Color>) {
        let Some(man) = self.men.man_at(square) else {
            return;
        };
        self.take(square);
        match winner {
            None => self.put(square, State::Disarmed, None),
            Some(winner) if winner == man.color => self.put(square, State::Armed, None),
            Some(_) => {
                // His rights are lost with his throne, a rook's with the rook (G16).
                self.castling = self.castling.after(square);
                if man.role == Role::King {
                    self.put(square, State::Dethroned, None);
                } else {
                    self.men.toggle(man, square);
                }
            }
        }
    }

    /// The same position with the players exchanged, at every level. `games` gives the mirrored
    /// games.
    pub(super) fn mirrored(&self, games: &mut impl FnMut(&Game) -> Game) -> Board {
        let men = self.men.mirrored(Square::flipped);
        let mut board = Board::bare(self.level, men, !self.turn, self.castling.mirrored());
        board.en_passant = self.en_passant.map(Square::flipped);
        board.halfmove_clock = self.halfmove_clock;
        board.fullmove_number = self.fullmove_number;
        for square in self.men.occupied() {
            let game = self.game(square).map(&mut *games);
            board.put(square.flipped(), self.state_at(square), game);
        }
        board.outcome = self.outcome.map(|outcome| Outcome {
            winner: outcome.winner.map(|winner| !winner),
            ..outcome
        });
        board
    }
}

/// Counters included: what the text says. The keys say soon where boards differ, and a pair of
/// games that was found equal is not compared again, so shared games cost nothing.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let fields = |board: &Board| {
            let Board {
                level,
                turn,
                halfmove_clock,
                ..
            } = *board;
            (
                level,
                turn,
                halfmove_clock,
                board.fullmove_number,
                board.castling,
            )
        };
        let mut known: Vec<(usize, usize)> = Vec::new();
        fields(self) == fields(other)
            && self.key() == other.key()
            && self.men == other.men
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

/// The key of a game that stands on `square`: mixed, so that equal games do not cancel each other.
fn key_of(square: Square, game: Key) -> Key {
    Key::random(GAMES[square.index()].0, game.0)
}
