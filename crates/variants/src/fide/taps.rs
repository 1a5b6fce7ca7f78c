//! Taps for castling and promotion, in games with the pieces of FIDE chess.

use jabberwock_game::{Caption, Color, Tap, TapTarget};

use super::{CastlingSide, Role};
use crate::board::Square;

/// Returns castling entered by the king's square and the rook's, an alternative to the king's two
/// squares. `to` is the king's target square.
pub fn king_and_rook(to: Square) -> Vec<Tap> {
    let sides = CastlingSide::ALL.map(|side| Color::ALL.map(|color| (side, color)));
    let castling = sides
        .into_iter()
        .flatten()
        .find(|(side, color)| side.king_to(*color) == to);
    castling.map_or_else(Vec::new, |(side, color)| {
        let squares = [CastlingSide::king_from(color), side.rook_from(color)];
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
