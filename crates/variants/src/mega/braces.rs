//! The braces of position and turn texts: `{a1,b1=...;c1=...}`.

use std::fmt::Write;

use jabberwock_game::{counted, shortened};

use crate::board::{Bitboard, Square};

/// Returns the text between the braces that enclose `text`; all braces within are balanced.
pub(super) fn inside(text: &str) -> Result<&str, String> {
    let inside = text
        .strip_prefix('{')
        .ok_or("does not begin with a brace")?;
    let mut depth = 1u32;
    for (index, letter) in inside.bytes().enumerate() {
        match letter {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if index + 1 == inside.len() {
                Ok(&inside[..index])
            } else {
                Err("text after the closing brace".to_owned())
            };
        }
    }
    let verb = if depth == 1 { "is" } else { "are" };
    Err(format!("{} {verb} not closed", counted(depth, "brace")))
}

/// Splits `text` at each `separator` outside all braces.
pub(super) fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0i64;
    text.split(move |letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        letter == separator && depth == 0
    })
}

/// Returns the squares of an entry; each is named once.
pub(super) fn squares(text: &str) -> Result<Vec<Square>, String> {
    let mut known = Bitboard::EMPTY;
    let mut squares = Vec::new();
    for name in text.split(',') {
        let square = Square::parse(name).ok_or_else(|| {
            let name = shortened(name);
            format!("\"{name}\" is no square")
        })?;
        if known.contains(square) {
            return Err(format!("{square} is named twice"));
        }
        known |= Bitboard::of(square);
        squares.push(square);
    }
    Ok(squares)
}

/// Writes entries ordered by their first squares.
pub(super) fn write<'a>(entries: impl Iterator<Item = (Bitboard, &'a String)>) -> String {
    let mut text = "{".to_owned();
    for (index, (squares, value)) in entries.enumerate() {
        if index > 0 {
            text.push(';');
        }
        for (index, square) in squares.into_iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(text, "{comma}{square}").expect("a string takes any text");
        }
        text.push('=');
        text.push_str(value);
    }
    text.push('}');
    text
}
