//! Taps: a turn as a sequence of squares and choices that a player selects.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use crate::{Coord, text::shortened};

/// A square or choice that a player selects. A turn is entered by a list of taps.
///
/// `e2` is a square; `=q` a choice that belongs to the last square; `deny` a word; `.` ends a turn
/// that could be continued. In a game of games the boards come first, level by level: `a1/e2`,
/// `a1/b2/e2`, and several equal boards together: `a1,b1,c1/e2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tap {
    /// Games of games: the selected boards of each level, outermost first.
    pub boards: Vec<Vec<Coord>>,
    /// The target.
    pub target: TapTarget,
}

/// The target of a [`Tap`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TapTarget {
    /// A square.
    Square(Coord),
    /// A choice that belongs to the last square, without its `=`: not empty, and without blanks.
    Choice(String),
    /// A word of letters only: `deny`, `draw`, `pass`.
    Word(String),
    /// The end of a turn that could be continued.
    Stop,
}

impl Tap {
    /// Returns a tap on `square`.
    pub fn square(square: Coord) -> Tap {
        Tap::from(TapTarget::Square(square))
    }

    /// Returns the tap of choice `text`.
    pub fn choice(text: impl Into<String>) -> Tap {
        Tap::from(TapTarget::Choice(text.into()))
    }

    /// Returns the tap of word `text`.
    pub fn word(text: impl Into<String>) -> Tap {
        Tap::from(TapTarget::Word(text.into()))
    }

    /// Returns the tap that ends the turn: see [`TapTarget::Stop`].
    pub fn stop() -> Tap {
        Tap::from(TapTarget::Stop)
    }

    /// Whether `other` has the same target, on some of the boards of this tap at every level.
    pub fn covers(&self, other: &Tap) -> bool {
        let has = |boards: &[Coord], some: &[Coord]| {
            !some.is_empty() && some.iter().all(|square| boards.contains(square))
        };
        let mut levels = self.boards.iter().zip(&other.boards);
        self.target == other.target
            && self.boards.len() == other.boards.len()
            && levels.all(|(boards, some)| has(boards, some))
    }
}

impl From<TapTarget> for Tap {
    fn from(target: TapTarget) -> Tap {
        Tap {
            boards: Vec::new(),
            target,
        }
    }
}

impl fmt::Display for TapTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TapTarget::Square(square) => write!(f, "{square}"),
            TapTarget::Choice(text) => write!(f, "={text}"),
            TapTarget::Word(text) => f.write_str(text),
            TapTarget::Stop => f.write_str("."),
        }
    }
}

impl fmt::Display for Tap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for boards in &self.boards {
            for (index, square) in boards.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                write!(f, "{comma}{square}")?;
            }
            f.write_str("/")?;
        }
        write!(f, "{}", self.target)
    }
}

/// Serialized as its text.
impl Serialize for Tap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Error for a text that is not a [`Tap`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{text}\" is not a tap: neither a square, like e2, a choice, like =q, a word, like deny, nor a full stop"
)]
pub struct TapError {
    /// The offending text, shortened if it is long.
    text: String,
}

impl FromStr for TapTarget {
    type Err = TapError;

    fn from_str(text: &str) -> Result<TapTarget, TapError> {
        let error = || TapError {
            text: shortened(text),
        };
        if let Ok(square) = text.parse() {
            return Ok(TapTarget::Square(square));
        }
        let choice = text.strip_prefix('=').filter(|rest| {
            let plain = rest
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'/');
            !rest.is_empty() && plain
        });
        let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
        match choice {
            Some(choice) => Ok(TapTarget::Choice(choice.to_owned())),
            None if text == "." => Ok(TapTarget::Stop),
            None if is_word => Ok(TapTarget::Word(text.to_owned())),
            None => Err(error()),
        }
    }
}

impl FromStr for Tap {
    type Err = TapError;

    fn from_str(text: &str) -> Result<Tap, TapError> {
        let error = || TapError {
            text: shortened(text),
        };
        let (boards, target) = match text.rsplit_once('/') {
            Some((boards, target)) => (boards.split('/').collect(), target),
            None => (Vec::new(), text),
        };
        let boards: Option<Vec<Vec<Coord>>> = boards
            .into_iter()
            .map(|level| level.split(',').map(|name| name.parse().ok()).collect())
            .collect();
        Ok(Tap {
            boards: boards.ok_or_else(error)?,
            target: target.parse().map_err(|_| error())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Tap;

    #[test]
    fn taps_round_trip() {
        for text in [
            "e2",
            "=q",
            "=^1",
            "=+",
            "deny",
            ".",
            "a1/e2",
            "a1/b2/e2",
            "a1,b1,c1/=q",
            "a1/.",
        ] {
            let tap: Tap = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(tap.to_string(), text);
        }
    }

    #[test]
    fn a_tap_on_equal_boards_stands_for_those_on_some_of_them() {
        let tap: Tap = "a1,b1/c1,d1/e2".parse().expect("a tap");
        for (text, covered) in [
            ("a1/d1/e2", true),
            ("b1,a1/c1/e2", true),
            ("a1,c1/d1/e2", false),
            ("a1/d1/e4", false),
            ("a1/e2", false),
            ("e2", false),
        ] {
            assert_eq!(tap.covers(&text.parse().expect("a tap")), covered, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_taps() {
        for text in [
            "", "=", "= ", "E2", "e2e4", "a1/", "/e2", "a1,/e2", "x1y/e2", "..", "dé",
        ] {
            let error = text.parse::<Tap>().expect_err(text);
            assert!(
                error.to_string().contains(&format!("\"{text}\"")),
                "{error}"
            );
        }
    }
}
