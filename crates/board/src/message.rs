//! The messages between a page and its server, as data.

mod event;
mod look;
mod reply;
mod request;
mod state;
#[cfg(test)]
mod tests;
mod watched;

use jabberwock_game::shortened_to;
use serde::Serialize;

pub use event::{Analysis, AnalysisLine, Event, TurnMade};
pub use look::Look;
pub use reply::{
    Chosen, Example, Examples, Fill, Glyph, Hello, Limits, Loaded, Opponent, Payload, Posted,
    Prompted, RecordSummary, Refusal, Reply, Shown, StaticEvaluation, Term, Variant, Variants,
};
pub use request::{Envelope, Pace, Request, SeatRequest};
pub use state::{ClockState, GameOutcome, Node, Score, Seat, TableState};
pub use watched::{MatchState, Standing, WatchedGame, WatchedPlayer};

/// Maximum length of the reason why a message cannot be parsed, in characters.
const LONGEST_REASON: usize = 600;

/// Parses a request and its number.
///
/// # Errors
/// If the text is not a request; with its number, if that can be parsed.
pub(crate) fn parse(text: &str) -> Result<(u32, Request), (Option<u32>, Refusal)> {
    let unreadable = |id| {
        move |error: serde_json::Error| {
            // It quotes unknown names of any length, and lists the known ones.
            let reason = shortened_to(LONGEST_REASON, &error.to_string());
            (id, Refusal::bad_request(reason, text))
        }
    };
    let Envelope { id } = serde_json::from_str(text).map_err(unreadable(None))?;
    let request = serde_json::from_str(text).map_err(unreadable(Some(id)))?;
    Ok((id, request))
}

/// `value` as JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("{error}");
        "{}".to_owned()
    })
}
