//! Texts of positions and turns (`docs/rules/notation.md`, *hop*).

use arrayvec::ArrayVec;
use jabberwock_game::{ByColor, Color, Position as _, PositionError, Step, Turn, TurnError};

use super::{movegen, moves::Part, position::Position, routes};
use crate::{
    board::{Fields, Square, placement},
    fide::{Move, MoveKind, Role, Setup, read_squares},
};

const HOPPERS: &str = "hoppers";

/// Reads the seven fields of a position.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut fields = Fields::new(text);
    let mut setup = Setup::read(&mut fields)?;
    setup.state.clocks = fields.clocks()?;
    let field = fields.next("hoppers (\"-/-\" where none is placed)")?;
    fields.finish()?;
    let hoppers = read_hoppers(field, &setup)?;
    Position::from_setup(setup, hoppers).map_err(|king| placement::opposite_check(text, king))
}

fn read_hoppers(text: &str, setup: &Setup) -> Result<ByColor<Option<Square>>, PositionError> {
    let wrong = |reason: String| PositionError::field(HOPPERS, text, reason);
    let (white, black) = text
        .split_once('/')
        .ok_or_else(|| wrong("not two squares or \"-\", White's first, like d3/-".to_owned()))?;
    let mut hoppers = ByColor([None; 2]);
    for (color, word) in Color::ALL.into_iter().zip([white, black]) {
        if word == "-" {
            continue;
        }
        let square = Square::parse(word)
            .ok_or_else(|| wrong(format!("{color}'s is neither \"-\" nor a square")))?;
        if let Some(piece) = setup.board.piece_at(square) {
            let name = piece.role.name();
            return Err(wrong(format!(
                "{}'s {name} stands on {square}",
                piece.color
            )));
        }
        if hoppers[!color] == Some(square) {
            return Err(wrong(format!("both on {square}")));
        }
        hoppers[color] = Some(square);
    }
    Ok(hoppers)
}

/// Returns the text of a position at the start of a turn.
pub(super) fn text(pos: &Position) -> String {
    let hopper = |color| {
        pos.hopper(color)
            .map_or_else(|| "-".to_owned(), |square| square.to_string())
    };
    let (white, black) = (hopper(Color::White), hopper(Color::Black));
    format!("{} {white}/{black}", pos.setup())
}

/// Writes a turn, or the beginning of one.
pub(super) fn turn_text(pos: &Position, turn: &[Step]) -> String {
    turn.iter()
        .map(|&step| match Part::unpack(step) {
            Part::Move(mv) => routes::shortest(pos, mv),
            Part::Hopper(square) => format!("@{square}"),
        })
        .collect()
}

/// One leg of a move's text.
#[derive(Clone, Copy)]
struct Leg {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

type Legs = ArrayVec<Leg, 3>;

/// Reads a legal turn.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let illegal = |reason: String| TurnError::illegal(text, reason);
    let (legs, square) = read_turn(text)?;
    let step = read_piece(pos, &legs).map_err(illegal)?;
    let mut turn = Turn::from_slice(&[step]);
    match (square, pos.places_hopper()) {
        (None, false) => return Ok(turn),
        (None, true) => {
            return Err(illegal(
                "the hopper's square is missing, like @d5".to_owned(),
            ));
        }
        (Some(_), false) => {
            let reason = "White places no hopper in the first turn of the game";
            return Err(illegal(reason.to_owned()));
        }
        (Some(square), true) => turn.push(Part::Hopper(square).pack()),
    }
    let mut between = pos.clone();
    between.play(turn[0]);
    if between.is_legal(turn[1]) {
        return Ok(turn);
    }
    let square = square.map_or_else(String::new, |square| square.to_string());
    let free = |at: Square| between.hopper(!pos.turn()) != Some(at);
    let reason = match Square::parse(&square) {
        Some(at) if between.board().occupied().contains(at) => "a piece stands there",
        Some(at) if !free(at) => "the other hopper stands there",
        _ => "the king would be in check",
    };
    Err(illegal(format!("no hopper on {square}: {reason}")))
}

