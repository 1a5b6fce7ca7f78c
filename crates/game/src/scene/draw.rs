//! Drawings of scenes as text.

use std::borrow::Cow;

use super::{Color, Coord, Layer, Level, MarkKind, Scene};

/// The blank margin left and right of the files.
const MARGIN: &str = "    ";

/// SGR codes.
const BOLD: &str = "1";
const CYAN: &str = "36";
const REVERSED: &str = "7";
const ON_RED: &str = "41";

/// The pieces of chess in Unicode, White's and Black's.
const UNICODE: [(&str, [char; 2]); 6] = [
    ("king", ['♔', '♚']),
    ("queen", ['♕', '♛']),
    ("rook", ['♖', '♜']),
    ("bishop", ['♗', '♝']),
    ("knight", ['♘', '♞']),
    ("pawn", ['♙', '♟']),
];

/// The style of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
pub struct DrawStyle {
    /// Whether the pieces of chess are Unicode's symbols instead of letters.
    pub unicode: bool,
    /// Whether players and marks are distinguished by colors of a terminal (ECMA-48, SGR).
    pub color: bool,
    /// Whether the squares of the last turn are marked: by color, else by brackets.
    pub last_turn: bool,
    /// Whether Black is below.
    pub flip: bool,
}

impl Scene {
    /// Draws the board, White below, with the legend and the facts under it; several lines.
    ///
    /// Pieces inside another follow it in parentheses, base first; objects on the floor do so after
    /// the piece. An immobilized piece has a `*`.
    pub fn draw(&self) -> String {
        self.draw_in(DrawStyle::default())
    }

    /// Draws as [`Scene::draw`] does, in the given style.
    pub fn draw_in(&self, style: DrawStyle) -> String {
        let mut lines = self.board_lines(style);
        // The lines of a game of games are not aligned with its board.
        let margin = if self.level == 0 { MARGIN } else { "" };
        if self.level > 0 {
            lines.push(String::new());
        }
        let words = self.legend.iter().chain(&self.facts);
        lines.extend(words.map(|line| format!("{margin}{line}")));
        lines.join("\n") + "\n"
    }

    fn board_lines(&self, style: DrawStyle) -> Vec<String> {
        let cells = self.squares.iter().map(|at| self.cell(at.square, style));
        let width = cells.map(|cell| cell.chars().count()).max();
        let width = width.unwrap_or(0).max(1);
        let files = usize::from(self.width);
        let rule = format!(
            "   +{}",
            format!("{}+", "-".repeat(width + 2)).repeat(files)
        );
        let mut lines = vec![rule.clone()];
        let in_order = |count: u8, is_reversed: bool| -> Vec<u8> {
            let mut numbers: Vec<u8> = (0..count).collect();
            if is_reversed {
                numbers.reverse();
            }
            numbers
        };
        let all_files = in_order(self.width, style.flip);
        for rank in in_order(self.height, !style.flip) {
            let cells = all_files.iter().map(|&file| {
                let square = Coord::new(file, rank);
                let cell = self.cell(square, style);
                self.decorated(square, &format!("{cell:^width$}"), style)
            });
            let cells: Vec<String> = cells.collect();
            let number = u32::from(rank) + 1;
            lines.push(format!("{number:>2} |{}|", cells.join("|")));
            lines.push(rule.clone());
        }
        let names = all_files.iter().map(|&file| {
            let name = char::from(b'a' + file);
            format!(" {name:^width$} ")
        });
        let names: Vec<String> = names.collect();
        lines.push(format!("{MARGIN}{}", names.join(" ").trim_end()));
        lines
    }

    /// Returns `cell` with a blank or a mark on either side, and in colors.
    fn decorated(&self, square: Coord, cell: &str, style: DrawStyle) -> String {
        let is_last = style.last_turn && self.is_marked(MarkKind::LastTurn, square);
        if !style.color {
            return if is_last {
                format!("[{cell}]")
            } else {
                format!(" {cell} ")
            };
        }
        let mut codes = Vec::new();
        let mut layers = self.layers(square).iter();
        match layers.find(|layer| layer.level == Level::On) {
            Some(piece) if piece.owner == Some(Color::White) => codes.push(BOLD),
            Some(piece) if piece.owner == Some(Color::Black) => codes.push(CYAN),
            _ => {}
        }
        if self.is_marked(MarkKind::Check, square) {
            codes.push(ON_RED);
        } else if is_last {
            codes.push(REVERSED);
        }
        if codes.is_empty() {
            return format!(" {cell} ");
        }
        format!("\u{1b}[{}m {cell} \u{1b}[0m", codes.join(";"))
    }

