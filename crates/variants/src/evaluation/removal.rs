//! Positions without one of their men, for showing what men are worth.

use jabberwock_game::Removal;

use crate::board::{Man, PieceKind, Pieces, Square};

/// The removals of each of `pieces` that is no king; `without` gives the position without one.
pub fn piece_removals<R: PieceKind, P>(
    pieces: &Pieces<R>,
    without: impl Fn(Man<R>, Square) -> P,
) -> Vec<Removal<P>> {
    let men = pieces
        .occupied()
        .without(pieces.role(R::KING))
        .into_iter()
        .filter_map(|square| Some((pieces.man_at(square)?, square)));
    let removals = men.map(|(man, square)| Removal {
        color: man.color,
        man: man.to_string(),
        square: square.into(),
        pos: without(man, square),
    });
    removals.collect()
}
