//! Pairs of values.

/// A middlegame and an endgame value in centipawns, packed so that both are added at once: the
/// middlegame in the low half, the endgame in the high half. Sums that do not fit wrap around,
/// which only happens with unusable weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// Creates a pair; each half must fit in 16 bits.
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16).wrapping_add(middle))
    }

    /// Returns the value in the middlegame.
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the value in the endgame. (Half a unit is added because a negative low half borrows
    /// one.)
    pub const fn end(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl std::ops::Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl std::ops::Mul<i32> for Pair {
    type Output = Pair;

    fn mul(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count))
    }
}

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

    #[test]
    fn sums_of_the_largest_weights_wrap_around() {
        let [least, largest] =
            [i16::MIN, i16::MAX].map(|half| Pair::new(i32::from(half), i32::from(half)));
        for sum in [
            least,
            largest + largest,
            Pair::default() - largest * 3,
            largest * 40,
        ] {
            assert!(i16::try_from(sum.middle()).is_ok() && i16::try_from(sum.end()).is_ok());
        }
    }
}
