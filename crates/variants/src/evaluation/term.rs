//! The terms of an evaluation.

/// A term of an evaluation: a feature that is counted by kind (a role, a square, a distance), with
/// a weight for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// Its name: `group.detail`.
    pub name: &'static str,
    /// The index of its first weight.
    pub offset: usize,
    /// The number of its weights.
    pub len: usize,
}

impl EvalTerm {
    /// Returns the part of its name before the dot.
    pub fn group(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
}

/// The maximum number of weights of a game. A common size makes the weights an array, whose
/// constant indices need no bounds check.
pub const MAX_WEIGHTS: usize = 1024;

/// The terms of a game in the order of their weights.
#[derive(Clone, Copy, Debug)]
pub struct TermSet {
    lists: &'static [&'static [EvalTerm]],
    weights: usize,
}

impl TermSet {
    /// Returns the set of the terms of these lists.
    ///
    /// # Panics
    /// If the weights of each term do not follow those of the previous one, or there are more than
    /// [`MAX_WEIGHTS`]; in a constant, at compile time.
    pub const fn new(lists: &'static [&'static [EvalTerm]]) -> TermSet {
        let mut weights = 0;
        let mut list = 0;
        while list < lists.len() {
            let mut index = 0;
            while index < lists[list].len() {
                let term = lists[list][index];
                assert!(term.offset == weights && term.len > 0);
                weights += term.len;
                index += 1;
            }
            list += 1;
        }
        assert!(weights <= MAX_WEIGHTS);
        TermSet { lists, weights }
    }

    /// Returns the terms.
    pub fn iter(self) -> impl Iterator<Item = EvalTerm> {
        self.lists.iter().copied().flatten().copied()
    }

    /// Returns the number of weights, each a pair.
    pub const fn weights(self) -> usize {
        self.weights
    }
}

/// Declares consecutive terms from an offset on: a constant each, and `ALL`.
macro_rules! terms {
    (from $start:expr; $($(#[$meta:meta])* $id:ident = $name:literal [$len:expr];)*) => {
        terms!(@next ($start); $($(#[$meta])* $id = $name [$len];)*);
        /// All of them in the order of their weights.
        pub(crate) const ALL: &[EvalTerm] = &[$($id),*];
    };
    (@next ($offset:expr);) => {};
    (@next ($offset:expr); $(#[$meta:meta])* $id:ident = $name:literal [$len:expr]; $($rest:tt)*) => {
        $(#[$meta])*
        pub(crate) const $id: EvalTerm = EvalTerm { name: $name, offset: $offset, len: $len };
        terms!(@next ($id.offset + $id.len); $($rest)*);
    };
}
pub(crate) use terms;
