//! The scene of a position.

use jabberwock_game::{ByColor, Color, Layer, Level, Position as _, Scene, Tray};

use super::position::Position;
use crate::board::{Bitboard, Square, scene};

/// The glyph of a hopper.
pub(super) const HOPPER: &str = "hopper";

/// Returns the scene of `pos`. Within a turn the hopper of the player to move is off the board.
pub(super) fn scene(pos: &Position) -> Scene {
    let (us, board) = (pos.turn(), pos.board());
    let lifted = |color: Color| color == us && !pos.at_turn_start();
    let hoppers = ByColor(Color::ALL.map(|color| pos.hopper(color).filter(|_| !lifted(color))));
    let placed: Bitboard = hoppers.0.into_iter().flatten().collect();
    let mut scene = scene::scene(us, board.occupied() | placed, |square| {
        let owner = Color::ALL
            .into_iter()
            .find(|&color| hoppers[color] == Some(square));
        let hopper = owner.map(|color| hopper(color, Level::On));
        let piece = board.piece_at(square).map(scene::piece);
        piece.into_iter().chain(hopper).collect()
    });
    scene.trays = Color::ALL
        .map(|owner| {
            let is_here = hoppers[owner].is_none();
            let layers = is_here.then(|| hopper(owner, Level::Tray));
            Tray {
                name: "hoppers",
                owner,
                layers: layers.into_iter().collect(),
            }
        })
        .into();
    scene::mark_check(&mut scene, pos.is_check(), Some(board.king(us)));
    let place = |square: Option<Square>| {
        square.map_or_else(|| "off the board".to_owned(), |square| square.to_string())
    };
    let [white, black] = hoppers.0.map(place);
    scene.legend = vec![format!("hoppers: White's (+) {white}, Black's (-) {black}")];
    scene.rights = pos.state.rights();
    scene
}

fn hopper(owner: Color, level: Level) -> Layer {
    let symbol = match owner {
        Color::White => "+",
        Color::Black => "-",
    };
    Layer {
        glyph: HOPPER,
        owner: Some(owner),
        form: None,
        level,
        symbol: symbol.into(),
    }
}
