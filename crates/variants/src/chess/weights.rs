//! The weights of chess.

use std::sync::LazyLock;

use crate::fide::evaluate::{Term, Weights, terms};

/// How many weights there are.
pub(super) const COUNT: usize = terms::END;

/// What is counted.
pub(super) const TERMS: &[&[Term]] = &[terms::ALL];

/// The weights in the data file.
pub(super) static WEIGHTS: LazyLock<Weights<COUNT>> = LazyLock::new(|| {
    Weights::parse(include_str!("weights.txt"), TERMS).expect("a test reads the same file")
});

#[cfg(test)]
mod tests {
    use super::{COUNT, TERMS, Weights};

    #[test]
    fn the_file_holds_exactly_the_declared_terms() {
        let weights = Weights::<COUNT>::parse(include_str!("weights.txt"), TERMS);
        assert_eq!(weights.map(|_| ()), Ok(()));
    }
}
