//! The scene of a position.

use jabberwock_game::{Color, Layer, Level, Position as _, Scene, Tray};

use super::{board::Board, pending::Pending, piece::Piece, position::Position};
use crate::{
    board::scene,
    fide::{Piece as PlainPiece, Role},
};

/// The form of a ghost.
pub(super) const GHOST: &str = "ghost";

/// Returns the scene of `pos`. Between its two steps the king is in hand (K6).
pub(super) fn scene(pos: &Position) -> Scene {
    let (us, board) = (pos.turn(), pos.board());
    let mut scene = scene::scene(us, board.occupied(), |square| {
        let pieces = board.stack(square).enumerate();
        pieces
            .map(|(index, piece)| match index {
                0 => layer_of(piece, Level::On),
                _ => layer_of(piece, Level::Inside),
            })
            .collect()
    });
    if let Pending::King(_) = pos.pending() {
        scene.trays.push(Tray {
            name: "hand",
            owner: us,
            layers: vec![layer_of(Piece::new(us, Role::King), Level::Tray)],
        });
    }
    let king = board.king(us).map(|(square, _)| square);
    scene::mark_check(&mut scene, pos.is_check(), king);
    scene.legend = legend(board);
    scene.rights = rights(pos);
    scene
}

fn layer_of(piece: Piece, level: Level) -> Layer {
    let (color, role) = (piece.color(), piece.role());
    let layer = Layer {
        level,
        ..scene::piece(PlainPiece { color, role })
    };
    if !piece.is_ghost() {
        return layer;
    }
    let symbol = match color {
        Color::White => "B~",
        Color::Black => "b~",
    };
    Layer {
        form: Some(GHOST),
        symbol: symbol.into(),
        ..layer
    }
}

/// Returns the meaning of the symbols, if any need an explanation.
fn legend(board: &Board) -> Vec<String> {
    if board.loaded().is_empty() && !board.may_have_ghosts() {
        return Vec::new();
    }
    let line = "(Rab): a rook with a and b inside, from the base upwards; ~: a ghost";
    vec![line.to_owned()]
}

fn rights(pos: &Position) -> Vec<String> {
    let steps = pos.double_steps();
    let en_passant = steps.passed().into_iter().filter_map(|passed| {
        let pawn = steps.pawn(passed)?;
        Some(format!("en passant {passed}, the pawn on {pawn}"))
    });
    pos.castling()
        .in_words()
        .into_iter()
        .chain(en_passant)
        .collect()
}
