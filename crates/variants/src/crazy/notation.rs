//! Texts of positions (`docs/rules/notation.md`, *crazy*).

use std::borrow::Cow;

use jabberwock_game::{Color, Position as _, PositionError, counted};

use super::{
    board::Board,
    double_steps::DoubleSteps,
    piece::Piece,
    position::{Position, Setup},
};
use crate::{
    board::{Fields, Square, placement},
    fide::{ByRole, Castling, Piece as PlainPiece, Role},
};

const DOUBLE_STEPS: &str = "en passant";
const MAX_PIECES: usize = 16;
const MAX_PAWNS: usize = 8;

/// Reads a whole text: four fields, or six with the counters.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut fields = Fields::new(text);
    let pos = read(&mut fields)?;
    fields.finish()?;
    Ok(pos)
}

/// Reads four fields, or six if there are more.
pub(super) fn read(fields: &mut Fields<'_>) -> Result<Position, PositionError> {
    let pieces = fields.next(placement::FIELD)?;
    let board = read_board(pieces)?;
    let turn = fields.turn()?;
    let castling = Castling::read(fields.next("castling")?, |piece, square| {
        board.base(square) == Some(Piece::new(piece.color, piece.role))
    })?;
    let double_steps = read_double_steps(fields.next(DOUBLE_STEPS)?, &board, !turn)?;
    let clocks = fields.optional_clocks()?;
    let setup = Setup {
        board,
        turn,
        castling,
        double_steps,
        clocks,
    };
    Position::from_setup(setup).map_err(|color| {
        let reason = format!("{color} is in check, but not to move");
        placement::wrong(pieces, reason)
    })
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    let mut board = Board::default();
    let mut pieces = [ByRole::<usize>::default(); 2];
    placement::read(text, |square, rest| {
        let (stack, length) = read_stack(rest)?;
        for piece in stack {
            pieces[piece.color().index()][piece.role()] += 1;
            board.add(square, piece);
        }
        Ok(length)
    })?;
    for color in Color::ALL {
        let pieces = pieces[color.index()];
        placement::check_kings(text, color, pieces[Role::King])?;
        placement::check_piece_count(text, color, pieces.0.iter().sum(), MAX_PIECES)?;
        let (pawns, promoted) = (pieces[Role::Pawn], promoted(&pieces));
        if pawns + promoted > MAX_PAWNS {
            let reason = if promoted == 0 {
                format!("{color} has {pawns} pawns, more than {MAX_PAWNS}")
            } else {
                format!(
                    "{color} has {} and {promoted} or more promoted pieces, \
                     more than {MAX_PAWNS} in all",
                    counted(pawns, "pawn")
                )
            };
            return Err(placement::wrong(text, reason));
        }
    }
    placement::check_pawns(text, board.role(Role::Pawn))?;
    Ok(board)
}

/// Returns the minimum number of promoted pawns among a side's pieces, counted by role: those
/// beyond the initial array.
fn promoted(pieces: &ByRole<usize>) -> usize {
    let in_array = |role| if role == Role::Queen { 1 } else { 2 };
    let beyond = |role: Role| pieces[role].saturating_sub(in_array(role));
    Role::PROMOTIONS.into_iter().map(beyond).sum()
}

/// Reads a piece, or a stack in parentheses, and its length in bytes.
fn read_stack(text: &str) -> Result<(Vec<Piece>, usize), Cow<'static, str>> {
    let Some(inside) = text.strip_prefix('(') else {
        let (piece, length) = read_piece(text)?;
        return Ok((vec![piece], length));
    };
    let mut stack = Vec::new();
    let mut rest = inside;
    while !rest.starts_with(')') {
        if rest.is_empty() {
            return Err("a stack is not closed".into());
        }
        let (piece, length) = read_piece(rest)?;
        stack.push(piece);
        rest = &rest[length..];
    }
    if stack.len() < 2 {
        return Err("a stack of fewer than two pieces".into());
    }
    if stack[0].role() != Role::Rook {
        return Err(format!("a stack on {}, which is no rook", stack[0]).into());
    }
    Ok((stack, text.len() - rest.len() + 1))
}

fn read_piece(text: &str) -> Result<(Piece, usize), Cow<'static, str>> {
    let letter = text.chars().next().unwrap_or(' ');
    let Some(PlainPiece { color, role }) = PlainPiece::from_letter(letter) else {
        return Err(format!("no piece is called \"{}\"", letter.escape_debug()).into());
    };
    let piece = Piece::new(color, role);
    if !text[1..].starts_with('~') {
        return Ok((piece, 1));
    }
    if role == Role::Bishop {
        Ok((piece.ghost(), 2))
    } else {
        Err(format!("{letter} is no bishop, and has no ghost").into())
    }
}

/// Reads the double steps that `color` has just made.
fn read_double_steps(
    text: &str,
    board: &Board,
    color: Color,
) -> Result<DoubleSteps, PositionError> {
    let mut steps = DoubleSteps::default();
    if text == "-" {
        return Ok(steps);
    }
    let wrong = |reason: String| PositionError::field(DOUBLE_STEPS, text, reason);
    let mut last = None;
    for entry in text.split(',') {
        let squares = entry.get(..2).and_then(Square::parse).and_then(|passed| {
            let pawn = match entry.get(2..) {
                Some("") => passed.ahead(color),
                Some(rest) => Square::parse(rest)?,
                None => return None,
            };
            Some((passed, pawn))
        });
        let Some((passed, pawn)) = squares else {
            let reason = "neither \"-\" nor squares passed over with their pawns, like e3e4,c2d2";
            return Err(wrong(reason.to_owned()));
        };
        if entry.len() == 2 && entry != text {
            return Err(wrong(format!("the pawn's square is missing after {entry}")));
        }
        if last >= Some((passed, pawn)) {
            return Err(wrong(format!("{entry} is out of order")));
        }
        last = Some((passed, pawn));
        if board.base(pawn) != Some(Piece::new(color, Role::Pawn)) || board.base(passed).is_some() {
            return Err(wrong(format!(
                "no pawn of {color} came to {pawn} over {passed}"
            )));
        }
        if !steps.add(color, passed, pawn) {
            return Err(wrong(format!("{passed} to {pawn} is no double step")));
        }
    }
    Ok(steps)
}

/// Returns the text of a position at the start of a turn.
pub(super) fn text(pos: &Position) -> String {
    let board = placement::write(|square| {
        let stack = stack_text(pos.board(), square);
        (!stack.is_empty()).then_some(stack)
    });
    let steps: Vec<String> = pos
        .double_steps()
        .passed()
        .into_iter()
        .filter_map(|passed| Some(format!("{passed}{}", pos.double_steps().pawn(passed)?)))
        .collect();
    let steps = if steps.is_empty() {
        "-".to_owned()
    } else {
        steps.join(",")
    };
    format!(
        "{board} {} {} {steps} {}",
        pos.turn().letter(),
        pos.castling(),
        pos.clocks()
    )
}

/// Returns the pieces of a square: nothing, a piece, or a stack in parentheses.
fn stack_text(board: &Board, square: Square) -> String {
    let pieces: String = board.stack(square).map(|piece| piece.to_string()).collect();
    if board.loaded().contains(square) {
        format!("({pieces})")
    } else {
        pieces
    }
}
