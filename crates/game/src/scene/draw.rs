//! Drawings of scenes, made of letters.

use super::{Coord, Layer, Level, MarkKind, Scene};

/// Around the files that nothing is written on.
const MARGIN: &str = "    ";

impl Scene {
    /// The board drawn for people, White below, the legend and the facts under it; several lines.
    ///
    /// Pieces inside another stand with it in parentheses, base first; so does, behind the piece,
    /// what is on the floor. A piece that is immobilized has a `*`.
    pub fn draw(&self) -> String {
        let mut lines = self.board_lines();
        // The lines of a game of games stand apart from its board.
        let margin = if self.level == 0 { MARGIN } else { "" };
        if self.level > 0 {
            lines.push(String::new());
        }
        let words = self.legend.iter().chain(&self.facts);
        lines.extend(words.map(|line| format!("{margin}{line}")));
        lines.join("\n") + "\n"
    }

    fn board_lines(&self) -> Vec<String> {
        let cells = self.squares.iter().map(|at| self.cell(at.square));
        let width = cells.map(|cell| cell.chars().count()).max();
        let width = width.unwrap_or(0).max(1);
        let files = usize::from(self.width);
        let rule = format!(
            "   +{}",
            format!("{}+", "-".repeat(width + 2)).repeat(files)
        );
        let mut lines = vec![rule.clone()];
        for rank in (0..self.height).rev() {
            let cells = (0..self.width).map(|file| {
                let cell = self.cell(Coord::new(file, rank));
                format!(" {cell:^width$} ")
            });
            let cells: Vec<String> = cells.collect();
            let number = u32::from(rank) + 1;
            lines.push(format!("{number:>2} |{}|", cells.join("|")));
            lines.push(rule.clone());
        }
        let names = (0..self.width).map(|file| {
            let name = char::from(b'a' + file);
            format!(" {name:^width$} ")
        });
        let names: Vec<String> = names.collect();
        lines.push(format!("{MARGIN}{}", names.join(" ").trim_end()));
        lines
    }

    /// What is drawn on a square, empty for nothing.
    fn cell(&self, square: Coord) -> String {
        let layers = self.layers(square);
        let symbols = |wanted: fn(&Layer) -> bool| -> String {
            let layers = layers.iter().filter(|layer| wanted(layer));
            layers.map(|layer| &*layer.symbol).collect()
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

#[cfg(test)]
mod tests {
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
}
