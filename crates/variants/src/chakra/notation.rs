//! Texts of positions and turns (`docs/rules/notation.md`, *chakra*).

use std::fmt::Write as _;

use jabberwock_game::{Color, Position as _, PositionError, Step, Turn, TurnError, counted};

use super::{
    board::{Board, Mode},
    movegen,
    moves::{Move, PASS_TEXT, PieceMove},
    pool::Pool,
    position::Position,
    role::{Piece, Role},
};
use crate::board::{Bitboard, Fields, Pieces, Rank, Square, placement};

const CHAKRAS: &str = "chakras";
const POOLS: &str = "pools";

/// Reads the four or six fields of a position.
pub(super) fn parse(text: &str, double_steps: bool) -> Result<Position, PositionError> {
    let mut fields = Fields::new(text);
    let pieces = read_pieces(fields.next(placement::FIELD)?)?;
    let mut board = Board::new(pieces, double_steps);
    let turn = fields.turn()?;
    read_chakras(fields.next(CHAKRAS)?, &mut board)?;
    read_pools(fields.next(POOLS)?, &mut board)?;
    let clocks = fields.optional_clocks()?;
    fields.finish()?;
    Position::new(board, turn, clocks).map_err(|king| placement::opposite_check(text, king))
}

fn read_pieces(text: &str) -> Result<Pieces<Role>, PositionError> {
    let pieces = Pieces::read(text)?;
    let wrong = |reason: String| Err(placement::wrong(text, reason));
    for color in Color::ALL {
        for role in Role::ALL {
            let (count, most) = (pieces.pieces(color, role).len(), role.most());
            if count > most {
                let name = role.name();
                return wrong(format!("{color} has {count} {name}s, more than {most}"));
            }
        }
        let last = Bitboard::rank(Rank::Eighth.of(color));
        if let Some(square) = (pieces.pieces(color, Role::Pawn) & last).first() {
            return wrong(format!("a pawn of {color} on {square}"));
        }
    }
    Ok(pieces)
}

/// Reads `a2n,h2n/a7n,h7n`, `-` for a captured Transmitter.
fn read_chakras(text: &str, board: &mut Board) -> Result<(), PositionError> {
    let wrong = |reason: String| PositionError::field(CHAKRAS, text, reason);
    let (white, black) = text
        .split_once('/')
        .ok_or_else(|| wrong("no two Transmitters, like a2n,h2n/a7n,h7n".to_owned()))?;
    for (color, word) in Color::ALL.into_iter().zip([white, black]) {
        if word == "-" {
            continue;
        }
        let two = word
            .split_once(',')
            .and_then(|(first, second)| Some([read_chakra(first)?, read_chakra(second)?]));
        let [first, second] = two.ok_or_else(|| {
            wrong(format!(
                "{color}'s is neither \"-\" nor two squares with n or k, like a2n,h2n"
            ))
        })?;
        if first.0 >= second.0 {
            let (first, second) = (first.0, second.0);
            return Err(wrong(format!("{first} does not stand before {second}")));
        }
        for (square, mode) in [first, second] {
            if board.chakras(!color).contains(square) {
                return Err(wrong(format!("two chakras on {square}")));
            }
            board.toggle_chakra(color, mode, square);
        }
    }
    Ok(())
}

fn read_chakra(text: &str) -> Option<(Square, Mode)> {
    let square = Square::parse(text.get(..2)?)?;
    let mode = match text.get(2..)? {
        "n" => Mode::Knight,
        "k" => Mode::King,
        _ => return None,
    };
    Some((square, mode))
}

/// Reads `QCmc`: White's first, in the order Q S M A C.
fn read_pools(text: &str, board: &mut Board) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |reason: String| PositionError::field(POOLS, text, reason);
    let mut last = 0;
    for letter in text.chars() {
        let piece = Piece::from_letter(letter);
        let found = piece.and_then(|piece| {
            let place = Role::RETURNING
                .into_iter()
                .position(|role| role == piece.role)?;
            Some((piece, piece.color.index() * Role::COUNT + place))
        });
        let (piece, place) = found.ok_or_else(|| {
            wrong(format!(
                "\"{}\" is no piece that returns",
                letter.escape_debug()
            ))
        })?;
        if place < last {
            return Err(wrong(format!("\"{letter}\" is out of order (QSMACqsmac)")));
        }
        last = place;
        let Piece { color, role } = piece;
        let known = board.pieces(color, role).len() + board.pool(color).count(role);
        if known >= role.most() {
            let name = role.name();
            let most = counted(role.most(), name);
            return Err(wrong(format!("{color} has more than {most}")));
        }
        board.add_to_pool(piece);
    }
    Ok(())
}

/// Returns the text of a position.
pub(super) fn text(pos: &Position) -> String {
    let board = pos.board();
    let pieces = placement::write(|square| board.piece_at(square));
    let chakras = Color::ALL.map(|color| chakras_text(board, color)).join("/");
    let pools = Color::ALL
        .map(|color| pool_text(color, board.pool(color)))
        .concat();
    let pools = if pools.is_empty() { "-" } else { &pools };
    let side = pos.turn().letter();
    format!("{pieces} {side} {chakras} {pools} {}", pos.clocks())
}

