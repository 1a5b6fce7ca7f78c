//! Scenes of the 8x8 board.

use jabberwock_game::{Color, Coord, Layer, Level, MarkKind, Scene, SceneSquare};

use super::{Bitboard, Piece, PieceKind, Pieces, Square};

impl From<Square> for Coord {
    fn from(square: Square) -> Coord {
        Coord::new(square.file() as u8, square.rank() as u8)
    }
}

/// Returns the scene with the given `layers` of each of the `occupied` squares, from bottom to top.
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

/// Returns the scene of a board that holds pieces only.
pub fn of_pieces<R: PieceKind>(turn: Color, pieces: &Pieces<R>) -> Scene {
    scene(turn, pieces.occupied(), |square| {
        pieces.piece_at(square).map(piece).into_iter().collect()
    })
}

/// Returns the layer of a piece that is alone on its square, or the base of a stack.
pub fn piece<R: PieceKind>(piece: Piece<R>) -> Layer {
    Layer {
        glyph: piece.role.name(),
        owner: Some(piece.color),
        form: None,
        level: Level::On,
        symbol: letter(piece.color, piece.role.letter()).into(),
    }
}

/// Returns `letter`, in upper case for White.
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

/// Returns the coordinates of `squares`, in the order a1, b1, ..., h8.
pub fn coords(squares: impl IntoIterator<Item = Square>) -> Vec<Coord> {
    squares.into_iter().map(Coord::from).collect()
}

/// Marks `color`'s king on `square` if it is in check.
pub fn mark_check(scene: &mut Scene, is_check: bool, king: Option<Square>) {
    if is_check {
        let owner = Some(scene.turn);
        scene.mark(MarkKind::Check, coords(king), owner);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Layer, MarkKind, Scene};

    /// Formats layers from bottom to top: `White chakra king floor, Black pawn on`.
    pub(crate) fn words(layers: &[Layer]) -> String {
        let words = layers.iter().map(|layer| {
            let owner = layer.owner.map(|owner| owner.to_string());
            let level = format!("{:?}", layer.level).to_lowercase();
            let words = [
                owner.as_deref(),
                Some(layer.glyph),
                layer.form,
                Some(&level),
            ];
            words.into_iter().flatten().collect::<Vec<_>>().join(" ")
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns the layers of the square with this name.
    pub(crate) fn on(scene: &Scene, square: &str) -> String {
        words(scene.layers(square.parse().expect("a square")))
    }

    /// Formats the squares with a mark: `White: a1 b1; Black: c3`.
    pub(crate) fn marked(scene: &Scene, kind: MarkKind) -> String {
        let marks = scene.marks.iter().filter(|mark| mark.kind == kind);
        let texts = marks.map(|mark| {
            let owner = mark
                .owner
                .map_or_else(String::new, |owner| owner.to_string());
            let names: Vec<String> = mark.squares.iter().map(ToString::to_string).collect();
            format!("{owner}: {}", names.join(" "))
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    /// Formats the trays: `pool White: White queen tray`.
    pub(crate) fn trays(scene: &Scene) -> Vec<String> {
        let trays = scene.trays.iter();
        trays
            .map(|tray| format!("{} {}: {}", tray.name, tray.owner, words(&tray.layers)))
            .collect()
    }
}
