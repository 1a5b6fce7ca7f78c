//! Positions without one of their pieces, from which the values of pieces are computed.

use jabberwock_game::Removal;

use crate::board::{Piece, PieceKind, Pieces, Square};

/// Returns, for each of `pieces` but the kings, the position `pos` without it. `remove` removes a
/// piece from the board.
pub fn piece_removals<R: PieceKind, P: Clone>(
    pos: &P,
    pieces: &Pieces<R>,
    remove: impl Fn(&mut P, Piece<R>, Square),
) -> Vec<Removal<P>> {
    let removable = pieces
        .occupied()
        .without(pieces.role(R::KING))
        .into_iter()
        .filter_map(|square| Some((pieces.piece_at(square)?, square)));
    let removals = removable.map(|(piece, square)| {
        let mut without = pos.clone();
        remove(&mut without, piece, square);
        Removal {
            color: piece.color,
            piece: piece.to_string(),
            square: square.into(),
            pos: without,
        }
    });
    removals.collect()
}