fn chakras_text(board: &Board, color: Color) -> String {
    let chakras = board.chakras(color);
    if chakras.is_empty() {
        return "-".to_owned();
    }
    let texts: Vec<String> = chakras
        .into_iter()
        .map(|square| format!("{square}{}", board.mode(square).letter()))
        .collect();
    texts.join(",")
}

/// Returns a pool as `QCC`, empty for an empty pool.
pub(super) fn pool_text(color: Color, pool: Pool) -> String {
    let mut text = String::new();
    for role in pool.roles() {
        for _ in 0..pool.count(role) {
            write!(text, "{}", Piece { color, role }).expect("a string takes any text");
        }
    }
    text
}

/// Writes a turn.
pub(super) fn turn_text(turn: &[Step]) -> String {
    turn.iter()
        .map(|&step| Move::unpack(step).to_string())
        .collect()
}

/// The suffix after the two squares of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    None,
    Turned,
    Promotion(Role),
}

/// Reads a legal turn.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let mv = if text == PASS_TEXT {
        Move::Pass
    } else {
        let (from, to, suffix) = read_squares(text).ok_or_else(|| {
            TurnError::malformed(
                text,
                "neither two squares, like b1b3, c3f8q or c3e2+, nor @@@@",
            )
        })?;
        read_move(pos, from, to, suffix).map_err(|reason| TurnError::illegal(text, reason))?
    };
    if movegen::is_legal(pos, mv) {
        Ok(Turn::from_slice(&[mv.pack()]))
    } else {
        Err(TurnError::illegal(text, why_illegal(pos, mv)))
    }
}

fn read_squares(text: &str) -> Option<(Square, Square, Suffix)> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..4)?)?;
    let mut rest = text.get(4..)?.chars();
    let suffix = match rest.next() {
        None => Suffix::None,
        Some('+') => Suffix::Turned,
        Some(letter) => {
            let role = Role::from_letter(letter);
            Suffix::Promotion(role.filter(|role| Role::RETURNING.contains(role))?)
        }
    };
    rest.next().is_none().then_some((from, to, suffix))
}

/// Returns the turn of the text, by the piece or chakra on its first square.
fn read_move(pos: &Position, from: Square, to: Square, suffix: Suffix) -> Result<Move, String> {
    let us = pos.turn();
    let board = pos.board();
    if let Some(piece) = board.piece_at(from) {
        if piece.color != us {
            return Err(format!(
                "the {} on {from} is {}'s",
                piece.role.name(),
                piece.color
            ));
        }
        let promotion = match suffix {
            Suffix::None => None,
            Suffix::Promotion(role) => Some(role),
            Suffix::Turned if board.chakras(us).contains(from) => {
                return Err(format!("the chakra on {from} is not vacant"));
            }
            Suffix::Turned => return Err(format!("there is no chakra on {from}")),
        };
        let piece_move = PieceMove {
            from,
            to,
            role: piece.role,
            captured: board.role_at(to),
            promotion,
            seizes: false,
        };
        let seizes = movegen::seizes(board, us, piece_move);
        return Ok(Move::Piece(PieceMove {
            seizes,
            ..piece_move
        }));
    }
    if board.chakras(!us).contains(from) {
        return Err(format!("the chakra on {from} is {}'s", !us));
    }
    if !board.chakras(us).contains(from) {
        return Err(format!("{from} is empty"));
    }
    match suffix {
        Suffix::Promotion(_) => Err("a chakra does not promote".to_owned()),
        Suffix::None if from == to => Err("a chakra that stays is turned over: +".to_owned()),
        Suffix::None | Suffix::Turned => {
            let turned = suffix == Suffix::Turned;
            Ok(Move::Chakra { from, to, turned })
        }
    }
}

/// Returns the reason why `mv` is illegal.
fn why_illegal(pos: &Position, mv: Move) -> String {
    let us = pos.turn();
    let board = pos.board();
    if movegen::is_pseudo_legal(pos, mv) {
        return "the king would be in check".to_owned();
    }
    match mv {
        Move::Pass => "no piece on a chakra could move onto the other one, vacant".to_owned(),
        Move::Chakra { from, to, .. } if movegen::chakra_reach(board, from).contains(to) => {
            format!("{to} holds a piece or a chakra")
        }
        Move::Chakra { from, to, .. } => format!("the chakra cannot go from {from} to {to}"),
        Move::Piece(piece_move) => {
            let PieceMove { from, to, role, .. } = piece_move;
            let last = role == Role::Pawn && to.rank() == Rank::Eighth.of(us);
            if board.color(us).contains(to) {
                format!("{to} holds a piece of the same player")
            } else if role == Role::King && board.barred(us).contains(to) {
                format!("the other king's Transmitter bars {to}")
            } else if !movegen::reaches(board, us, piece_move) {
                format!("the {} cannot go from {from} to {to}", role.name())
            } else if !last {
                "nothing promotes here".to_owned()
            } else if board.pool(us).is_empty() {
                "no captured piece waits to return".to_owned()
            } else if piece_move.promotion.is_none() {
                "a promotion letter is missing".to_owned()
            } else {
                "no such captured piece waits to return".to_owned()
            }
        }
    }
}
