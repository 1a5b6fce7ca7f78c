//! The turns made in a game.

use std::sync::Arc;

/// A turn that was made. Copies of a game share it.
#[derive(Debug)]
pub(super) struct PlayedTurn<P> {
    /// The position before it.
    pub(super) before: P,
    /// Its text.
    pub(super) text: String,
}

impl<P> PlayedTurn<P> {
    /// Returns the turn `text`, made at `before`.
    pub(super) fn new(before: P, text: &str) -> Arc<PlayedTurn<P>> {
        let text = text.to_owned();
        Arc::new(PlayedTurn { before, text })
    }
}

/// Returns the start position of the turns `played`, which led to `present`.
pub(super) fn origin<'a, P>(played: &'a [Arc<PlayedTurn<P>>], present: &'a P) -> &'a P {
    played.first().map_or(present, |first| &first.before)
}

/// Returns the texts of the turns.
pub(super) fn texts<P>(played: &[Arc<PlayedTurn<P>>]) -> Vec<&str> {
    played.iter().map(|turn| turn.text.as_str()).collect()
}
