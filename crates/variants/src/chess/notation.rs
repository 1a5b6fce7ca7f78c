//! Texts of positions and moves (`docs/rules/notation.md`, *chess*).

use jabberwock_game::{Position as _, PositionError, Step, Turn, TurnError};

use super::{movegen, position::Position};
use crate::{
    board::{Fields, Rank, Square, placement},
    fide::{CastlingSide, Move, MoveKind, Role, Setup, read_squares},
};

/// Reads a FEN of four or six fields.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    let mut fields = Fields::new(text);
    let mut setup = Setup::read(&mut fields)?;
    setup.state.clocks = fields.optional_clocks()?;
    fields.finish()?;
    Position::from_setup(setup).map_err(|king| placement::opposite_check(text, king))
}

/// Writes a turn of one move.
pub(super) fn turn_text(turn: &[Step]) -> String {
    turn.iter()
        .map(|&step| Move::unpack(step).to_string())
        .collect()
}

/// Reads a legal move.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let (from, to, promotion) = read_squares(text)
        .ok_or_else(|| TurnError::malformed(text, "not two squares like e2e4 or e7e8q"))?;
    let mv = pos
        .find_move(from, to, promotion)
        .map_err(|reason| TurnError::illegal(text, reason))?;
    Ok(Turn::from_slice(&[mv.pack()]))
}

impl Position {
    /// Returns the legal move from one square to another, with the pawn's promotion if it promotes.
    ///
    /// # Errors
    /// If there is none: the reason.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, String> {
        let board = self.board();
        let us = self.turn();
        let piece = board
            .piece_at(from)
            .ok_or_else(|| format!("{from} is empty"))?;
        if piece.color != us {
            return Err(format!("the piece on {from} is {}'s", piece.color));
        }
        let mv = Move {
            promotion,
            ..Move::normal(piece.role, from, to, board.role_at(to))
        };
        let castling = Move {
            kind: MoveKind::Castling,
            ..mv
        };
        let en_passant = Move {
            captured: Some(Role::Pawn),
            kind: MoveKind::EnPassant,
            ..mv
        };
        let found = [mv, castling, en_passant]
            .into_iter()
            .find(|&mv| from != to && movegen::is_legal(self, mv));
        found.ok_or_else(|| why_illegal(self, mv))
    }
}

/// Returns the reason why `mv`, a piece of the player to move, is illegal.
fn why_illegal(pos: &Position, mv: Move) -> String {
    let us = pos.turn();
    let board = pos.board();
    let role = mv.role.name();
    let last = mv.to.rank() == Rank::Eighth.of(us);
    if board.color(us).contains(mv.to) {
        return format!("{} holds a piece of the same player", mv.to);
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
        && mv.from == CastlingSide::king_from(us)
        && CastlingSide::ALL
            .into_iter()
            .any(|side| mv.to == side.king_to(us));
    if movegen::reaches(pos, mv) {
        "the king would be in check".to_owned()
    } else if castles {
        "castling is not possible here".to_owned()
    } else {
        format!("the {role} cannot go from {} to {}", mv.from, mv.to)
    }
}
