//! Lines of files of positions: the text of a position, in chess and Chess960 also EPD.

use jabberwock_engine::Session;
use jabberwock_game::PositionError;

use crate::records::san;

/// Begins a new game of `session` from the position in `line`, and gives the text of it.
///
/// # Errors
/// If the line is neither a position of this game nor, in chess and Chess960, EPD.
pub fn set_position(session: &mut dyn Session, line: &str) -> Result<String, PositionError> {
    if san::is_usual(session.entry())
        && let Some(position) = position_of_epd(line)
        && session.set_position(&position).is_ok()
    {
        return Ok(position);
    }
    session.set_position(line).map(|()| line.to_owned())
}

/// The position of a line of EPD: four fields without counters, and operations, like `hmvc 3; fmvn 12; id "a";`.
fn position_of_epd(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let fields: Vec<&str> = words.by_ref().take(4).collect();
    if fields.len() < 4 || !line.ends_with(';') {
        return None;
    }
    let counter = |name: &str, default: &str| {
        let mut operations = line.split(';').map(str::trim);
        let first = fields.join(" ");
        let value = operations.find_map(|operation| {
            let operation = operation.strip_prefix(&first).unwrap_or(operation);
            operation.trim().strip_prefix(name)?.strip_prefix(' ')
        });
        value.unwrap_or(default).trim().to_owned()
    };
    let [half, full] = [counter("hmvc", "0"), counter("fmvn", "1")];
    Some(format!("{} {half} {full}", fields.join(" ")))
}

#[cfg(test)]
mod tests {
    use jabberwock_engine::open;

    use super::set_position;

    #[test]
    fn lines_are_positions_or_in_chess_epd() {
        let kings = "4k3/8/8/8/8/8/8/4K2R";
        for (variant, line, read) in [
            ("chess", "w K - 4 9", "w K - 4 9"),
            ("chess", "w K - bm Rh8+; fmvn 9; hmvc 4;", "w K - 4 9"),
            ("chess", "w - - id \"a; b\";", "w - - 0 1"),
            ("chess960", "w H - bm O-O;", "w K - 0 1"),
        ] {
            let mut session = open(variant).unwrap();
            set_position(session.as_mut(), &format!("{kings} {line}")).unwrap();
            assert_eq!(session.position(), format!("{kings} {read}"), "{line}");
        }
        let mut hop = open("hop").unwrap();
        let line = format!("{kings} w - - bm e1e2@a1;");
        assert!(set_position(hop.as_mut(), &line).is_err());
    }
}
