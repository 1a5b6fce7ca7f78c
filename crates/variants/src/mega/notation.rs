//! Texts of positions (`docs/rules/notation.md`, *mega, recursive-N*).

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock},
};

use jabberwock_game::{Color, PositionError, Variant as _};

use super::{
    board::{Board, Game, HIGHEST},
    braces,
    piece::{MegaPiece, State},
};
use crate::{
    board::{self, Bitboard, Clocks, Fields, Rank, Square, number, placement},
    chess,
    fide::{Board as Pieces, Castling, CastlingSide, Piece, Role, read_en_passant},
};

/// The start of a game of any level but 0: `{}` stands for untouched games (G2).
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {}";

/// The name of the last field in errors.
const GAMES: &str = "games";

impl Board {
    /// Reads a position of a game of `level`, from 1 to [`HIGHEST`].
    ///
    /// # Errors
    /// Names the first field that is missing or wrong, and the board it is on.
    pub fn parse(level: u8, text: &str) -> Result<Board, PositionError> {
        let mut fields = Fields::new(text);
        let mut board = read_fields(level, &mut |field| fields.next(field))?;
        fields.finish()?;
        finish(&mut board)?;
        Ok(board)
    }

    /// Returns the canonical text of the position.
    pub fn text(&self) -> String {
        fields_text(self, ' ')
    }
}

/// Writes the text: the games on the board may be too many to be printed one by one.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Game {
    /// Returns the untouched game of `level`: one shared object for each level (G20).
    ///
    /// # Panics
    /// If `level` is above [`HIGHEST`].
    pub fn start(level: u8) -> Game {
        static STARTS: [OnceLock<Game>; HIGHEST as usize + 1] =
            [const { OnceLock::new() }; HIGHEST as usize + 1];
        let start = STARTS[usize::from(level)].get_or_init(|| match level {
            0 => Game::Small(Arc::new(chess::Chess.start())),
            _ => Game::Large(Arc::new(
                Board::parse(level, START).expect("the start is valid"),
            )),
        });
        start.clone()
    }
}

/// Writes the text.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&game_text(self))
    }
}

/// Reads all fields, which `next` returns. Checks that depend on the games are left to [`finish`].
fn read_fields<'a>(
    level: u8,
    next: &mut impl FnMut(&'static str) -> Result<&'a str, PositionError>,
) -> Result<Board, PositionError> {
    let (pieces, states) = read_pieces(next(placement::FIELD)?)?;
    let turn = board::turn(next(board::TURN)?)?;
    let field = next("castling")?;
    let castling = Castling::read(field, |piece, square| {
        pieces.piece_at(square) == Some(piece)
    })?;
    let mut board = Board::bare(level, pieces, turn, castling);
    for color in Color::ALL {
        let king = board.pieces.king(color);
        let any = CastlingSide::ALL
            .into_iter()
            .any(|side| castling.has(color, side));
        if any && states[king.index()] == State::Dethroned {
            let reason = format!("{color}'s mega-king is dethroned");
            return Err(PositionError::field("castling", field, reason));
        }
    }
    board.en_passant = read_en_passant(next("en passant")?, &board.pieces, turn)?;
    board.clocks = Clocks {
        halfmove_clock: number("halfmove clock", next("halfmove clock")?, 0)?,
        fullmove_number: number("fullmove number", next("fullmove number")?, 1)?,
    };
    let occupied = board.pieces.occupied();
    let neutral = |square: &Square| states[square.index()] == State::Neutral;
    let running = occupied.into_iter().filter(neutral).collect();
    let mut games = read_games(level, next(GAMES)?, running)?;
    for square in occupied {
        let game = neutral(&square).then(|| {
            let game = games.remove(&square);
            game.unwrap_or_else(|| Game::start(level - 1))
        });
        board.put(square, states[square.index()], game);
    }
    Ok(board)
}

/// Checks a position as a whole, and whether the game is over.
fn finish(board: &mut Board) -> Result<(), PositionError> {
    let king = board.pieces.king(!board.turn);
    if board.is_attacked(king, board.turn) {
        let reason = format!("the mega-king on {king} is in check, but not to move");
        return Err(placement::wrong(&placement_text(board), reason));
    }
    board.clear_illegal_en_passant();
    board.settle();
    Ok(())
}

/// Reads the placement.
fn read_pieces(text: &str) -> Result<(Pieces, [State; 64]), PositionError> {
    const MAX_PIECES: u32 = 16;
    let mut pieces = Pieces::default();
    let mut states = [State::Neutral; 64];
    placement::read(text, |square, rest| {
        let mut letters = rest.chars();
        let letter = letters.next().unwrap_or(' ');
        let piece = Piece::from_letter(letter)
            .ok_or_else(|| format!("no piece is called \"{}\"", letter.escape_debug()))?;
        pieces.toggle(piece, square);
        let Some(state) = letters.next().and_then(State::from_suffix) else {
            return Ok(1);
        };
        if state == State::Dethroned && piece.role != Role::King {
            return Err(format!("\"{letter}!\" on {square}: only a king is dethroned").into());
        }
        states[square.index()] = state;
        Ok(2)
    })?;
    let wrong = |reason: String| Err(placement::wrong(text, reason));
    for color in Color::ALL {
        let kings = pieces.pieces(color, Role::King).len();
        if kings != 1 {
            return wrong(format!("{color} has {kings} mega-kings"));
        }
        let count = pieces.color(color).len();
        if count > MAX_PIECES {
            return wrong(format!(
                "{color} has {count} mega-pieces, more than {MAX_PIECES}"
            ));
        }
    }
    let outer = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    if let Some(square) = (pieces.role(Role::Pawn) & outer).first() {
        return wrong(format!("a mega-pawn on {square}"));
    }
    Ok((pieces, states))
}

