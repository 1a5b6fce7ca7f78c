//! Taps for castling and promotion, in games with the pieces of FIDE chess.

use jabberwock_game::{Caption, Color, Tap, TapTarget};

use super::{Role, Wing};
use crate::board::Square;

/// Returns castling entered by the king's square and the rook's, an alternative to the king's two
/// squares. `to` is the king's target square.
pub fn king_and_rook(to: Square) -> Vec<Tap> {
    let wings = Wing::ALL.map(|wing| Color::ALL.map(|color| (wing, color)));
    let castling = wings
        .into_iter()
        .flatten()
        .find(|(wing, color)| wing.king_to(*color) == to);
    castling.map_or_else(Vec::new, |(wing, color)| {
        let squares = [Wing::king_from(color), wing.rook_from(color)];
        squares.map(|square| Tap::square(square.into())).into()
    })
}

/// Returns the choice of a promotion: `=q`.
pub fn promotion(role: Role) -> Tap {
    Tap::choice(role.letter())
}

/// Returns the caption of the piece that a tap chooses for a promotion.
pub fn promotion_caption(tap: &Tap) -> Option<Caption> {
    let TapTarget::Choice(text) = &tap.target else {
        return None;
    };
    let mut letters = text.chars();
    let role = Role::from_letter(letters.next()?)?;
    letters
        .next()
        .is_none()
        .then(|| Caption::piece(role.name()))
}
