//! The rules, one sentence a test.

mod chakras;
mod facts;
mod pieces;
mod scenes;
mod texts;

use jabberwock_game::{Position as _, Variant, legal_turns};

use super::{Chakra, Position};

const START: &str = "acmqksca/1pppppp1/8/8/8/8/1PPPPPP1/ACMQKSCA w a2n,h2n/a7n,h7n - 0 1";

fn read(text: &str) -> Position {
    Chakra::CLASSIC
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(pos: &mut Position, turn: &str) {
    let turn = Chakra::CLASSIC
        .parse_turn(pos, turn)
        .unwrap_or_else(|error| panic!("{}: {error}", Chakra::CLASSIC.text(pos)));
    jabberwock_game::play(pos, &turn);
}

/// Returns the position after the given turns.
fn after(text: &str, turns: &str) -> Position {
    let mut pos = read(text);
    for turn in turns.split(' ') {
        play(&mut pos, turn);
    }
    pos
}

fn text_after(text: &str, turns: &str) -> String {
    Chakra::CLASSIC.text(&after(text, turns))
}

/// Returns the legal turns, in the order of their texts.
fn turns_of(variant: Chakra, text: &str) -> Vec<String> {
    let pos = variant
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut turns: Vec<String> = legal_turns(&pos)
        .iter()
        .map(|turn| variant.turn_text(&pos, turn))
        .collect();
    turns.sort();
    turns
}

fn is_turn(text: &str, turn: &str) -> bool {
    turns_of(Chakra::CLASSIC, text)
        .iter()
        .any(|known| known == turn)
}

/// Returns the legal turns that begin with a square, without it.
fn turns_from(text: &str, square: &str) -> Vec<String> {
    turns_of(Chakra::CLASSIC, text)
        .iter()
        .filter_map(|turn| turn.strip_prefix(square).map(str::to_owned))
        .collect()
}

fn is_check(text: &str) -> bool {
    read(text).is_check()
}

/// Returns the reason why the turn is refused.
fn refusal(text: &str, turn: &str) -> String {
    match Chakra::CLASSIC.parse_turn(&read(text), turn) {
        Ok(_) => panic!("{text}: {turn} is legal"),
        Err(error) => error.reason().to_owned(),
    }
}
