//! The rules of docs/rules/mega.md, one by one.

mod counts;
mod drafts;
mod laws;
mod levels;
mod rules;
mod scenes;
mod texts;
mod wins;

use super::{Board, Play};

/// The start at every level.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {}";

/// Returns the position of `level` with the given text.
pub(super) fn board(level: u8, text: &str) -> Board {
    Board::parse(level, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the position after the given turns.
pub(super) fn after(board: &Board, turns: &[&str]) -> Board {
    turns.iter().fold(board.clone(), |board, text| {
        let play = Play::parse(board.level(), text).unwrap_or_else(|error| panic!("{error}"));
        board
            .after(&play)
            .unwrap_or_else(|why_illegal| panic!("{text}: {why_illegal}"))
    })
}
