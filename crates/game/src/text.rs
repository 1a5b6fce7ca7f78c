//! Shortening of untrusted text for messages.

/// The number of characters of `text` that [`shortened`] keeps.
const LIMIT: usize = 200;

/// Returns at most 200 characters of a text of any length, on one line: control characters are
/// escaped, and `...` stands for the omitted rest.
pub fn shortened(text: &str) -> String {
    shortened_to(LIMIT, text)
}

/// Returns at most `limit` characters of a text, as [`shortened`] does.
pub fn shortened_to(limit: usize, text: &str) -> String {
    let mut short = String::new();
    for char in text.chars().take(limit) {
        if char.is_control() {
            short.extend(char.escape_default());
        } else {
            short.push(char);
        }
    }
    if text.chars().nth(limit).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_short_text_is_kept_and_a_long_one_cut() {
        assert_eq!(shortened("e2e4 \u{e9}\"'"), "e2e4 \u{e9}\"'");
        assert_eq!(shortened(&"x".repeat(200)), "x".repeat(200));
        assert_eq!(
            shortened(&"\u{e9}".repeat(201)),
            "\u{e9}".repeat(200) + "..."
        );
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shortened("a\tb\0\r\n\u{85}"), "a\\tb\\u{0}\\r\\n\\u{85}");
    }
}