    /// Returns the drawing of a square, empty for an empty square.
    fn cell(&self, square: Coord, style: DrawStyle) -> String {
        let layers = self.layers(square);
        let symbols = |wanted: fn(&Layer) -> bool| -> String {
            let layers = layers.iter().filter(|layer| wanted(layer));
            layers.map(|layer| symbol(layer, style)).collect()
        };
        let mut pieces = symbols(|layer| layer.level != Level::Floor);
        if layers.iter().any(|layer| layer.level == Level::Inside) {
            pieces = format!("({pieces})");
        }
        let is_held = self.is_marked(MarkKind::Immobilized, square);
        let star = if is_held { "*" } else { "" };
        let mut floor = symbols(|layer| layer.level == Level::Floor);
        if !floor.is_empty() {
            floor = format!("({floor})");
        }
        pieces + star + &floor
    }
}

/// Returns the drawing of `layer`. Suffixes of a piece's letter are kept: `R+`, `B~`.
fn symbol(layer: &Layer, style: DrawStyle) -> Cow<'_, str> {
    let plain = Cow::Borrowed(&*layer.symbol);
    let known = UNICODE.iter().find(|(glyph, _)| *glyph == layer.glyph);
    let (true, Some((_, pieces)), Some(owner)) = (style.unicode, known, layer.owner) else {
        return plain;
    };
    let mut letters = plain.chars();
    match letters.next() {
        Some(letter) if letter.is_ascii_alphabetic() => {
            Cow::Owned(format!("{}{}", pieces[owner.index()], letters.as_str()))
        }
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::DrawStyle;
    use crate::{Color, Coord, Layer, Level, MarkKind, Scene, SceneSquare};

    fn layer(symbol: &'static str, level: Level) -> Layer {
        Layer {
            glyph: "piece",
            owner: Some(Color::White),
            form: None,
            level,
            symbol: symbol.into(),
        }
    }

    fn scene(width: u8, height: u8, squares: Vec<(Coord, Vec<Layer>)>) -> Scene {
        let squares = squares.into_iter();
        Scene {
            squares: squares
                .map(|(square, layers)| SceneSquare { square, layers })
                .collect(),
            ..Scene::new(width, height, Color::White)
        }
    }

    #[test]
    fn cells_are_as_wide_as_the_widest() {
        let stack = vec![
            layer("R", Level::On),
            layer("k", Level::Inside),
            layer("P", Level::Inside),
        ];
        let king = vec![layer("K", Level::On)];
        let drawn = scene(
            8,
            8,
            vec![(Coord::new(0, 0), stack), (Coord::new(7, 7), king)],
        )
        .draw();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 18);
        assert!(lines[1].starts_with(" 8 |       |") && lines[1].ends_with("|   K   |"));
        assert!(lines[15].starts_with(" 1 | (RkP) |       |"));
        assert!(lines[17].starts_with("       a       b "));
    }

    #[test]
    fn a_board_of_any_size_is_drawn_with_marks_and_lines() {
        let floor = vec![layer("N", Level::Floor), layer("P", Level::On)];
        let held = vec![layer("r", Level::On)];
        let squares = vec![(Coord::new(0, 0), floor), (Coord::new(1, 9), held)];
        let mut scene = scene(2, 10, squares);
        scene.mark(MarkKind::Immobilized, vec![Coord::new(1, 9)], None);
        scene.legend.push("(N): a chakra".to_owned());
        scene.facts.push("nothing else".to_owned());
        let drawn = scene.draw();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[1], "10 |      |  r*  |");
        assert_eq!(lines[19], " 1 | P(N) |      |");
        assert_eq!(
            lines[21..],
            ["      a      b", "    (N): a chakra", "    nothing else"]
        );
    }

    #[test]
    fn a_style_changes_symbols_marks_colors_and_the_side_below() {
        let king = Layer {
            glyph: "king",
            ..layer("K+", Level::On)
        };
        let mut scene = scene(2, 2, vec![(Coord::new(0, 0), vec![king])]);
        scene.mark(MarkKind::LastTurn, vec![Coord::new(0, 0)], None);
        let style = DrawStyle {
            unicode: true,
            last_turn: true,
            ..DrawStyle::default()
        };
        let drawn = scene.draw_in(style);
        assert_eq!(drawn.lines().nth(3), Some(" 1 |[♔+]|    |"));
        let flipped = scene.draw_in(DrawStyle {
            flip: true,
            ..style
        });
        let lines: Vec<&str> = flipped.lines().collect();
        assert_eq!(lines[1], " 1 |    |[♔+]|");
        assert_eq!(lines[5], "     b    a");
        let colored = scene.draw_in(DrawStyle {
            color: true,
            ..style
        });
        assert!(colored.contains("|\u{1b}[1;7m ♔+ \u{1b}[0m|"), "{colored}");
    }
}
