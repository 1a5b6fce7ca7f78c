//! How `XBoard` shows the game: the hoppers are pieces, a dome each.

use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot};

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
        XBoardPiece::new('H', XBoardSlot::Ferz, "hopper"),
    ],
};
