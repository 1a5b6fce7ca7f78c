//! JSON on standard output.

use serde::Serialize;

/// Returns `value` on one line.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and truth values can be written as JSON")
}
