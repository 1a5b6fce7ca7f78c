//! The `XBoard` display of the game: ghosts and loaded rooks have pictures of their own.

use jabberwock_game::Color;

use super::scene::GHOST;
use crate::xboard::{
    XBoardInside, XBoardLayout, XBoardParent, XBoardPiece, XBoardPosition, XBoardSlot,
};

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
        XBoardPiece::new('G', XBoardSlot::Cardinal, "bishop").form(GHOST),
        XBoardPiece::new('B', XBoardSlot::Bishop, "bishop"),
        XBoardPiece::new('Q', XBoardSlot::Queen, "queen"),
        XBoardPiece::new('W', XBoardSlot::Nothing, "rook").inside(XBoardInside::Both("king")),
        XBoardPiece::new('T', XBoardSlot::Drunk, "rook").inside(XBoardInside::Own("king")),
        XBoardPiece::new('U', XBoardSlot::Wheer, "rook").inside(XBoardInside::Enemy("king")),
        XBoardPiece::new('L', XBoardSlot::Tower, "rook").inside(XBoardInside::Something),
        XBoardPiece::new('R', XBoardSlot::Rook, "rook"),
    ],
    text,
};

/// Returns the text of a position without loaded rooks: the board does not show their contents.
fn text(shown: &XBoardPosition) -> Result<String, String> {
    for color in Color::ALL {
        let mut rooks = shown.all(color, "rook");
        let loaded = rooks.find(|(_, piece)| piece.inside != XBoardInside::Any);
        if let Some((square, _)) = loaded {
            return Err(format!(
                "the pieces inside the rook on {square} are missing"
            ));
        }
    }
    let text = |piece: &XBoardPiece| {
        if piece.form == Some(GHOST) {
            "B~".to_owned()
        } else {
            piece.text()
        }
    };
    Ok(shown.fen(|piece| Some(text(piece))))
}
