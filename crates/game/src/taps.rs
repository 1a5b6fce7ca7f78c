//! Conversion of the texts of turns to lists of taps.

use crate::{Coord, Tap, TapTarget};

/// The display of a choice or a word in front ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// A short text: `queen`, `deny the last turn`.
    pub label: String,
    /// The glyph of scenes that depicts it, if there is one: `queen`.
    pub glyph: Option<&'static str>,
}

impl Caption {
    /// Returns a caption without a glyph.
    pub fn words(label: impl Into<String>) -> Caption {
        Caption {
            label: label.into(),
            glyph: None,
        }
    }

    /// Returns the caption of a piece: its name, which is also its glyph.
    pub fn piece(name: &'static str) -> Caption {
        Caption {
            label: name.to_owned(),
            glyph: Some(name),
        }
    }

    /// Returns a caption made from the text of the tap alone.
    pub fn of_tap(tap: &Tap) -> Caption {
        Caption::words(match &tap.target {
            TapTarget::Square(square) => square.to_string(),
            TapTarget::Choice(text) | TapTarget::Word(text) => text.clone(),
            TapTarget::Stop => "end the turn here".to_owned(),
        })
    }
}

/// Returns the taps of the canonical text of a turn: its squares in order, without the start of a
/// leg that begins where the previous leg ended; texts between squares as choices; a text without
/// squares as a word.
pub fn taps_of_text(text: &str) -> Vec<Tap> {
    let mut taps = Vec::new();
    let mut rest = text;
    // The text since the last square.
    let mut between = String::new();
    let mut after_comma = false;
    while let Some(letter) = rest.chars().next() {
        if let Some((square, after)) = Coord::split(rest) {
            push_choice(&mut taps, &mut between);
            let tap = Tap::square(square);
            let ended_here = after_comma
                && taps
                    .iter()
                    .rfind(|tap| matches!(tap.target, TapTarget::Square(_)))
                    == Some(&tap);
            if !ended_here {
                taps.push(tap);
            }
            after_comma = false;
            rest = after;
            continue;
        }
        if letter == ',' {
            after_comma = true;
        } else {
            between.push(letter);
        }
        rest = &rest[letter.len_utf8()..];
    }
    if taps.is_empty() {
        return vec![Tap::word(between)];
    }
    push_choice(&mut taps, &mut between);
    taps
}

/// Returns every list of `beginnings` with every list of `endings` appended, the preferred ones
/// first.
pub fn continued(beginnings: &[Vec<Tap>], endings: &[Vec<Tap>]) -> Vec<Vec<Tap>> {
    let pairs = endings
        .iter()
        .flat_map(|ending| beginnings.iter().map(move |list| (list, ending)));
    pairs
        .map(|(list, ending)| [&list[..], ending].concat())
        .collect()
}

fn push_choice(taps: &mut Vec<Tap>, text: &mut String) {
    if !text.is_empty() {
        taps.push(Tap::choice(std::mem::take(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::taps_of_text;

    #[test]
    fn a_text_is_its_squares_and_what_stands_between_them() {
        for (text, taps) in [
            ("e2e4", "e2 e4"),
            ("e7e8q", "e7 e8 =q"),
            ("e7e8q,e8a8", "e7 e8 =q a8"),
            ("e1e2,e2e3", "e1 e2 e3"),
            ("e1e2^,e2e3", "e1 e2 =^ e3"),
            ("a1^2b3", "a1 =^2 b3"),
            ("c3c3+", "c3 c3 =+"),
            ("p16p15", "p16 p15"),
            ("deny", "deny"),
        ] {
            let found: Vec<String> = taps_of_text(text).iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), taps);
        }
    }
}
