//! The rules, one sentence a test.

mod examples;
mod generation;
mod rules;
mod scenes;
mod texts;
mod turns;

pub(super) use generation::random_text;
use jabberwock_game::{Position as _, Variant, adjudicate, legal_turns};

use super::{Crazy, Position};

const START: &str = Crazy::START;

fn read(text: &str) -> Position {
    Crazy
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(text: &str, turns: &str) -> Position {
    let mut pos = read(text);
    for text in turns.split(' ') {
        let turn = Crazy
            .parse_turn(&pos, text)
            .unwrap_or_else(|error| panic!("{}: {error}", Crazy.text(&pos)));
        assert_eq!(Crazy.turn_text(&pos, &turn), text);
        jabberwock_game::play(&mut pos, &turn);
        assert_eq!(pos.key(), pos.recomputed_key());
    }
    pos
}

/// Checks that `turns` lead from one text to the other.
#[track_caller]
fn leads(before: &str, turns: &str, to: &str) {
    assert_eq!(Crazy.text(&after(before, turns)), to, "{before}: {turns}");
}

fn turns(text: &str) -> Vec<String> {
    let pos = read(text);
    legal_turns(&pos)
        .iter()
        .map(|turn| Crazy.turn_text(&pos, turn))
        .collect()
}

fn is_legal(text: &str, turn: &str) -> bool {
    let pos = read(text);
    let listed = turns(text).iter().any(|known| known == turn);
    assert_eq!(Crazy.parse_turn(&pos, turn).is_ok(), listed, "{turn}");
    listed
}

/// Returns the reason why the turn is refused.
fn refusal(text: &str, turn: &str) -> String {
    match Crazy.parse_turn(&read(text), turn) {
        Ok(_) => panic!("{text}: {turn} is legal"),
        Err(error) => error.to_string(),
    }
}

/// Returns the outcome of the game, `-` if it goes on.
fn outcome(pos: &Position) -> String {
    let history = jabberwock_game::GameHistory::new(pos.key());
    adjudicate(pos, &history, Crazy.profile()).map_or_else(|| "-".to_owned(), |end| end.to_string())
}
