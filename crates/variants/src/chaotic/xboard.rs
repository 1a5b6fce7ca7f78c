//! How `XBoard` shows the game.

use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot};

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
};
