//! How `XBoard` shows the game: ghosts and loaded rooks by pictures of their own.

use crate::xboard::{XBoardInside, XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot};

/// The layout.
pub(crate) const LAYOUT: XBoardLayout = XBoardLayout {
    parent: XBoardParent::Chu,
    holdings: 8,
    stock: &[
        ('P', 6),
        ('N', 6),
        ('B', 6),
        ('R', 6),
        ('Q', 6),
        ('G', 6),
        ('L', 6),
        ('K', 6),
    ],
    pieces: &[
        XBoardPiece::new('K', XBoardSlot::Monarch, "king"),
        XBoardPiece::new('P', XBoardSlot::Pawn, "pawn"),
        XBoardPiece::new('N', XBoardSlot::Knight, "knight"),
        XBoardPiece::new('G', XBoardSlot::Cardinal, "bishop").form("ghost"),
        XBoardPiece::new('B', XBoardSlot::Bishop, "bishop"),
        XBoardPiece::new('Q', XBoardSlot::Queen, "queen"),
        XBoardPiece::new('W', XBoardSlot::Nothing, "rook").inside(XBoardInside::Both("king")),
        XBoardPiece::new('T', XBoardSlot::Drunk, "rook").inside(XBoardInside::Own("king")),
        XBoardPiece::new('U', XBoardSlot::Wheer, "rook").inside(XBoardInside::Enemy("king")),
        XBoardPiece::new('L', XBoardSlot::Tower, "rook").inside(XBoardInside::Something),
        XBoardPiece::new('R', XBoardSlot::Rook, "rook"),
    ],
};
