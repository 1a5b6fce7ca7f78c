//! Prompts: what may be pointed at next.

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

/// What may be pointed at, given the taps of a turn so far. It depends on the position and on the
/// taps alone.
///
/// A turn may be entered by several lists of taps ([`jabberwock_game::Variant::taps`]), and all of
/// them are offered but those that could be taken for another turn's. Where a turn may end or go on,
/// its end is a [`jabberwock_game::TapTarget::Stop`]. A choice that is the only tap possible is taken
/// without being asked: it is no target, and what comes after it is offered instead; it may be tapped
/// all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// Every tap that may come next, in the order squares, choices, words, stop. None where the
    /// turn is complete or the game is over. In a game of games a tap on equal boards stands for
    /// those on some of them too ([`Tap::covers`]), as many as may still be played on.
    pub targets: Vec<PromptTarget>,
    /// The canonical text of the turn, if the taps make a legal one.
    pub turn: Option<String>,
    /// The board, with those steps made that are entered and that all turns that begin so have in
    /// common. Nothing shows how the position came about.
    pub scene: Scene,
    /// What is to be done next, a sentence.
    pub words: String,
    /// Games of games: the board turn as far as it is entered; `None` if a mega-move is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_turn: Option<BoardTurn>,
}

/// A tap that may come next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PromptTarget {
    /// The tap.
    pub tap: Tap,
    /// What it leads to.
    pub kind: TargetKind,
    /// What people call it: every choice, word and stop has a label, squares have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The glyph of a scene that shows it, if one does: a promotion's piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<&'static str>,
    /// The squares from which it takes or moves something besides the piece that the player moves:
    /// captures, explosions, pushes, exchanges, castling's rook. Where several turns begin so, what
    /// all of them have in common.
    pub takes: Vec<Coord>,
}

/// What a [`PromptTarget`] leads to. On a board of a game of games, the turn is the one there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// It completes the turn and takes nothing.
    Move,
    /// It completes the turn, and something is taken off the board.
    Capture,
    /// More follows.
    On,
    /// A choice that belongs to the last square: more may follow or not.
    Choice,
}

/// Why a list of taps was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no legal turn {} \"{taps}\": {reason}", if *.index == 0 { "begins with" } else { "continues" })]
pub struct PromptError {
    /// The index of the first tap that does not fit.
    pub index: usize,
    /// The taps up to that one, separated by blanks.
    pub taps: String,
    /// What would fit, or why nothing does.
    pub reason: String,
}
