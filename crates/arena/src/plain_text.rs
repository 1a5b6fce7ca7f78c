//! Texts of others as records have them.

/// `text` with blanks in place of control characters.
pub(crate) fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// `text` on one line, with parentheses in place of braces, so that it can stand in a PGN comment.
pub(crate) fn without_braces(text: &str) -> String {
    on_one_line(text).replace('{', "(").replace('}', ")")
}
