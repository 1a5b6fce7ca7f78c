//! Texts of messages: untrusted text shortened, numbers of things.

use std::fmt::Display;

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

/// A number of things: `1 turn`, `12 turns`. `thing` is the singular of a word whose plural has an `s` more.
pub fn counted(count: impl Display, thing: &str) -> String {
    let mut text = format!("{count} {thing}");
    if !text.starts_with("1 ") {
        text.push('s');
    }
    text
}

/// `value`, or 0 if none of it is visible with `decimals` decimals: `-0.0` is never printed.
pub fn visible(value: f64, decimals: usize) -> f64 {
    let digits = format!("{value:.decimals$}");
    let is_zero = value.is_finite() && !digits.contains(|digit| ('1'..='9').contains(&digit));
    if is_zero { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::{counted, shortened, visible};

    #[test]
    fn one_thing_is_counted_in_the_singular() {
        assert_eq!(counted(1, "turn"), "1 turn");
        for (count, text) in [(0, "0 turns"), (2, "2 turns"), (11, "11 turns")] {
            assert_eq!(counted(count, "turn"), text);
        }
    }

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
    fn zero_has_no_sign() {
        let printed = |value: f64| format!("{:+.1}", visible(value, 1));
        assert_eq!(printed(-0.04), "+0.0");
        assert_eq!(printed(-0.0), "+0.0");
        assert_eq!(printed(-0.06), "-0.1");
        assert_eq!(printed(-10.0), "-10.0");
        assert_eq!(printed(f64::NEG_INFINITY), "-inf");
        assert!(visible(f64::NAN, 1).is_nan());
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shortened("a\tb\0\r\n\u{85}"), "a\\tb\\u{0}\\r\\n\\u{85}");
    }
}
