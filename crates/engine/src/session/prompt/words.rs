//! The texts of prompts.

use jabberwock_game::{Outcome, Tap, TapTarget};

use super::PromptTarget;

/// Maximum number of taps listed in a message.
const MAX_LISTED: usize = 16;

/// Returns the instruction for the next tap: the game's own, if it has any, and the other choices.
pub(super) fn instruction(own: Option<&str>, is_first: bool, targets: &[PromptTarget]) -> String {
    let is_square = |target: &PromptTarget| matches!(target.tap.target, TapTarget::Square(_));
    let labels = targets.iter().filter_map(|target| target.label.as_deref());
    let labels: Vec<&str> = labels.collect();
    let squares = if !targets.iter().any(is_square) {
        None
    } else if own.is_some() {
        own
    } else if is_first {
        Some("Choose a piece to move")
    } else {
        Some("Choose where it goes")
    };
    match squares {
        None if targets.is_empty() => "The turn is complete".to_owned(),
        None => format!("Choose: {}", alternatives(&labels)),
        Some(squares) if labels.is_empty() => squares.to_owned(),
        Some(squares) => format!("{squares}, or: {}", alternatives(&labels)),
    }
}

/// Returns `a, b or c`.
fn alternatives(labels: &[&str]) -> String {
    match labels {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Returns the message when no tap can follow because the game is over.
pub(in crate::session) fn game_over(outcome: Outcome) -> String {
    format!("The game is over: {outcome}")
}

/// Returns the taps of `next` as the reason why another one does not fit.
pub(super) fn possible_taps<'a>(next: impl Iterator<Item = &'a Tap>) -> String {
    let next: Vec<String> = next.map(ToString::to_string).collect();
    let listed: Vec<&str> = next.iter().take(MAX_LISTED).map(String::as_str).collect();
    match next.len() {
        0 => "the turn is complete".to_owned(),
        count if count > MAX_LISTED => {
            let more = count - MAX_LISTED;
            format!("possible here: {} and {more} more", listed.join(", "))
        }
        _ => format!("possible here: {}", alternatives(&listed)),
    }
}
