//! The weights of Hop Chess.

use std::sync::LazyLock;

use jabberwock_game::WeightsError;

use super::evaluate::terms;
use crate::fide::evaluate::{self, Term, Weights};

/// How many weights there are.
pub(super) const COUNT: usize = terms::END;

/// What is counted.
pub(super) const TERMS: &[&[Term]] = &[evaluate::terms::ALL, terms::ALL];

/// The data file.
pub(super) const TEXT: &str = include_str!("weights.txt");

/// The weights in the data file.
pub(super) static WEIGHTS: LazyLock<Weights<COUNT>> =
    LazyLock::new(|| read(TEXT).expect("a test reads the same file"));

/// Reads weights of this game.
pub(super) fn read(text: &str) -> Result<Weights<COUNT>, WeightsError> {
    Weights::parse(text, TERMS)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, read};

    #[test]
    fn the_file_holds_exactly_the_declared_terms() {
        assert_eq!(read(TEXT).map(|_| ()), Ok(()));
    }
}
