//! Texts of positions and moves (`docs/rules/notation.md`, *chess*).

use std::fmt;

use jabberwock_game::{Position as _, PositionError, Step, Turn, TurnError};

use super::{Position, movegen};
use crate::{
    board::{Rank, Square, Words, placement},
    fide::{Kind, Move, Role, Setup, Wing},
};

/// Reads a FEN of four or six fields.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut words = Words::new(text);
    let mut setup = Setup::read(&mut words)?;
    if words.peek().is_some() {
        setup.read_counters(&mut words)?;
    }
    words.finish()?;
    let field = text.split_ascii_whitespace().next().unwrap_or_default();
    Position::from_setup(setup).map_err(|king| {
        let reason = format!("the king on {king} is in check, but not to move");
        PositionError::field(placement::FIELD, field, reason)
    })
}

/// Writes a turn of one move.
pub(super) fn turn_text(turn: &[Step]) -> String {
    turn.iter()
        .map(|&step| Move::unpack(step).to_string())
        .collect()
}

/// `e2e4`, `e1g1`, `e7e8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion
            .map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// Reads a legal move.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let (from, to, promotion) = read_squares(text)
        .ok_or_else(|| TurnError::malformed(text, "not two squares like e2e4 or e7e8q"))?;
    let mv =
        find_move(pos, from, to, promotion).map_err(|reason| TurnError::illegal(text, reason))?;
    Ok(Turn::from_slice(&[mv.pack()]))
}

/// The legal move from one square to another; if there is none, why not.
pub(super) fn find_move(
    pos: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, String> {
    let board = pos.board();
    let us = pos.turn();
    let man = board
        .man_at(from)
        .ok_or_else(|| format!("{from} is empty"))?;
    if man.color != us {
        return Err(format!("the man on {from} is {}'s", man.color));
    }
    let mv = Move {
        promotion,
        ..Move::normal(man.role, from, to, board.role_at(to))
    };
    let castling = Move {
        kind: Kind::Castling,
        ..mv
    };
    let en_passant = Move {
        captured: Some(Role::Pawn),
        kind: Kind::EnPassant,
        ..mv
    };
    let found = [mv, castling, en_passant]
        .into_iter()
        .find(|&mv| from != to && movegen::is_legal(pos, mv));
    found.ok_or_else(|| objection(pos, mv))
}

/// The squares and the promotion letter of a move's text.
pub(crate) fn read_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..4)?)?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => {
            Some(Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role))?)
        }
    };
    rest.next().is_none().then_some((from, to, promotion))
}

/// Why `mv`, a man of the player to move, may not be played.
fn objection(pos: &Position, mv: Move) -> String {
    let us = pos.turn();
    let board = pos.board();
    let role = mv.role.name();
    let last = mv.to.rank() == Rank::Eighth.of(us);
    if board.color(us).contains(mv.to) {
        return format!("{} holds a man of the same player", mv.to);
    }
    let queen = Move {
        promotion: Some(Role::Queen),
        ..mv
    };
    let plain = Move {
        promotion: None,
        ..mv
    };
    if mv.role == Role::Pawn && last && mv.promotion.is_none() && movegen::reaches(pos, queen) {
        return "a promotion letter q, r, b or n is missing".to_owned();
    }
    if mv.promotion.is_some() && movegen::reaches(pos, plain) {
        return "nothing promotes here".to_owned();
    }
    let castles = mv.role == Role::King
        && mv.from == Wing::king_from(us)
        && Wing::ALL.into_iter().any(|wing| mv.to == wing.king_to(us));
    if movegen::reaches(pos, mv) {
        "the king would be in check".to_owned()
    } else if castles {
        "castling is not possible here".to_owned()
    } else {
        format!("the {role} cannot go from {} to {}", mv.from, mv.to)
    }
}
