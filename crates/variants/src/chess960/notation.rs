//! Texts of positions and moves (`docs/rules/notation.md`, *chess960*).

use jabberwock_game::{Position as _, PositionError, Turn, TurnError, Variant};

use super::{castling::Castling, movegen, position::Position, start};
use crate::{
    board::{Fields, Square, placement},
    chess::{self, Chess},
    fide::{CastlingSide, Move, Role, Setup, read_squares},
};

/// Reads a FEN of four or six fields, with castling rights in X-FEN or Shredder-FEN, or the number
/// of a start position.
pub(super) fn parse(text: &str) -> Result<Position, PositionError> {
    if let Some(start) = start::numbered(text.trim())? {
        return parse(&start);
    }
    let mut fields = Fields::new(text);
    let (mut setup, castling) = Setup::read_with(&mut fields, Castling::read)?;
    setup.state.clocks = fields.optional_clocks()?;
    fields.finish()?;
    let chess = chess::Position::from_setup(setup);
    let chess = chess.map_err(|king| placement::opposite_check(text, king))?;
    Ok(Position { chess, castling })
}

/// Writes a FEN with castling rights in X-FEN.
pub(super) fn text(pos: &Position) -> String {
    let setup = pos.chess.setup();
    setup.text_with(&pos.castling.text(&setup.board))
}

/// Reads a legal move. Castling is written as the king's capture of its own rook, `O-O` or `O-O-O`;
/// if the king cannot reach its target square by itself, the king's two squares are accepted, too.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let turn = |mv: Move| Ok(Turn::from_slice(&[mv.pack()]));
    let legal = || movegen::castling_moves(pos).filter(|_| !pos.is_check());
    let impossible = || TurnError::illegal(text, "castling is not possible here");
    let named = match text {
        "O-O" | "0-0" => Some(CastlingSide::King),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Queen),
        _ => None,
    };
    if let Some(side) = named {
        let castling = legal().find(|&mv| CastlingSide::of_rook(mv.from, mv.to) == side);
        return castling.map_or_else(|| Err(impossible()), turn);
    }
    if let Some((from, to, None)) = read_squares(text)
        && from == pos.chess.board().king(pos.turn())
    {
        if let Some(castling) = legal().find(|mv| mv.to == to) {
            return turn(castling);
        }
        if is_rook_beside(pos, from, to) {
            return Err(impossible());
        }
        let plain = Chess.parse_turn(&pos.chess, text);
        let ends = |mv: &Move| CastlingSide::of_rook(mv.from, mv.to).king_to(pos.turn()) == to;
        return match legal().find(ends) {
            Some(castling) if plain.is_err() => turn(castling),
            _ => plain,
        };
    }
    Chess.parse_turn(&pos.chess, text)
}

/// Whether a rook of the player to move stands on `to`, on the rank of the king on `from`.
fn is_rook_beside(pos: &Position, from: Square, to: Square) -> bool {
    let rooks = pos.chess.board().pieces(pos.turn(), Role::Rook);
    from.rank() == to.rank() && rooks.contains(to)
}
