//! Constructors of [`Refusal`]s: the reasons for refusing requests.

use std::fmt::Display;

use jabberwock_engine::PromptError;
use jabberwock_game::{PositionError, TurnError, shortened};

use crate::message::Refusal;

/// Maximum length of a reason, in characters. Reasons of other crates name offending texts in full.
const LONGEST_REASON: usize = 500;

/// Refusals of a kind (`docs/page-protocol.md`).
impl Refusal {
    /// Creates a refusal of `kind` for this reason; `text` is the offending text.
    pub(crate) fn new(kind: &'static str, reason: impl Display, text: &str) -> Refusal {
        let mut reason = reason.to_string();
        if let Some((end, _)) = reason.char_indices().nth(LONGEST_REASON) {
            reason.truncate(end);
            reason.push_str("...");
        }
        Refusal {
            kind,
            reason,
            text: shortened(text),
        }
    }

    /// Refuses a message that cannot be parsed.
    pub(crate) fn bad_request(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("bad-request", reason, text)
    }

    /// Refuses a node that does not exist.
    pub(crate) fn no_node(node: u32) -> Refusal {
        let reason = format!("the table has no node {node}");
        Refusal::new("no-node", reason, &node.to_string())
    }

    /// Refuses a request that exceeds a limit.
    pub(crate) fn limit(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("limit", reason, text)
    }

    /// Refuses an invalid position, or a board that does not exist.
    pub(crate) fn position(error: &PositionError, text: &str) -> Refusal {
        Refusal::new("position", error, text)
    }

    /// Refuses a turn that is not legal.
    pub(crate) fn turn(error: &TurnError, text: &str) -> Refusal {
        Refusal::new("turn", error, text)
    }

    /// Refuses taps that begin no turn.
    pub(crate) fn taps(error: &PromptError) -> Refusal {
        let last = error.taps.rsplit(' ').next().unwrap_or_default();
        let taps = shortened(&error.taps);
        let reason = format!("no legal turn begins with \"{taps}\": {}", error.reason);
        Refusal::new("taps", reason, last)
    }

    /// Refuses a player who cannot be seated.
    pub(crate) fn seat(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("seat", reason, text)
    }

    /// Refuses an action that is not possible while a game is being played, or only then.
    pub(crate) fn playing(reason: &'static str) -> Refusal {
        Refusal::new("playing", reason, "")
    }
}
