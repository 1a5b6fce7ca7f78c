//! A game played at the terminal as PGN with native turns.

use std::fmt::Write;

use jabberwock_arena::records::wrapped;
use jabberwock_engine::Session;
use jabberwock_game::Color;
use jiff::Zoned;

/// Columns after which a line of turns is wrapped.
const WIDTH: usize = 80;

/// The text of the game. `result` is `*` while it goes on, and `termination` says why it ended.
pub(super) fn text(
    session: &dyn Session,
    names: [&str; 2],
    result: &str,
    termination: &str,
) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "jabberwock play");
    tag("Site", "?");
    tag("Date", &Zoned::now().strftime("%Y.%m.%d").to_string());
    tag("Round", "-");
    tag("White", names[0]);
    tag("Black", names[1]);
    tag("Result", result);
    tag("Variant", session.entry().name);
    let origin = session.origin();
    let mut start = session.fork();
    start.reset();
    if start.position() != origin {
        tag("SetUp", "1");
        tag("FEN", &origin);
    }
    tag("Termination", termination);
    text.push('\n');
    // Before the first turn: the copy is at the origin if that can be set up, which it can.
    let first = match start.set_position(&origin) {
        Ok(()) => start.turn(),
        Err(_) => Color::White,
    };
    let mut words = words(session, first);
    words.push(result.to_owned());
    text.push_str(&wrapped(&words, WIDTH));
    text.push_str("\n\n");
    text
}

/// The turns with their numbers.
fn words(session: &dyn Session, first: Color) -> Vec<String> {
    let turns = session.turns().into_iter().enumerate();
    let words = turns.map(|(index, turn)| {
        let ply = index + first.index();
        match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{}. {turn}", ply / 2 + 1),
            (false, 0) => format!("{}... {turn}", ply / 2 + 1),
            _ => turn.to_owned(),
        }
    });
    words.collect()
}
