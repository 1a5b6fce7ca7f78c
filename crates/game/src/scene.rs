//! Scenes: what a board shows, as data for whoever draws it.

mod draw;

use std::borrow::Cow;

use serde::Serialize;

pub use draw::DrawStyle;

use crate::{Color, Coord};

/// What a board shows. It may be asked for in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The canonical text of the position. [`crate::Variant::scene`] gives it for [`Scene::games`]
    /// alone, because it costs more than the rest; within a turn there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The player to move.
    pub turn: Color,
    /// The squares on which something is, in the order a1, b1, ..., a2.
    pub squares: Vec<SceneSquare>,
    /// What belongs to the game and is not on a square.
    pub trays: Vec<Tray>,
    /// Squares to be marked.
    pub marks: Vec<Mark>,
    /// A line of text each, for drawings made of letters: the meaning of the symbols, and the trays.
    pub legend: Vec<String>,
    /// A line of text each: what matters to the player to move but is not visible on the board.
    pub facts: Vec<String>,
    /// A line of text each: the rest of the position's state, such as castling rights and the en
    /// passant square, but not clocks and counters.
    pub rights: Vec<String>,
    /// How many games of games lie within each other: 0 where nothing but pieces is on squares.
    pub level: u8,
    /// Games of games: the boards that stand on squares, in the order of squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<SubgameBoard>,
    /// Games of games: each different game of [`Scene::boards`], once, with its boards, but without
    /// the games on these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Scene>,
}

/// A square with all that is on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SceneSquare {
    /// Where it is.
    pub square: Coord,
    /// From below: floor, pieces from base to top, tokens.
    pub layers: Vec<Layer>,
}

/// A thing to be drawn: a piece, a token, a part of the floor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// How drawings made of letters show it: `R`, `p`, `B~`.
    pub symbol: Cow<'static, str>,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Tray {
    /// What it is: `pool`, `hoppers`, `hand`.
    pub name: &'static str,
    /// Its player.
    pub owner: Color,
    /// What is there, in canonical order.
    pub layers: Vec<Layer>,
}

/// Squares to be marked, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Mark {
    /// Why they are marked.
    pub kind: MarkKind,
    /// The squares, in the order in which they matter: a path from its start.
    pub squares: Vec<Coord>,
    /// The player whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Color>,
}

/// Why the squares of a [`Mark`] are marked.
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

    /// The layers of `square`, none where it is empty.
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

    /// Whether `square` has a mark of this kind.
    pub fn is_marked(&self, kind: MarkKind, square: Coord) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| mark.kind == kind && mark.squares.contains(&square))
    }

    /// Removes what applies to a player to move only, because the game is over.
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
