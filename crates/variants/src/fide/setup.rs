//! The six fields of FEN.

use std::fmt;

use jabberwock_game::{Color, PositionError};

use super::{
    board::Board,
    castling::Castling,
    role::{Piece, Role},
    state::State,
};
use crate::board::{Clocks, Fields, Rank, Square, placement};

/// The contents of the six fields of a FEN, checked against the board. Attacks are left to each
/// game: whether a king is in check, or an en passant capture legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces: one king a side, at most sixteen pieces, no pawns on the outer ranks.
    pub board: Board,
    /// The other fields.
    pub state: State,
}

impl Setup {
    /// Reads the four required fields. The clocks have their initial values.
    ///
    /// # Errors
    /// Names the first field that is missing or wrong.
    pub fn read(fields: &mut Fields<'_>) -> Result<Setup, PositionError> {
        let (mut setup, castling) = Setup::read_with(fields, |text, board| {
            Castling::read(text, |piece, square| board.piece_at(square) == Some(piece))
        })?;
        setup.state.castling = castling;
        Ok(setup)
    }

    /// Reads the same fields with castling rights of another type, read by `castling`. The rights
    /// in the setup are empty.
    ///
    /// # Errors
    /// Names the first field that is missing or wrong.
    pub fn read_with<C>(
        fields: &mut Fields<'_>,
        castling: impl FnOnce(&str, &Board) -> Result<C, PositionError>,
    ) -> Result<(Setup, C), PositionError> {
        let board = read_board(fields.next(placement::FIELD)?)?;
        let turn = fields.turn()?;
        let castling = castling(fields.next("castling")?, &board)?;
        let en_passant = read_en_passant(fields.next("en passant")?, &board, turn)?;
        let state = State {
            clocks: Clocks::default(),
            turn,
            castling: Castling::default(),
            en_passant,
        };
        Ok((Setup { board, state }, castling))
    }

    /// Returns the six fields with `castling` as the castling field.
    pub fn text_with(&self, castling: &str) -> String {
        let board = placement::write(|square| self.board.piece_at(square));
        let State {
            clocks,
            turn,
            en_passant,
            ..
        } = self.state;
        let en_passant = en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
        format!("{board} {} {castling} {en_passant} {clocks}", turn.letter())
    }
}

/// Displays the six fields.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with(&self.state.castling.to_string()))
    }
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    const MAX_PIECES: usize = 16;
    let board = Board::read(text)?;
    for color in Color::ALL {
        let pieces = board.color(color).len() as usize;
        placement::check_piece_count(text, color, pieces, MAX_PIECES)?;
    }
    placement::check_pawns(text, board.role(Role::Pawn))?;
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
    let pawn = Piece {
        color: !turn,
        role: Role::Pawn,
    };
    let (from, to) = (square.ahead(turn), square.ahead(!turn));
    let just_passed = square.rank() == Rank::Sixth.of(turn)
        && board.piece_at(to) == Some(pawn)
        && !board.occupied().contains(square)
        && !board.occupied().contains(from);
    if just_passed {
        Ok(Some(square))
    } else {
        wrong("no pawn has just passed over it with a double step")
    }
}
