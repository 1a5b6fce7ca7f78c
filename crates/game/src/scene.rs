//! Scenes: the contents of a displayed board, as data for front ends.

mod draw;

use std::borrow::Cow;

use serde::Serialize;

pub use draw::DrawStyle;

use crate::{Color, Coord};

/// The contents of a displayed board. The position may be in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The canonical text of the position. [`crate::Variant::scene`] sets it for [`Scene::games`]
    /// alone, because it costs more than the rest; within a turn it is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The player to move.
    pub turn: Color,
    /// The occupied squares, in the order a1, b1, ..., a2.
    pub squares: Vec<SceneSquare>,
    /// Parts of the position that are not on a square.
    pub trays: Vec<Tray>,
    /// The squares to be marked.
    pub marks: Vec<Mark>,
    /// Lines of text that explain the symbols of letter drawings and list the trays.
    pub legend: Vec<String>,
    /// Lines of text with facts that matter to the player to move but are not visible on the board.
    pub facts: Vec<String>,
    /// Lines of text with the rest of the position's state, such as castling rights and the en
    /// passant square, but not clocks and counters.
    pub rights: Vec<String>,
    /// The nesting depth of games of games: 0 if the squares hold nothing but pieces.
    pub level: u8,
    /// Games of games: the boards on the squares, in the order of squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<SubgameBoard>,
    /// Games of games: the distinct games of [`Scene::boards`], each once, with its boards, but
    /// without the games on these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Scene>,
}

/// A square with its layers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SceneSquare {
    /// The square.
    pub square: Coord,
    /// The layers from bottom to top: floor, pieces from base to top, tokens.
    pub layers: Vec<Layer>,
}

/// A drawn object: a piece, a token, or a part of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Layer {
    /// The kind of object, a plain noun: `rook`, `samurai`, `hopper`, `chakra`.
    pub glyph: &'static str,
    /// Its player; `None` if it belongs to neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Color>,
    /// Its state, if the kind has several: `knight`, `king`, `ghost`, `armed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<&'static str>,
    /// Its place on the square.
    pub level: Level,
    /// Its text in letter drawings: `R`, `p`, `B~`.
    pub symbol: Cow<'static, str>,
}

/// The place of a layer on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// On the floor, below a piece if there is one.
    Floor,
    /// On the square, above the floor.
    On,
    /// Inside the piece below it.
    Inside,
    /// Off the squares, in a [`Tray`].
    Tray,
}

/// Objects that are not on a square: captured pieces that may return, a piece in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Tray {
    /// The name of the tray: `pool`, `hoppers`, `hand`.
    pub name: &'static str,
    /// Its player.
    pub owner: Color,
    /// The contents, in canonical order.
    pub layers: Vec<Layer>,
}

/// Marked squares and the reason for marking them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Mark {
    /// The reason for the mark.
    pub kind: MarkKind,
    /// The squares, in their significant order: a path from its start.
    pub squares: Vec<Coord>,
    /// The player whom the mark concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Color>,
}

/// The reason for a [`Mark`].
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SubgameBoard {
    /// The square of the board.
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
    /// Returns an empty board of this size.
    pub fn new(width: u8, height: u8, turn: Color) -> Scene {
        Scene {
            width,
            height,
            position: None,
            turn,
            squares: Vec::new(),
            trays: Vec::new(),
            marks: Vec::new(),
            legend: Vec::new(),
            facts: Vec::new(),
            rights: Vec::new(),
            level: 0,
            boards: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Returns the layers of `square`; empty if the square is.
    pub fn layers(&self, square: Coord) -> &[Layer] {
        let found = self.squares.binary_search_by_key(&square, |at| at.square);
        found.map_or(&[], |index| &self.squares[index].layers)
    }

    /// Adds a mark, if there are squares to be marked.
    pub fn mark(&mut self, kind: MarkKind, squares: Vec<Coord>, owner: Option<Color>) {
        if !squares.is_empty() {
            self.marks.push(Mark {
                kind,
                squares,
                owner,
            });
        }
    }

    /// Whether `square` has a mark of kind `kind`.
    pub fn is_marked(&self, kind: MarkKind, square: Coord) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| mark.kind == kind && mark.squares.contains(&square))
    }

    /// Removes everything that only applies to a player to move, because the game is over.
    pub fn finish(&mut self) {
        self.facts.clear();
        self.marks.retain(|mark| match mark.kind {
            MarkKind::Check
            | MarkKind::LastTurn
            | MarkKind::Immobilized
            | MarkKind::Transmitter => true,
            MarkKind::Deniable | MarkKind::Excluded | MarkKind::Playable | MarkKind::Besieged => {
                false
            }
        });
        for board in &mut self.boards {
            board.playable = false;
            board.besieged = false;
        }
    }
}
