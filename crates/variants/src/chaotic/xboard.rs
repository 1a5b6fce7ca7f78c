//! The `XBoard` display of the game.

use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardPosition, XBoardSlot};

/// The layout.
pub(crate) const LAYOUT: XBoardLayout = XBoardLayout {
    parent: XBoardParent::Chu,
    holdings: 0,
    stock: &[],
    pieces: &[
        XBoardPiece::new('K', XBoardSlot::Monarch, "king"),
        XBoardPiece::new('P', XBoardSlot::Pawn, "pawn"),
        XBoardPiece::new('N', XBoardSlot::Knight, "knight"),
        XBoardPiece::new('A', XBoardSlot::Cardinal, "archbishop"),
        XBoardPiece::new('R', XBoardSlot::Rook, "rook"),
        XBoardPiece::new('M', XBoardSlot::Man, "merchant"),
    ],
    text: |shown| Ok(text(shown)),
};

/// Returns the text of a position.
fn text(shown: &XBoardPosition) -> String {
    let pieces = shown.placement(|piece| Some(piece.text()));
    let side = shown.turn.letter();
    format!("{pieces} {side} - - {}", shown.clocks())
}
