//! Named terms of an evaluation, and their weights.

use jabberwock_game::WeightsError;

/// A middlegame and an endgame value in centipawns, packed so that both are added at once: the
/// middlegame in the low half, the endgame in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// A pair; each half fits 16 bits, sums of halves too.
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16) + middle)
    }

    /// The value in the middlegame.
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame. (Half a unit is added because a negative low half borrows one.)
    pub const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl std::ops::Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl std::ops::Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, count: i32) -> Pair {
        Pair(self.0 * count)
    }
}

/// Something that is counted, with `len` weights for its kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is called: `group.detail`.
    pub name: &'static str,
    /// The index of its first weight.
    pub offset: usize,
    /// The number of its weights.
    pub len: usize,
}

impl Term {
    /// What comes before the dot of its name.
    pub fn group(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

/// Declares terms one after another from an offset: a constant each, `ALL` and `END`.
macro_rules! terms {
    (from $start:expr; $($(#[$meta:meta])* $id:ident = $name:literal [$len:expr];)*) => {
        terms!(@next ($start); $($(#[$meta])* $id = $name [$len];)*);
        /// All of them in the order of their weights.
        pub const ALL: &[Term] = &[$($id),*];
    };
    (@next ($offset:expr);) => {
        /// The index after the last weight.
        pub const END: usize = $offset;
    };
    (@next ($offset:expr); $(#[$meta:meta])* $id:ident = $name:literal [$len:expr]; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $id: Term = Term { name: $name, offset: $offset, len: $len };
        terms!(@next ($id.offset + $id.len); $($rest)*);
    };
}
pub(crate) use terms;

/// The weights of all terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize>(
    /// By index.
    pub Box<[Pair; N]>,
);

impl<const N: usize> Weights<N> {
    /// Reads weights: for each of the declared `terms` its name, then its `middle:end` pairs, all
    /// separated by blanks. `#` begins a comment.
    ///
    /// # Errors
    /// If the text holds anything but the declared terms in their order.
    pub fn parse(text: &str, terms: &[&[Term]]) -> Result<Weights<N>, WeightsError> {
        let mut words = text
            .lines()
            .flat_map(|line| {
                line.split('#')
                    .next()
                    .unwrap_or("")
                    .split_ascii_whitespace()
            })
            .peekable();
        let mut values = Box::new([Pair::default(); N]);
        for term in terms.iter().copied().flatten() {
            let found = words.next().unwrap_or_default();
            if found != term.name {
                return Err(WeightsError::term(term.name, found));
            }
            let mut count = 0;
            while let Some(word) = words.next_if(|word| !starts_a_name(word)) {
                let pair = pair(word)?;
                if let Some(value) = values[term.offset..].get_mut(count)
                    && count < term.len
                {
                    *value = pair;
                }
                count += 1;
            }
            if count != term.len {
                return Err(WeightsError::Count {
                    term: term.name.to_owned(),
                    expected: term.len,
                    found: count,
                });
            }
        }
        match words.next() {
            None => Ok(Weights(values)),
            Some(found) => Err(WeightsError::term("", found)),
        }
    }
}

fn starts_a_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

fn pair(text: &str) -> Result<Pair, WeightsError> {
    text.split_once(':')
        .and_then(|(middle, end)| {
            let number = |text: &str| text.parse::<i16>().ok().map(i32::from);
            Some(Pair::new(number(middle)?, number(end)?))
        })
        .ok_or_else(|| WeightsError::pair(text))
}

#[cfg(test)]
mod tests {
    use super::{Pair, Term, Weights};

    #[test]
    fn both_halves_of_a_pair_are_kept_whatever_their_signs() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -1), (1025, 936), (-1, 0)] {
            let sum = Pair::new(middle, end) * 3 - Pair::new(2 * middle, 2 * end);
            assert_eq!((sum.middle(), sum.end()), (middle, end));
        }
    }

    #[test]
    fn wrong_weights_are_refused_with_their_place() {
        const TERMS: &[&[Term]] = &[&[
            Term {
                name: "one",
                offset: 0,
                len: 1,
            },
            Term {
                name: "two",
                offset: 1,
                len: 2,
            },
        ]];
        assert!(Weights::<3>::parse("one 1:2 # x\n two 3:4 -5:6", TERMS).is_ok());
        for (text, message) in [
            ("two 1:2", "term \"two\" where \"one\" is declared"),
            ("one 1:2", "term \"\" where \"two\" is declared"),
            ("one 1:2 two 3:4", "1 weights of \"two\" instead of 2"),
            (
                "one 1:2 3:4 two 3:4 5:6",
                "2 weights of \"one\" instead of 1",
            ),
            (
                "one 1:x two 3:4 5:6",
                "\"1:x\" is not a pair of numbers like 10:-5",
            ),
            (
                "one 1:2 two 3:4 5:6 three",
                "term \"three\" where \"\" is declared",
            ),
        ] {
            let error = Weights::<3>::parse(text, TERMS).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }
}
