//! Start positions of games of chess, as written by other programs.

use jabberwock_engine::Session;
use jabberwock_game::PositionError;

use super::san;

/// Sets the start position of a record. FENs of chess and Chess960 may be less exact than position
/// texts: counters may be missing, the number of the first move may be 0, a castling right may lack
/// its king or rook, and an en passant square its pawn. Missing counters are 0 and 1, and
/// impossible rights are dropped.
///
/// # Errors
/// If the text is not a position even so.
pub(super) fn set_position(session: &mut dyn Session, text: &str) -> Result<(), PositionError> {
    let exact = session.set_position(text);
    if exact.is_ok() || !san::is_usual(session.entry()) {
        return exact;
    }
    let mut fields = ["", "w", "-", "-", "0", "1"];
    let mut words = text.split_whitespace();
    for (field, word) in fields.iter_mut().zip(&mut words) {
        *field = word;
    }
    if words.next().is_some() {
        return exact;
    }
    let [placement, turn, castling, en_passant, halfmoves, number] = fields;
    let number = if number == "0" { "1" } else { number };
    let mut is_position = |castling: &str, en_passant: &str| {
        let text = format!("{placement} {turn} {castling} {en_passant} {halfmoves} {number}");
        session.set_position(&text).is_ok()
    };
    let mut rights = String::new();
    for right in castling.chars().filter(|&right| right != '-') {
        if is_position(right.encode_utf8(&mut [0; 4]), "-") {
            rights.push(right);
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    if is_position(rights, en_passant) || is_position(rights, "-") {
        return Ok(());
    }
    exact
}

#[cfg(test)]
mod tests {
    use jabberwock_engine::open;

    use super::set_position;

    #[test]
    fn positions_of_chess_may_lack_what_does_not_matter() {
        let kings = "4k3/8/8/8/8/8/8/4K2R";
        for (text, read) in [
            (format!("{kings} w - - 1 0"), format!("{kings} w - - 1 1")),
            (format!("{kings} b"), format!("{kings} b - - 0 1")),
            (
                format!("{kings} w KQkq - 0 1"),
                format!("{kings} w K - 0 1"),
            ),
            (format!("{kings} w - e6 0 1"), format!("{kings} w - - 0 1")),
        ] {
            let mut session = open("chess").unwrap();
            set_position(session.as_mut(), &text).unwrap();
            assert_eq!(session.position(), read, "{text}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused_as_elsewhere() {
        for text in [
            "",
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 many",
        ] {
            let mut session = open("chess").unwrap();
            let refused = session.set_position(text).unwrap_err().to_string();
            let lenient = set_position(session.as_mut(), text).unwrap_err();
            assert_eq!(lenient.to_string(), refused);
        }
        let mut hop = open("hop").unwrap();
        let start = hop.position().replace(" 0 1 ", " 0 0 ");
        assert!(set_position(hop.as_mut(), &start).is_err());
    }
}
