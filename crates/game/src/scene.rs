//! Scenes: what a board shows, as data for whoever draws it.

use serde::Serialize;

use crate::{Color, Coord};

/// What a board shows. It may be asked for in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The player to move.
    pub turn: Color,
    /// The squares on which something is, in the order a1, b1, ..., a2.
    pub squares: Vec<SceneSquare>,
    /// What belongs to the game and is not on a square.
    pub trays: Vec<Tray>,
    /// Squares to be marked.
    pub marks: Vec<Mark>,
    /// A line of words each: what squares, trays and marks do not say, and a legend where symbols do
    /// not explain themselves.
    pub facts: Vec<String>,
    /// Games of games: the boards that stand on squares, in the order of squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<SubgameBoard>,
    /// Games of games: each different game of [`Scene::boards`], once, without its own games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Scene>,
}

/// A square with all that is on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneSquare {
    /// Where it is.
    pub square: Coord,
    /// From below: floor, pieces from base to top, tokens.
    pub layers: Vec<Layer>,
}

/// A thing to be drawn: a piece, a token, a part of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// What it is, a plain noun: `rook`, `samurai`, `hopper`, `chakra`.
    pub glyph: &'static str,
    /// Its player; `None` if it belongs to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Color>,
    /// Its state where one kind has several: `knight`, `king`, `ghost`, `armed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<&'static str>,
    /// Where it is on the square.
    pub level: Level,
    /// How drawings made of letters show it.
    pub symbol: String,
}

/// Where a layer is on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// On the floor: under a piece where there is one.
    Floor,
    /// On the square.
    On,
    /// Inside the piece below it.
    Inside,
    /// Off the squares, in a [`Tray`].
    Tray,
}

/// Things that are not on a square: captured pieces that may return, a piece in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tray {
    /// What it is: `pool`, `hoppers`, `hand`.
    pub name: &'static str,
    /// Its player.
    pub owner: Color,
    /// What is there, in canonical order.
    pub layers: Vec<Layer>,
}

/// Squares that something is to be said of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// What is said of them.
    pub kind: MarkKind,
    /// The squares, in the order in which they matter: a path from its start.
    pub squares: Vec<Coord>,
    /// The player whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Color>,
}

/// What is said of the squares of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A king in check.
    Check,
    /// The path of the last turn.
    LastTurn,
    /// Pieces that cannot move because of enemies beside them.
    Immobilized,
    /// The two ends of a Transmitter.
    Transmitter,
    /// The last turn, which the player to move may deny.
    Deniable,
    /// The movement that the player to move may not make.
    Excluded,
    /// Boards on which the player to move may play.
    Playable,
    /// Boards on which the player to move is in check and must answer.
    Besieged,
}

/// A board on a square of a game of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubgameBoard {
    /// The square that it stands on.
    pub square: Coord,
    /// The player to move there.
    pub turn: Color,
    /// Whether the player to move on the board around may play on it.
    pub playable: bool,
    /// Whether the player to move is in check there and must answer.
    pub besieged: bool,
    /// Its index in [`Scene::games`].
    pub game: usize,
}

impl Scene {
    /// An empty board of this size.
    pub fn new(width: u8, height: u8, turn: Color) -> Scene {
        Scene {
            width,
            height,
            turn,
            squares: Vec::new(),
            trays: Vec::new(),
            marks: Vec::new(),
            facts: Vec::new(),
            boards: Vec::new(),
            games: Vec::new(),
        }
    }

    /// The layers of `square`, none where it is empty.
    pub fn layers(&self, square: Coord) -> &[Layer] {
        let found = self.squares.binary_search_by_key(&square, |at| at.square);
        found.map_or(&[], |index| &self.squares[index].layers)
    }
}
