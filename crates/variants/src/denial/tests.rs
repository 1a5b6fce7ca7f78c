//! The rules, one sentence a test.

use jabberwock_game::{
    Color, GameHistory, Key, Outcome, Position as _, Reason, Stage, Step, Variant, adjudicate,
    legal_turns, perft,
};

use super::{DENY, DRAW, DRAW_CLAIMED, Layer, Position, Right};
use crate::chess::{Chess, DEAD_POSITION};

const HARD: Layer<Chess> = Layer::hard(Chess);
const SOFT: Layer<Chess> = HARD.soft();
const CLAIM: Layer<Chess> = HARD.claim();

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 b0 -";

type Denial = Position<Chess>;

fn read_as(game: Layer<Chess>, text: &str) -> Denial {
    game.parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Denial {
    read_as(HARD, text)
}

/// Plays turns from a position; returns the final position and its history.
fn played_as(game: Layer<Chess>, text: &str, turns: &str) -> (Denial, GameHistory) {
    let mut pos = read_as(game, text);
    let mut history = GameHistory::new(pos.key());
    for turn in turns.split_whitespace() {
        let steps = game
            .parse_turn(&pos, turn)
            .unwrap_or_else(|error| panic!("{turns}: {error}"));
        jabberwock_game::play(&mut pos, &steps);
        history.push(pos.key());
        assert_eq!(pos.key(), pos.recomputed_key(), "{turns}: {turn}");
    }
    (pos, history)
}

fn played(turns: &str) -> Denial {
    played_as(HARD, START, turns).0
}

fn outcome_as(game: Layer<Chess>, text: &str, turns: &str) -> Option<String> {
    let (pos, history) = played_as(game, text, turns);
    adjudicate(&pos, &history, game.profile()).map(|outcome| outcome.to_string())
}

fn turns_as(game: Layer<Chess>, pos: &Denial) -> Vec<String> {
    let mut turns: Vec<String> = legal_turns(pos)
        .iter()
        .map(|turn| game.turn_text(pos, turn))
        .collect();
    turns.sort_unstable();
    turns
}

fn turns(pos: &Denial) -> Vec<String> {
    turns_as(HARD, pos)
}

fn refusal(game: Layer<Chess>, text: &str) -> String {
    match game.parse(text) {
        Ok(pos) => panic!("{text} is read as {}", game.text(&pos)),
        Err(error) => error.to_string(),
    }
}

mod rules;
mod scenes;
mod texts;
