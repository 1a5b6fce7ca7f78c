//! Drawings of boards.

use super::square::{File, Rank, Square};

/// Draws a board, White below; `cell` is what stands on a square, empty for nothing.
pub fn draw(cell: impl Fn(Square) -> String) -> String {
    let width = Square::ALL
        .into_iter()
        .map(|square| cell(square).chars().count())
        .max();
    let width = width.unwrap_or(0).max(1);
    let rule = format!("   +{}", format!("{}+", "-".repeat(width + 2)).repeat(8));
    let mut lines = vec![rule.clone()];
    for rank in Rank::ALL.into_iter().rev() {
        let cells = File::ALL.map(|file| {
            let text = cell(Square::new(file, rank));
            format!(" {text:^width$} ")
        });
        lines.push(format!(" {} |{}|", rank.index() + 1, cells.join("|")));
        lines.push(rule.clone());
    }
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|name| format!(" {name:^width$} "));
    lines.push(format!("    {}", names.join(" ").trim_end()));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::{Square, draw};

    #[test]
    fn cells_are_as_wide_as_the_widest() {
        let drawn = draw(|square| match square {
            Square::A1 => "RkP".to_owned(),
            Square::H8 => "K".to_owned(),
            _ => String::new(),
        });
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 18);
        assert!(lines[1].starts_with(" 8 |     |") && lines[1].ends_with("|  K  |"));
        assert!(lines[15].starts_with(" 1 | RkP |     |"));
        assert!(lines[17].starts_with("      a     b "));
    }
}
