//! The `XBoard` display of the game: a vacant chakra is shown as a piece, by its mode a star or a
//! bell.

use jabberwock_game::{Color, counted};

use super::{board::Mode, role::Role, scene::CHAKRA};
use crate::xboard::{XBoardLayout, XBoardParent, XBoardPiece, XBoardPosition, XBoardSlot};

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
        XBoardPiece::new('W', XBoardSlot::Marshall, CHAKRA).form(Mode::Knight.name()),
        XBoardPiece::new('T', XBoardSlot::Man, CHAKRA).form(Mode::King.name()),
    ],
    text,
};

/// Returns the text of a position in which all chakras are vacant. Pieces that are not on the board
/// are in the pools, as no piece is lost in any other way (C8, C10).
fn text(shown: &XBoardPosition) -> Result<String, String> {
    let [white, black] = Color::ALL.map(|color| chakras(shown, color));
    let pieces = shown.placement(|piece| (piece.glyph != CHAKRA).then(|| piece.text()));
    let pools: String = Color::ALL.map(|color| pool(shown, color)).concat();
    let pools = if pools.is_empty() { "-" } else { &pools };
    let side = shown.turn.letter();
    Ok(format!(
        "{pieces} {side} {}/{} {pools} {}",
        white?,
        black?,
        shown.clocks()
    ))
}

/// Returns `a2n,h2k`.
fn chakras(shown: &XBoardPosition, color: Color) -> Result<String, String> {
    let vacant: Vec<String> = shown
        .all(color, CHAKRA)
        .map(|(square, piece)| {
            let is_king = piece.form == Some(Mode::King.name());
            let mode = if is_king { Mode::King } else { Mode::Knight };
            format!("{square}{}", mode.letter())
        })
        .collect();
    match vacant.len() {
        2 => Ok(vacant.join(",")),
        0 | 1 => Err(format!(
            "{color} has {}: where the others are, or that they are captured, is missing",
            counted(vacant.len(), "vacant chakra")
        )),
        _ => Err(format!("{color} has more than two chakras")),
    }
}

/// Returns `QSC`.
fn pool(shown: &XBoardPosition, color: Color) -> String {
    let mut text = String::new();
    for role in Role::RETURNING {
        let there = shown.all(color, role.name()).count();
        let missing = (role.most() as usize).saturating_sub(there);
        text.extend(std::iter::repeat_n(role.letter(), missing));
    }
    match color {
        Color::White => text.to_ascii_uppercase(),
        Color::Black => text,
    }
}
