//! The weights of an evaluation, and the text files that hold them.
//!
//! A file names each term and then gives its weights, `middlegame:endgame` pairs in centipawns, all
//! separated by blanks. `#` begins a comment that ends with its line.

use jabberwock_game::WeightsError;

use super::{
    pair::Pair,
    term::{MAX_WEIGHTS, TermSet},
};

/// The weights of all terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    values: Box<[Pair; MAX_WEIGHTS]>,
    count: usize,
}

impl Weights {
    /// Reads a weights file that holds `terms`.
    ///
    /// # Errors
    /// If the text holds anything but the declared terms in their order.
    pub fn parse(text: &str, terms: TermSet) -> Result<Weights, WeightsError> {
        let (weights, rest) = Weights::read(text, terms)?;
        match rest.lines().flat_map(words).next() {
            None => Ok(weights),
            Some(found) => Err(WeightsError::term("", found)),
        }
    }

    /// Reads `terms` from the beginning of a weights file; also returns the remaining text.
    ///
    /// # Errors
    /// If the text does not begin with the declared terms in their order.
    pub fn read(text: &str, terms: TermSet) -> Result<(Weights, &str), WeightsError> {
        let mut words = text.lines().flat_map(words).peekable();
        let mut values = Box::new([Pair::default(); MAX_WEIGHTS]);
        for term in terms.iter() {
            let found = words.next().unwrap_or_default();
            if found != term.name {
                return Err(WeightsError::term(term.name, found));
            }
            let mut count = 0;
            while let Some(word) = words.next_if(|word| !starts_a_name(word)) {
                let pair = pair(word).ok_or_else(|| WeightsError::pair(word))?;
                if count < term.len {
                    values[term.offset + count] = pair;
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
        let rest = words.next().map_or("", |word| &text[offset(text, word)..]);
        let count = terms.weights();
        Ok((Weights { values, count }, rest))
    }

    /// Returns the weights by index.
    pub fn values(&self) -> &[Pair; MAX_WEIGHTS] {
        &self.values
    }

    /// Returns the weights as plain numbers: the middlegame and the endgame value of each, in the
    /// order of the file.
    pub fn numbers(&self) -> Vec<i32> {
        let pairs = self.values[..self.count].iter();
        pairs.flat_map(|pair| [pair.middle(), pair.end()]).collect()
    }
}

/// Returns the weights file `text` with other weights, given in the order of [`Weights::numbers`].
/// Names, comments and, if there is room, columns are kept, and so are weights without a number.
pub fn with_numbers(text: &str, numbers: &[i32]) -> String {
    let mut numbers = numbers.iter().copied();
    text.lines()
        .map(|line| line_with_numbers(line, &mut numbers) + "\n")
        .collect()
}

fn line_with_numbers(line: &str, numbers: &mut impl Iterator<Item = i32>) -> String {
    let mut written = String::new();
    for word in words(line) {
        let start = offset(line, word);
        let replaced = match pair(word) {
            Some(old) => {
                let [middle, end] =
                    [old.middle(), old.end()].map(|old| numbers.next().unwrap_or(old));
                format!("{middle}:{end}")
            }
            None => word.to_owned(),
        };
        let end = start + word.len();
        let least = usize::from(start > 0);
        let blanks = end.saturating_sub(written.len() + replaced.len());
        written.extend(std::iter::repeat_n(' ', blanks.max(least)));
        written.push_str(&replaced);
    }
    let comment = line.find('#').unwrap_or(line.len());
    if comment < line.len() {
        let blanks = comment.saturating_sub(written.len());
        written.extend(std::iter::repeat_n(' ', blanks));
        written.push_str(&line[comment..]);
    }
    written
}

/// Returns the words of a line: names and weights, without the comment.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let content = line.split('#').next().unwrap_or_default();
    content.split_ascii_whitespace()
}

/// Returns the byte offset of `part` in `text`.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

fn starts_a_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Returns the weight that `word` represents, if it is one.
fn pair(word: &str) -> Option<Pair> {
    let (middle, end) = word.split_once(':')?;
    let number = |text: &str| text.parse::<i16>().ok().map(i32::from);
    Some(Pair::new(number(middle)?, number(end)?))
}

#[cfg(test)]
mod tests {
    use super::{TermSet, Weights, with_numbers};
    use crate::evaluation::term::{EvalTerm, terms};

    terms! {
        from 0;
        /// A term of one weight.
        ONE = "one" [1];
        /// A term of two weights.
        TWO = "two" [2];
    }

    const TERMS: TermSet = TermSet::new(&[ALL]);

    const TEXT: &str = "\
# 1 comment
one  # pawn, 2:2 knights
     85:100
two   330:305
 12:-3
";

    #[test]
    fn weights_are_read_in_order_and_comments_are_not() {
        let weights = Weights::parse(TEXT, TERMS).expect("the text holds the terms");
        assert_eq!(weights.numbers(), [85, 100, 330, 305, 12, -3]);
    }

    #[test]
    fn other_numbers_leave_the_rest_of_the_text_alone() {
        let weights = Weights::parse(TEXT, TERMS).expect("the text holds the terms");
        assert_eq!(with_numbers(TEXT, &weights.numbers()), TEXT);
        assert_eq!(with_numbers(TEXT, &[]), TEXT);
        let changed = with_numbers(TEXT, &[5, -6, 1000, -1000, 0, 11_111]);
        let expected = "\
# 1 comment
one  # pawn, 2:2 knights
       5:-6
two 1000:-1000
 0:11111
";
        assert_eq!(changed, expected);
    }

    #[test]
    fn what_follows_the_terms_is_left_over() {
        let (_, rest) = Weights::read("one 1:2 two 3:4 5:6 # x\n three 7:8", TERMS).unwrap();
        assert_eq!(rest, "three 7:8");
        let (_, rest) = Weights::read(TEXT, TERMS).unwrap();
        assert_eq!(rest, "");
    }

    #[test]
    fn wrong_weights_are_refused_with_their_place() {
        assert!(Weights::parse("one 1:2 # x\n two 3:4 -5:6", TERMS).is_ok());
        for (text, message) in [
            ("two 1:2", "term \"two\" where \"one\" is declared"),
            ("one 1:2", "term \"\" where \"two\" is declared"),
            ("one 1:2 two 3:4", "1 weight of \"two\" instead of 2"),
            (
                "one 1:2 3:4 two 3:4 5:6",
                "2 weights of \"one\" instead of 1",
            ),
            (
                "one 1:x two 3:4 5:6",
                "\"1:x\" is not a pair of numbers like 10:-5",
            ),
            (
                "one 1:2:3 two 3:4 5:6",
                "\"1:2:3\" is not a pair of numbers like 10:-5",
            ),
            (
                "one 1:2 two 3:4 5:6 three",
                "term \"three\" where \"\" is declared",
            ),
        ] {
            let error = Weights::parse(text, TERMS).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }
}
