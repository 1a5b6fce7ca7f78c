//! `XBoard`'s names of games.

use jabberwock_variants::{Entry, FISCHERANDOM};

use crate::session::Session;

/// Returns the name of `entry`'s variant in the list of features.
pub(super) fn feature_name(entry: &Entry) -> &'static str {
    entry.xboard_name().unwrap_or(entry.name)
}

/// Returns `turn` of `session` as written in CECP for games that `XBoard` implements: castling is
/// `O-O` or `O-O-O` in Chess960.
pub(super) fn cecp_turn(session: &dyn Session, turn: String) -> String {
    if session.entry().xboard_name() != Some(FISCHERANDOM) {
        return turn;
    }
    let mut castling = ["O-O", "O-O-O"].into_iter();
    let word = castling.find(|word| session.read_turn(word).as_ref() == Ok(&turn));
    word.map_or(turn, str::to_owned)
}

/// Returns the turns of `session` from number `first` on, counted from 0, as written in CECP:
/// castling is `O-O` or `O-O-O` in Chess960.
pub fn cecp_turns(session: &dyn Session, first: usize) -> Vec<String> {
    let turns = session.turns().into_iter().skip(first);
    let mut turns: Vec<String> = turns.map(str::to_owned).collect();
    if session.entry().xboard_name() == Some(FISCHERANDOM) {
        let mut before = session.fork();
        for turn in turns.iter_mut().rev() {
            before.undo();
            *turn = cecp_turn(before.as_ref(), std::mem::take(turn));
        }
    }
    turns
}

/// Returns `name` without the size of the board (as in `12x8+0_hop`), which the variant itself
/// determines.
pub(super) fn without_size(name: &str) -> &str {
    let rest = name.split_once('_').filter(|(size, _)| {
        let mut numbers = size.split(['x', '+']);
        let is_size = |text: Option<&str>| {
            text.is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        };
        (0..3).all(|_| is_size(numbers.next())) && numbers.next().is_none()
    });
    rest.map_or(name, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::without_size;

    #[test]
    fn a_board_size_before_the_name_is_ignored() {
        assert_eq!(without_size("8x8+0_hop"), "hop");
        assert_eq!(without_size("hop"), "hop");
        assert_eq!(without_size("8x8_hop"), "8x8_hop");
        assert_eq!(without_size("crazy_hop"), "crazy_hop");
    }
}