/// Reads the running games that are not in their starting positions.
fn read_games(
    level: u8,
    text: &str,
    running: Bitboard,
) -> Result<HashMap<Square, Game>, PositionError> {
    let wrong = |text: &str, reason: String| PositionError::field(GAMES, text, reason);
    let inside = braces::inside(text).map_err(|reason| wrong(text, reason))?;
    let mut games = HashMap::new();
    if inside.is_empty() {
        return Ok(games);
    }
    for entry in braces::split(inside, ';') {
        let (squares, position) = entry
            .split_once('=')
            .ok_or_else(|| wrong(entry, "an entry is squares, =, a position".to_owned()))?;
        let squares = braces::squares(squares).map_err(|reason| wrong(entry, reason))?;
        for &square in &squares {
            if !running.contains(square) {
                let reason = format!("no neutral mega-piece stands on {square}");
                return Err(wrong(entry, reason));
            }
            if games.contains_key(&square) {
                return Err(wrong(entry, format!("{square} has an entry already")));
            }
        }
        let first = squares[0];
        let game =
            read_game(level - 1, position).map_err(|error| error_on(first, position, error))?;
        if let Some(outcome) = game.outcome() {
            let reason = format!("the game on {first} is finished: {outcome}");
            return Err(wrong(position, reason));
        }
        let start = Game::start(level - 1);
        let game = if game == start { start } else { game };
        for square in squares {
            if games.insert(square, game.clone()).is_some() {
                return Err(wrong(entry, format!("{square} is named twice")));
            }
        }
    }
    Ok(games)
}

/// Reads a position below the outermost one: `_` stands for a blank outside braces.
fn read_game(level: u8, text: &str) -> Result<Game, PositionError> {
    if level == 0 {
        let blanks = text.replace('_', " ");
        let pos = chess::Chess.parse(&blanks)?;
        return Ok(Game::Small(Arc::new(pos)));
    }
    let mut fields = braces::split(text, '_').filter(|field| !field.is_empty());
    let mut board = read_fields(level, &mut |field| {
        fields.next().ok_or(PositionError::Missing { field })
    })?;
    if let Some(field) = fields.next() {
        return Err(PositionError::trailing(field));
    }
    finish(&mut board)?;
    Ok(Game::Large(Arc::new(board)))
}

/// Returns `error` in the game on `square`, whose position text is `position`.
fn error_on(square: Square, position: &str, error: PositionError) -> PositionError {
    let place = format!("in the game on {square}");
    match error {
        PositionError::Field {
            field,
            text,
            reason,
        } => PositionError::Field {
            field,
            text,
            reason: format!("{place}: {reason}").into(),
        },
        PositionError::Missing { field } => {
            PositionError::field(GAMES, position, format!("{place}: {field} is missing"))
        }
        PositionError::Trailing { text } => PositionError::field(
            GAMES,
            &text,
            format!("{place}: unexpected after the last field"),
        ),
    }
}

fn fields_text(board: &Board, blank: char) -> String {
    let mut text = placement_text(board);
    let en_passant = board.en_passant.map_or("-".to_owned(), |s| s.to_string());
    let fields = [
        board.turn.letter().to_string(),
        board.castling.to_string(),
        en_passant,
        board.clocks.halfmove_clock.to_string(),
        board.clocks.fullmove_number.to_string(),
        games_text(board),
    ];
    for field in fields {
        text.push(blank);
        text.push_str(&field);
    }
    text
}

fn placement_text(board: &Board) -> String {
    placement::write(|square| {
        board
            .piece_at(square)
            .map(|piece: MegaPiece| piece.to_string())
    })
}

/// Returns every running game that is touched; games with the same text share an entry.
fn games_text(board: &Board) -> String {
    let start = Game::start(board.level - 1);
    let mut texts: HashMap<usize, Option<String>> = HashMap::new();
    let mut entries: Vec<(Bitboard, String)> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for square in board.running() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let text = texts
            .entry(game.address())
            .or_insert_with(|| (*game != start).then(|| game_text(game)));
        let Some(text) = text else {
            continue;
        };
        if let Some(&number) = numbers.get(text) {
            entries[number].0 |= Bitboard::of(square);
        } else {
            numbers.insert(text.clone(), entries.len());
            entries.push((Bitboard::of(square), text.clone()));
        }
    }
    braces::write(entries.iter().map(|(squares, text)| (*squares, text)))
}

/// Returns the text of a game below the outermost one.
fn game_text(game: &Game) -> String {
    match game {
        Game::Small(pos) => pos.setup().to_string().replace(' ', "_"),
        Game::Large(board) => fields_text(board, '_'),
    }
}
