//! Texts of positions and moves (`docs/rules/notation.md`, *chaotic*).

use jabberwock_game::{Color, Position as _, PositionError, Step, Turn, TurnError};

use super::{Board, Move, Position, Role, movegen};
use crate::board::{Bitboard, Square, Words, attacks, placement, read_men};

/// Reads a position of four or six fields.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut words = Words::new(text);
    let field = words.next(placement::FIELD)?;
    let board = read_board(field)?;
    let turn = words.turn()?;
    for field in ["castling", "en passant"] {
        let word = words.next(field)?;
        if word != "-" {
            return Err(PositionError::field(field, word, "this game has none"));
        }
    }
    let (halfmove_clock, full) = words.optional_counters()?;
    words.finish()?;
    Position::new(board, turn, halfmove_clock, full).map_err(|king| {
        let reason = format!("the king on {king} is in check, but not to move");
        PositionError::field(placement::FIELD, field, reason)
    })
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    const MOST_MEN: u32 = 18;
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
    Ok(board)
}

/// Writes a position. After a backstab a king is missing, and the text is no input.
pub(super) fn text(pos: &Position) -> String {
    let board = placement::write(|square| pos.board().man_at(square));
    let turn = pos.turn().letter();
    format!(
        "{board} {turn} - - {} {}",
        pos.clock(),
        pos.fullmove_number()
    )
}

/// Writes a turn of one move: `d4d5`.
pub(super) fn turn_text(turn: &[Step]) -> String {
    let text = |&step| {
        let Move { from, to, .. } = Move::unpack(step);
        format!("{from}{to}")
    };
    turn.iter().map(text).collect()
}

/// Reads a legal move.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let (from, to) = read_squares(text)
        .ok_or_else(|| TurnError::malformed(text, "not two different squares like d4d5"))?;
    let illegal = |reason: String| TurnError::illegal(text, reason);
    if let Some(outcome) = pos.outcome() {
        return Err(illegal(format!("the game is over: {outcome}")));
    }
    let man = pos.board().man_at(from);
    let man = man.ok_or_else(|| illegal(format!("{from} is empty")))?;
    if man.color != pos.turn() {
        return Err(illegal(format!("the man on {from} is {}'s", man.color)));
    }
    let role = man.role;
    let mv = Move { from, to, role };
    if movegen::is_legal(pos, mv) {
        Ok(Turn::from_slice(&[mv.pack()]))
    } else {
        Err(illegal(objection(pos, mv)))
    }
}

fn read_squares(text: &str) -> Option<(Square, Square)> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..)?)?;
    (from != to).then_some((from, to))
}

/// Why `mv`, with a man of the player to move, may not be played.
fn objection(pos: &Position, mv: Move) -> String {
    let Move { from, to, role } = mv;
    let (board, us) = (pos.board(), pos.turn());
    let name = role.name();
    if board.color(us).contains(to) {
        return format!("{to} holds a man of the same player");
    }
    if board.immobilised(us).contains(from) {
        return format!("a merchant immobilises the {name} on {from}");
    }
    if movegen::reaches(pos, mv) {
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
            "man"
        };
        return format!("this {name} cannot capture the {victim} on {to}");
    }
    format!("the {name} cannot go from {from} to {to}")
}
