//! Texts of positions and moves (`docs/rules/notation.md`, *chaotic*).

use jabberwock_game::{Color, Position as _, PositionError, Step, Turn, TurnError};

use super::{board::Board, movegen, moves::Move, position::Position, role::Role};
use crate::board::{Bitboard, Fields, Square, attacks, placement};

/// Reads a position of four or six fields.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut fields = Fields::new(text);
    let board = read_board(fields.next(placement::FIELD)?)?;
    let turn = fields.turn()?;
    for name in ["castling", "en passant"] {
        let field = fields.next(name)?;
        if field != "-" {
            return Err(PositionError::field(name, field, "this game has none"));
        }
    }
    let clocks = fields.optional_clocks()?;
    fields.finish()?;
    Position::new(board, turn, clocks).map_err(|king| placement::opposite_check(text, king))
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    const MAX_PIECES: usize = 18;
    let board = Board::read(text)?;
    for color in Color::ALL {
        let pieces = board.color(color).len() as usize;
        placement::check_piece_count(text, color, pieces, MAX_PIECES)?;
    }
    Ok(board)
}

/// Writes a position. After a backstab a king is missing, and the text is not valid input.
pub(super) fn text(pos: &Position) -> String {
    let board = placement::write(|square| pos.board().piece_at(square));
    format!("{board} {} - - {}", pos.turn().letter(), pos.clocks())
}

/// Writes a turn of one move: `d4d5`.
pub(super) fn turn_text(turn: &[Step]) -> String {
    turn.iter()
        .map(|&step| Move::unpack(step).to_string())
        .collect()
}

/// Reads a legal move.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let (from, to) = read_squares(text)
        .ok_or_else(|| TurnError::malformed(text, "not two different squares like d4d5"))?;
    let illegal = |reason: String| TurnError::illegal(text, reason);
    if let Some(outcome) = pos.outcome() {
        return Err(illegal(format!("the game is over: {outcome}")));
    }
    let piece = pos.board().piece_at(from);
    let piece = piece.ok_or_else(|| illegal(format!("{from} is empty")))?;
    if piece.color != pos.turn() {
        return Err(illegal(format!("the piece on {from} is {}'s", piece.color)));
    }
    let role = piece.role;
    let mv = Move { from, to, role };
    if movegen::is_legal(pos, mv) {
        Ok(Turn::from_slice(&[mv.pack()]))
    } else {
        Err(illegal(why_illegal(pos, mv)))
    }
}

fn read_squares(text: &str) -> Option<(Square, Square)> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..)?)?;
    (from != to).then_some((from, to))
}

/// Returns the reason why `mv`, with a piece of the player to move, is illegal.
fn why_illegal(pos: &Position, mv: Move) -> String {
    let Move { from, to, role } = mv;
    let (board, us) = (pos.board(), pos.turn());
    let name = role.name();
    if board.color(us).contains(to) {
        return format!("{to} holds a piece of the same player");
    }
    if board.immobilized(us).contains(from) {
        return format!("a merchant immobilises the {name} on {from}");
    }
    if movegen::is_pseudo_legal(pos, mv) {
        return "the king would be in check".to_owned();
    }
    let line = match role {
        Role::Archbishop => attacks::bishop(from, board.occupied()),
        Role::Rook | Role::Pawn => attacks::rook(from, board.occupied()),
        Role::Merchant => attacks::king(from),
        Role::Knight | Role::King => Bitboard::EMPTY,
    };
    if line.contains(to) && board.occupied().contains(to) {
        let victim = if board.role(Role::Pawn).contains(to) {
            "pawn"
        } else {
            "piece"
        };
        return format!("this {name} cannot capture the {victim} on {to}");
    }
    format!("the {name} cannot go from {from} to {to}")
}
