//! The `XBoard` display of the game over chess.

use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot};

/// The layout.
pub(crate) const LAYOUT: XBoardLayout = XBoardLayout {
    parent: XBoardParent::Lion,
    holdings: 0,
    stock: &[],
    pieces: &[
        XBoardPiece::new('K', XBoardSlot::Monarch, "king"),
        XBoardPiece::new('P', XBoardSlot::Pawn, "pawn"),
        XBoardPiece::new('N', XBoardSlot::Knight, "knight"),
        XBoardPiece::new('B', XBoardSlot::Bishop, "bishop"),
        XBoardPiece::new('R', XBoardSlot::Rook, "rook"),
        XBoardPiece::new('Q', XBoardSlot::Queen, "queen"),
    ],
    text: |shown| Ok(shown.fen(|piece| Some(piece.text()))),
};
