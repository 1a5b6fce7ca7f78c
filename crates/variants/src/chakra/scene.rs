//! The scene of a position.

use jabberwock_game::{Color, Layer, Level, MarkKind, Position as _, Scene, Tray};

use super::{
    board::{Board, Mode},
    notation,
    position::Position,
    role::Piece,
};
use crate::board::scene;

/// Returns the scene of `pos`: chakras are on the floor, under a piece or alone.
pub(super) fn scene(pos: &Position) -> Scene {
    let (us, board) = (pos.turn(), pos.board());
    let [white, black] = Color::ALL.map(|color| board.chakras(color));
    let mut scene = scene::scene(us, board.occupied() | white | black, |square| {
        let owner = Color::ALL
            .into_iter()
            .find(|&color| board.chakras(color).contains(square));
        let chakra = owner.map(|color| chakra(color, board.mode(square)));
        let piece = board.piece_at(square).map(scene::piece);
        chakra.into_iter().chain(piece).collect()
    });
    scene.trays = Color::ALL.map(|color| pool(board, color)).into();
    scene::mark_check(&mut scene, pos.is_check(), Some(board.king(us)));
    for color in Color::ALL {
        let ends = scene::coords(board.chakras(color));
        scene.mark(MarkKind::Transmitter, ends, Some(color));
    }
    scene.legend = legend(board);
    scene
}

/// The glyph of a chakra.
pub(super) const CHAKRA: &str = "chakra";

fn chakra(owner: Color, mode: Mode) -> Layer {
    Layer {
        glyph: CHAKRA,
        owner: Some(owner),
        form: Some(mode.name()),
        level: Level::Floor,
        symbol: scene::letter(owner, mode.letter()).into(),
    }
}

fn pool(board: &Board, color: Color) -> Tray {
    let pool = board.pool(color);
    let pieces = pool.roles().flat_map(|role| {
        let layer = Layer {
            level: Level::Tray,
            ..scene::piece(Piece { color, role })
        };
        std::iter::repeat_n(layer, pool.count(role) as usize)
    });
    Tray {
        name: "pool",
        owner: color,
        layers: pieces.collect(),
    }
}

fn legend(board: &Board) -> Vec<String> {
    let pool = |color| match notation::pool_text(color, board.pool(color)) {
        text if text.is_empty() => "empty".to_owned(),
        text => text,
    };
    let [white, black] = Color::ALL.map(pool);
    vec![
        "(N), (K): White's chakra in knight or king mode; (n), (k): Black's".to_owned(),
        format!("pools: White's {white}, Black's {black}"),
    ]
}
