//! FEN's six fields.

use std::fmt;

use jabberwock_game::{Color, PositionError};

use super::{Board, Castling, Man, Role};
use crate::board::{Bitboard, Rank, Square, Words, placement, read_men};

/// What the six fields of a FEN say, checked against the board as far as no attack is concerned:
/// that a king is not in check, or an en passant capture legal, is for each game to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The men: one king a side, at most sixteen men, no pawns on the outer ranks.
    pub board: Board,
    /// The player to move.
    pub turn: Color,
    /// Castling rights; king and rook are at home for each.
    pub castling: Castling,
    /// The square that a pawn's double step has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move, at least 1.
    pub fullmove_number: u32,
}

impl Setup {
    /// Reads the four fields that every text has. The counters are 0 and 1.
    ///
    /// # Errors
    /// Names the first field that is missing or wrong.
    pub fn read(words: &mut Words<'_>) -> Result<Setup, PositionError> {
        let board = read_board(words.next(placement::FIELD)?)?;
        let turn = words.turn()?;
        let castling = Castling::read(words.next("castling")?, &board)?;
        let en_passant = read_en_passant(words.next("en passant")?, &board, turn)?;
        Ok(Setup {
            board,
            turn,
            castling,
            en_passant,
            halfmove_clock: 0,
            fullmove_number: 1,
        })
    }

    /// Reads the two counters.
    ///
    /// # Errors
    /// Names the first field that is missing or wrong.
    pub fn read_counters(&mut self, words: &mut Words<'_>) -> Result<(), PositionError> {
        (self.halfmove_clock, self.fullmove_number) = words.counters()?;
        Ok(())
    }
}

/// The six fields.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = placement::write(|square| self.board.man_at(square));
        write!(f, "{board} {} {} ", self.turn.letter(), self.castling)?;
        match self.en_passant {
            Some(square) => write!(f, "{square}")?,
            None => write!(f, "-")?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    const MOST_MEN: u32 = 16;
    let mut board = Board::default();
    read_men(text, |man, square| board.toggle(man, square))?;
    let wrong = |reason: String| Err(PositionError::field(placement::FIELD, text, reason));
    for color in Color::ALL {
        let kings = board.men(color, Role::King).len();
        if kings != 1 {
            return wrong(format!("{color} has {kings} kings"));
        }
        let men = board.color(color).len();
        if men > MOST_MEN {
            return wrong(format!("{color} has {men} men, more than {MOST_MEN}"));
        }
    }
    let outer = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    if let Some(square) = (board.role(Role::Pawn) & outer).first() {
        return wrong(format!("a pawn on {square}"));
    }
    Ok(board)
}

/// Reads the square that a double step has just passed over.
///
/// # Errors
/// If `text` is neither `-` nor a square that fits a double step.
pub fn read_en_passant(
    text: &str,
    board: &Board,
    turn: Color,
) -> Result<Option<Square>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    let wrong = |reason| Err(PositionError::field("en passant", text, reason));
    let Some(square) = Square::parse(text) else {
        return wrong("neither \"-\" nor a square");
    };
    let pawn = Man {
        color: !turn,
        role: Role::Pawn,
    };
    let (from, to) = (square.ahead(turn), square.ahead(!turn));
    let just_passed = square.rank() == Rank::Sixth.of(turn)
        && board.man_at(to) == Some(pawn)
        && !board.occupied().contains(square)
        && !board.occupied().contains(from);
    if just_passed {
        Ok(Some(square))
    } else {
        wrong("no pawn has just passed over it with a double step")
    }
}
