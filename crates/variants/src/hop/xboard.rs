//! The `XBoard` display of the game: each hopper is shown as a piece, a dome.

use jabberwock_game::Color;

use super::scene::HOPPER;
use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardPosition, XBoardSlot};

/// The layout.
pub(crate) const LAYOUT: XBoardLayout = XBoardLayout {
    parent: XBoardParent::Lion,
    holdings: 6,
    stock: &[('H', 1)],
    pieces: &[
        XBoardPiece::new('K', XBoardSlot::Monarch, "king"),
        XBoardPiece::new('P', XBoardSlot::Pawn, "pawn"),
        XBoardPiece::new('N', XBoardSlot::Knight, "knight"),
        XBoardPiece::new('B', XBoardSlot::Bishop, "bishop"),
        XBoardPiece::new('R', XBoardSlot::Rook, "rook"),
        XBoardPiece::new('Q', XBoardSlot::Queen, "queen"),
        XBoardPiece::new('H', XBoardSlot::Ferz, HOPPER),
    ],
    text,
};

/// Returns the text of a position: a hopper that is not on the board is beside it.
fn text(shown: &XBoardPosition) -> Result<String, String> {
    let [white, black] = Color::ALL.map(|color| {
        let mut squares = shown.all(color, HOPPER).map(|(square, _)| square);
        match (squares.next(), squares.next()) {
            (None, _) => Ok("-".to_owned()),
            (Some(square), None) => Ok(square.to_string()),
            (Some(_), Some(_)) => Err(format!("{color} has more than one hopper")),
        }
    });
    let pieces = shown.fen(|piece| (piece.glyph != HOPPER).then(|| piece.text()));
    Ok(format!("{pieces} {}/{}", white?, black?))
}
