//! Texts by other programs, adapted for records.

/// Returns `text` with control characters replaced by blanks.
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns `text` on one line, with braces replaced by parentheses, so that it can be a PGN
/// comment.
pub(crate) fn without_braces(text: &str) -> String {
    on_one_line(text).replace('{', "(").replace('}', ")")
}
