//! Zobrist keys.

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit Zobrist key (Zobrist 1970). Positions that differ in anything but counters have
/// different keys, collisions excepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl Key {
    /// Returns the `n`-th key of stream `seed`: splitmix64 (Steele, Lea, Flood 2014), usable in
    /// constants.
    pub const fn random(seed: u64, n: u64) -> Key {
        let mut x = seed
            .wrapping_mul(0xd1b5_4a32_d192_ed03)
            .wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(x ^ (x >> 31))
    }
}

impl BitXor for Key {
    type Output = Key;

    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}
