//! Prompts: the taps that may come next.

pub(super) mod boards;
pub(super) mod finished;
pub(super) mod listed;
mod takes;
#[cfg(test)]
mod tests;
mod turn_lists;
pub(super) mod words;

use jabberwock_game::{Coord, Scene, Tap};
use serde::Serialize;

pub use boards::{BoardTurn, ChosenBoards, Refusal};

/// The taps that may follow the taps of a turn so far. It depends only on the position and on these
/// taps.
///
/// A turn may be entered by several lists of taps ([`jabberwock_game::Variant::taps`]), and all of
/// them are offered except those that could be taken for another turn's. If a turn may end or be
/// continued, its end is a [`jabberwock_game::TapTarget::Stop`]. A choice that is the only possible
/// tap is made automatically: it is not a target, and its continuations are offered instead; it may
/// be tapped nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The taps that may come next, in the order squares, choices, words, stop. Empty if the turn
    /// is complete or the game is over. In a game of games a tap on equal boards includes those on
    /// some of them ([`Tap::covers`]), as many as may still be played on.
    pub targets: Vec<PromptTarget>,
    /// The canonical text of the turn, if the taps make a legal one.
    pub turn: Option<String>,
    /// The board after the entered steps that are common to all turns that begin with the taps. It
    /// does not show how the position was reached.
    pub scene: Scene,
    /// The instruction for the next tap, a sentence.
    pub words: String,
    /// Games of games: the board turn entered so far; `None` if a mega-move is being entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_turn: Option<BoardTurn>,
}

/// A tap that may come next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PromptTarget {
    /// The tap.
    pub tap: Tap,
    /// The effect of the tap.
    pub kind: TargetKind,
    /// The caption of a choice, word or stop; `None` for squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The glyph of scenes that depicts it, if there is one: a promotion's piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<&'static str>,
    /// The squares from which it captures or moves something besides the piece that the player
    /// moves: captures, explosions, pushes, exchanges, castling's rook. If several turns begin so,
    /// their common squares.
    pub takes: Vec<Coord>,
}

/// The effect of a [`PromptTarget`]. On a board of a game of games, it refers to the turn on that
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// It completes the turn and captures nothing.
    Move,
    /// It completes the turn with a capture.
    Capture,
    /// The turn continues.
    On,
    /// A choice that belongs to the last square; the turn may continue.
    Choice,
}

/// The reason why a list of taps was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no legal turn {} \"{taps}\": {reason}", if *.index == 0 { "begins with" } else { "continues" })]
pub struct PromptError {
    /// The index of the first tap that does not fit.
    pub index: usize,
    /// The taps up to that one, separated by blanks.
    pub taps: String,
    /// The taps that are possible instead, or the reason why there are none.
    pub reason: String,
}
