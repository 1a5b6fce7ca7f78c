//! Constructors of [`Refusal`]s: the reasons for which requests are refused.

use std::fmt::Display;

use jabberwock_engine::PromptError;
use jabberwock_game::{PositionError, TurnError, shortened};

use crate::message::Refusal;

/// The longest reason, in letters. Reasons of other crates name offending texts in full.
const LONGEST_REASON: usize = 500;

/// Refusals of a kind (`docs/page-protocol.md`).
impl Refusal {
    /// A refusal of `kind` for this reason; `text` is what was wrong.
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

    /// A message that is not understood.
    pub(crate) fn bad_request(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("bad-request", reason, text)
    }

    /// There is no such node.
    pub(crate) fn no_node(node: u32) -> Refusal {
        let reason = format!("the table has no node {node}");
        Refusal::new("no-node", reason, &node.to_string())
    }

    /// More than is allowed.
    pub(crate) fn limit(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("limit", reason, text)
    }

    /// A position that cannot be read, or a board where there is none.
    pub(crate) fn position(error: &PositionError, text: &str) -> Refusal {
        Refusal::new("position", error, text)
    }

    /// A turn that is not legal.
    pub(crate) fn turn(error: &TurnError, text: &str) -> Refusal {
        Refusal::new("turn", error, text)
    }

    /// Taps that begin no turn.
    pub(crate) fn taps(error: &PromptError) -> Refusal {
        let last = error.taps.rsplit(' ').next().unwrap_or_default();
        let taps = shortened(&error.taps);
        let reason = format!("no legal turn begins with \"{taps}\": {}", error.reason);
        Refusal::new("taps", reason, last)
    }

    /// A player who cannot be seated.
    pub(crate) fn seat(reason: impl Display, text: &str) -> Refusal {
        Refusal::new("seat", reason, text)
    }

    /// Something that cannot be done while a game is being played, or only then.
    pub(crate) fn playing(reason: &'static str) -> Refusal {
        Refusal::new("playing", reason, "")
    }
}
