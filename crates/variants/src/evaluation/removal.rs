//! Positions without one of their men, for showing what men are worth.

use jabberwock_game::Removal;

use crate::board::{Man, PieceKind, Pieces, Square};

/// The removals of each of `pieces`, those of `pos`, that is no king; `remove` takes one off.
pub fn piece_removals<R: PieceKind, P: Clone>(
    pos: &P,
    pieces: &Pieces<R>,
    remove: impl Fn(&mut P, Man<R>, Square),
) -> Vec<Removal<P>> {
    let men = pieces
        .occupied()
        .without(pieces.role(R::KING))
        .into_iter()
        .filter_map(|square| Some((pieces.man_at(square)?, square)));
    let removals = men.map(|(man, square)| {
        let mut without = pos.clone();
        remove(&mut without, man, square);
        Removal {
            color: man.color,
            man: man.to_string(),
            square: square.into(),
            pos: without,
        }
    });
    removals.collect()
}
