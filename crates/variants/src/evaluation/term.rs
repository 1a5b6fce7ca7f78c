//! What evaluations are made of: named terms, and pairs of values.

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
pub struct EvalTerm {
    /// What it is called: `group.detail`.
    pub name: &'static str,
    /// The index of its first weight.
    pub offset: usize,
    /// The number of its weights.
    pub len: usize,
}

impl EvalTerm {
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
        pub const ALL: &[EvalTerm] = &[$($id),*];
    };
    (@next ($offset:expr);) => {
        /// The index after the last weight.
        pub const END: usize = $offset;
    };
    (@next ($offset:expr); $(#[$meta:meta])* $id:ident = $name:literal [$len:expr]; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $id: EvalTerm = EvalTerm { name: $name, offset: $offset, len: $len };
        terms!(@next ($id.offset + $id.len); $($rest)*);
    };
}
pub(crate) use terms;

#[cfg(test)]
mod tests {
    use super::Pair;

    #[test]
    fn both_halves_of_a_pair_are_kept_whatever_their_signs() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -1), (1025, 936), (-1, 0)] {
            let sum = Pair::new(middle, end) * 3 - Pair::new(2 * middle, 2 * end);
            assert_eq!((sum.middle(), sum.end()), (middle, end));
        }
    }
}
