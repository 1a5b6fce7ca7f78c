//! Conversion of a game's scenes to `XBoard`'s board, and the texts that describe such a board.

use std::collections::BTreeMap;

use jabberwock_game::{ByColor, Color, Layer, Level, Scene, SceneSquare};
use jabberwock_variants::xboard::{
    XBoardInside, XBoardLayout, XBoardParent, XBoardPiece, XBoardSlot,
};

use super::{
    board::{Board, HOLDINGS, Piece, Rules, Squares},
    code::{Kind, Target},
    square::{Size, Square},
};
use crate::session::{ListedTurns, Session, TurnKind};

/// The letter in the slot of the king, which no piece uses because a king there would castle.
const NO_KING: char = 'Z';

/// The layout of a game with the data derived from it.
#[derive(Clone, Debug)]
pub(in crate::cecp) struct Layout {
    pub(super) data: &'static XBoardLayout,
    pub(super) rules: Rules,
}

impl Layout {
    /// Returns the layout of a game whose board has the size of `scene`.
    pub(super) fn new(data: &'static XBoardLayout, scene: &Scene) -> Layout {
        let letters: Vec<u8> = data.pieces.iter().map(|piece| piece.letter as u8).collect();
        let mut by_slot: Vec<&XBoardPiece> = data.pieces.iter().collect();
        by_slot.sort_by_key(|piece| piece.slot);
        let held = by_slot.iter().take(usize::from(data.holdings));
        let pawn = by_slot.iter().find(|piece| piece.slot == XBoardSlot::Pawn);
        let rules = Rules {
            size: Size {
                files: scene.width,
                ranks: scene.height,
            },
            parent: data.parent,
            holdings: held.map(|piece| piece.letter as u8).collect(),
            order: letters,
            pawn: pawn.map(|piece| piece.letter as u8),
        };
        Layout { data, rules }
    }

    /// Returns the pieces that `XBoard` is to show for `scene`.
    pub(super) fn squares(&self, scene: &Scene) -> Squares {
        let size = self.rules.size;
        let mut squares = vec![None; size.squares()];
        for at in &scene.squares {
            if let Some(square) = size.square(at.square.file, at.square.rank) {
                squares[usize::from(square)] = self.piece(at);
            }
        }
        squares
    }

    /// Returns the squares with an object on the floor under a piece.
    pub(super) fn covered(&self, scene: &Scene) -> impl Iterator<Item = Square> {
        let size = self.rules.size;
        let has = |at: &SceneSquare, level| at.layers.iter().any(|layer| layer.level == level);
        let covered = scene
            .squares
            .iter()
            .filter(move |at| has(at, Level::Floor) && has(at, Level::On));
        covered.filter_map(move |at| size.square(at.square.file, at.square.rank))
    }

    /// Returns the letter of the pieces shown as `glyph`, upper case, if it matches the choice
    /// `text`.
    pub(super) fn letter(&self, text: &str, glyph: &str) -> Option<u8> {
        let letter = text.to_ascii_uppercase();
        let piece = self.data.pieces.iter().find(|piece| {
            piece.glyph == glyph && letter.len() == 1 && letter.starts_with(piece.letter)
        })?;
        Some(piece.letter as u8)
    }

    /// Returns the piece that represents the layers of a square: the piece on it, or else an object
    /// on the floor.
    fn piece(&self, at: &SceneSquare) -> Option<Piece> {
        let on = at.layers.iter().find(|layer| layer.level == Level::On);
        let shown = on.or_else(|| at.layers.iter().find(|layer| layer.level == Level::Floor))?;
        let inside: Vec<&Layer> = at
            .layers
            .iter()
            .filter(|layer| layer.level == Level::Inside)
            .collect();
        let owner = shown.owner?;
        let piece = self
            .data
            .pieces
            .iter()
            .find(|piece| fits(piece, shown, &inside))?;
        Some(Piece::new(piece.letter as u8, owner))
    }

    /// Returns the board before the first ply of a game that begins with `scene`. A piece of which
    /// there is only one is not in the holdings while it is on the board.
    pub(super) fn start(&self, scene: &Scene) -> Board {
        let squares = self.squares(scene);
        let mut stock = ByColor([[0; HOLDINGS]; 2]);
        for &(letter, count) in self.data.stock {
            let Some(slot) = self.rules.slot(letter as u8) else {
                continue;
            };
            for color in Color::ALL {
                let is_on_board = squares.contains(&Some(Piece::new(letter as u8, color)));
                stock[color][slot] = if is_on_board && count == 1 { 0 } else { count };
            }
        }
        Board {
            squares,
            stock,
            side: Color::White,
            advanced: None,
        }
    }

