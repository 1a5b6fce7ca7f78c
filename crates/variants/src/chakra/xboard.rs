//! How `XBoard` shows the game: a vacant chakra is a piece, by its mode a star or a bell.

use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot};

/// The layout.
pub(crate) const LAYOUT: XBoardLayout = XBoardLayout {
    parent: XBoardParent::Chu,
    holdings: 8,
    stock: &[('W', 20), ('T', 20)],
    pieces: &[
        XBoardPiece::new('K', XBoardSlot::Monarch, "king"),
        XBoardPiece::new('P', XBoardSlot::Pawn, "pawn"),
        XBoardPiece::new('A', XBoardSlot::Knight, "ape"),
        XBoardPiece::new('M', XBoardSlot::Bishop, "monk"),
        XBoardPiece::new('Q', XBoardSlot::Queen, "queen"),
        XBoardPiece::new('S', XBoardSlot::Dragon, "samurai"),
        XBoardPiece::new('C', XBoardSlot::Unicorn, "courtesan"),
        XBoardPiece::new('W', XBoardSlot::Marshall, "chakra").form("knight"),
        XBoardPiece::new('T', XBoardSlot::Man, "chakra").form("king"),
    ],
};
