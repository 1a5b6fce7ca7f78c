//! Scenes of the 8x8 board.

use jabberwock_game::{Color, Coord, Layer, Level, MarkKind, Scene, SceneSquare};

use super::{Bitboard, Man, PieceKind, Pieces, Square};

impl From<Square> for Coord {
    fn from(square: Square) -> Coord {
        Coord::new(square.file() as u8, square.rank() as u8)
    }
}

/// The scene with what `layers` gives for each of the `occupied` squares, from below.
pub fn scene(turn: Color, occupied: Bitboard, layers: impl Fn(Square) -> Vec<Layer>) -> Scene {
    let squares = occupied.into_iter().map(|square| SceneSquare {
        square: square.into(),
        layers: layers(square),
    });
    Scene {
        squares: squares.collect(),
        ..Scene::new(8, 8, turn)
    }
}

/// The scene of pieces alone.
pub fn of_pieces<R: PieceKind>(turn: Color, pieces: &Pieces<R>) -> Scene {
    scene(turn, pieces.occupied(), |square| {
        pieces.man_at(square).map(piece).into_iter().collect()
    })
}

/// A piece alone on its square, or the base of a stack.
pub fn piece<R: PieceKind>(man: Man<R>) -> Layer {
    Layer {
        glyph: man.role.name(),
        owner: Some(man.color),
        form: None,
        level: Level::On,
        symbol: letter(man.color, man.role.letter()).into(),
    }
}

/// `letter`, in upper case if it is White's.
pub fn letter(color: Color, letter: char) -> &'static str {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";
    const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letters = match color {
        Color::White => CAPITALS,
        Color::Black => LETTERS,
    };
    LETTERS
        .find(letter)
        .and_then(|index| letters.get(index..=index))
        .unwrap_or_default()
}

/// The names of `squares`, in the order a1, b1, ..., h8.
pub fn coords(squares: impl IntoIterator<Item = Square>) -> Vec<Coord> {
    squares.into_iter().map(Coord::from).collect()
}

/// The mark of `color`'s king on `square`, if it is in check.
pub fn mark_check(scene: &mut Scene, is_check: bool, king: Option<Square>) {
    if is_check {
        let owner = Some(scene.turn);
        scene.mark(MarkKind::Check, coords(king), owner);
    }
}