    /// Returns the legal turns of `session`, each with the board to be shown after it.
    pub(super) fn targets(&self, session: &dyn Session) -> Vec<Target> {
        let listed = session.listed_turns();
        let turns_with_scenes = listed.map_or(Ok(Vec::new()), ListedTurns::turns_with_scenes);
        let turns_with_scenes = turns_with_scenes.unwrap_or_else(|error| {
            log::error!("no turn can be shown: {error}");
            Vec::new()
        });
        let targets = turns_with_scenes.into_iter().filter_map(|shown_turn| {
            let kind = match shown_turn.kind {
                TurnKind::Ordinary => Kind::Shown(self.squares(&shown_turn.scene)),
                TurnKind::Refusal => Kind::Refusal,
                TurnKind::Claim => return None,
            };
            Some(Target {
                turn: shown_turn.turn,
                taps: shown_turn.taps,
                kind,
            })
        });
        targets.collect()
    }

    /// Returns `setup (PNBRQ...) 8x8+0_lion FEN`.
    pub(super) fn setup(&self, board: &Board) -> String {
        let fen = self.fen(board);
        self.setup_line(self.rules.holdings.len(), &fen)
    }

    /// Returns the line that sets up an empty board in `XBoard` with another number of types in the
    /// holdings.
    pub(super) fn other_setup(&self) -> String {
        let Size { files, ranks } = self.rules.size;
        let rows = vec![files.to_string(); usize::from(ranks)];
        self.setup_line(self.rules.holdings.len() + 1, &rows.join("/"))
    }

    /// Returns the `setup` of a board with `held` types in the holdings, and its placement.
    fn setup_line(&self, held: usize, placement: &str) -> String {
        let by_slot: BTreeMap<usize, char> = self
            .data
            .pieces
            .iter()
            .map(|piece| (piece.slot as usize, piece.letter))
            .collect();
        let letters: String = (0..XBoardSlot::COUNT - 1)
            .map(|slot| by_slot.get(&slot).copied().unwrap_or('.'))
            .chain([NO_KING])
            .collect();
        let Size { files, ranks } = self.rules.size;
        let parent = match self.rules.parent {
            XBoardParent::Chu => "chu",
            XBoardParent::Lion => "lion",
        };
        let lower = letters.to_ascii_lowercase();
        format!("setup ({letters}{lower}) {files}x{ranks}+{held}_{parent} {placement} w - - 0 1")
    }

    /// Returns the placement of a board with its holdings, as FEN.
    pub(super) fn fen(&self, board: &Board) -> String {
        let placement = placement(&board.squares, self.rules.size);
        if self.rules.holdings.is_empty() {
            return placement;
        }
        let held = |color: Color| -> String {
            let types = self.rules.holdings.iter().zip(board.stock[color]);
            types
                .flat_map(|(&letter, count)| {
                    let piece = Piece::new(letter, color).character();
                    std::iter::repeat_n(piece, usize::from(count))
                })
                .collect()
        };
        format!("{placement}[{}{}]", held(Color::White), held(Color::Black))
    }
}

/// Whether `piece` shows `layer` with `inside` in it.
fn fits(piece: &XBoardPiece, layer: &Layer, inside: &[&Layer]) -> bool {
    let holds = |glyph: &str, is_own: bool| {
        inside
            .iter()
            .any(|held| held.glyph == glyph && (held.owner == layer.owner) == is_own)
    };
    let has_inside = match piece.inside {
        XBoardInside::Any => true,
        XBoardInside::Something => !inside.is_empty(),
        XBoardInside::Own(glyph) => holds(glyph, true),
        XBoardInside::Enemy(glyph) => holds(glyph, false),
        XBoardInside::Both(glyph) => holds(glyph, true) && holds(glyph, false),
    };
    piece.glyph == layer.glyph && (piece.form.is_none() || piece.form == layer.form) && has_inside
}

/// Returns `rnbqkbnr/pppppppp/8/...`.
fn placement(squares: &Squares, size: Size) -> String {
    let rows = squares.chunks(usize::from(size.files)).rev();
    let rows = rows.map(|row| {
        let pieces = row.iter().copied();
        rank_text(pieces.map(|piece| piece.map(Piece::character)))
    });
    rows.collect::<Vec<String>>().join("/")
}

/// Returns a rank in a FEN, given the pieces on its squares from the a-file on.
pub(in crate::cecp) fn rank_text(squares: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in squares {
        match square {
            None => empty += 1,
            Some(piece) => {
                push_empty(&mut text, &mut empty);
                text.push(piece);
            }
        }
    }
    push_empty(&mut text, &mut empty);
    text
}

/// Writes the number of empty squares, if there are any, and resets it.
fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &std::mem::take(empty).to_string();
    }
}