fn read_turn(text: &str) -> Result<(Legs, Option<Square>), TurnError> {
    let malformed = |reason: &'static str| TurnError::malformed(text, reason);
    let (piece, square) = match text.split_once('@') {
        None => (text, None),
        Some((piece, square)) => {
            let square =
                Square::parse(square).ok_or_else(|| malformed("no square follows the @"))?;
            (piece, Some(square))
        }
    };
    let mut legs = Legs::new();
    for leg in piece.split(',') {
        let (from, to, promotion) = read_squares(leg)
            .ok_or_else(|| malformed("not legs like e2e4 or c8f5,f5e4, then @ and a square"))?;
        let leg = Leg {
            from,
            to,
            promotion,
        };
        if legs.try_push(leg).is_err() {
            return Err(malformed("more than three legs"));
        }
    }
    Ok((legs, square))
}

/// Returns the step of a piece that moves along these legs, or the error in them.
fn read_piece(pos: &Position, legs: &[Leg]) -> Result<Step, String> {
    let (Some(first), Some(last)) = (legs.first(), legs.last()) else {
        return Err("no piece moves".to_owned());
    };
    let (from, to) = (first.from, last.to);
    let us = pos.turn();
    let board = pos.board();
    let piece = board
        .piece_at(from)
        .ok_or_else(|| format!("{from} is empty"))?;
    if piece.color != us {
        return Err(format!("the piece on {from} is {}'s", piece.color));
    }
    for pair in legs.windows(2) {
        let (at, next) = (pair[0].to, pair[1].from);
        if at != next {
            return Err(format!("a leg ends on {at}, the next starts on {next}"));
        }
        if pos.hopper(us) != Some(at) && pos.hopper(!us) != Some(at) {
            return Err(format!("no hopper leads on from {at}"));
        }
    }
    let promotion = legs.iter().find_map(|leg| leg.promotion);
    let mv = Move {
        promotion,
        ..Move::normal(piece.role, from, to, board.role_at(to))
    };
    let castling = Move {
        kind: MoveKind::Castling,
        ..mv
    };
    let en_passant = Position::en_passant_capture(from, to);
    let found = [mv, castling, en_passant]
        .into_iter()
        .find(|&mv| from != to && movegen::is_legal(pos, mv));
    let stops: ArrayVec<Square, 2> = legs[..legs.len() - 1].iter().map(|leg| leg.to).collect();
    let written: Vec<String> = legs.iter().map(|&leg| write_leg(leg)).collect();
    match found {
        Some(mv) if routes::route(pos, mv, &stops) == Some(written.join(",")) => {
            Ok(Part::Move(mv).pack())
        }
        Some(_) => Err(format!("the {} cannot go this way", piece.role.name())),
        None => Err(why_illegal(pos, mv)),
    }
}

fn write_leg(leg: Leg) -> String {
    routes::leg_text(leg.from, leg.to, leg.promotion)
}

/// Returns the reason why `mv`, a piece of the player to move, is illegal.
fn why_illegal(pos: &Position, mv: Move) -> String {
    let us = pos.turn();
    let Move { from, to, .. } = mv;
    if from == to {
        return format!("a move cannot end on {to}, where it started");
    }
    if pos.board().color(us).contains(to) {
        return format!("{to} holds a piece of the same player");
    }
    if pos.hopper(us) == Some(to) || pos.hopper(!us) == Some(to) {
        return format!("a hopper stands on {to}: no move ends there");
    }
    let with = |promotion| movegen::reaches(pos, Move { promotion, ..mv });
    if mv.role == Role::Pawn && mv.promotion.is_none() && with(Some(Role::Queen)) {
        return "a promotion letter q, r, b or n is missing".to_owned();
    }
    if mv.promotion.is_some() && with(None) {
        return "nothing promotes here".to_owned();
    }
    let castles = mv.role == Role::King && from.distance(to) == 2 && from.rank() == to.rank();
    if movegen::reaches(pos, mv) {
        "the king would be in check wherever the hopper is put".to_owned()
    } else if castles {
        "castling is not possible here".to_owned()
    } else {
        format!("the {} cannot go from {from} to {to}", mv.role.name())
    }
}
