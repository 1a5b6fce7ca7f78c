//! SIMD lanes: the neurons that the processor computes at once.

use wide::{i16x16, i32x8};

use super::shape::LANES;

/// [`LANES`] neurons, or the weights to them.
pub(super) type Lanes = i16x16;
/// Sums of products of lanes that are next to each other.
pub(super) type LaneSums = i32x8;

/// Numbers, a multiple of [`LANES`], as lanes.
pub(super) fn lanes_of(numbers: &[i16]) -> Vec<Lanes> {
    let (lanes, rest) = numbers.as_chunks::<LANES>();
    assert!(rest.is_empty(), "not a multiple of {LANES} numbers");
    lanes.iter().map(|&lanes| Lanes::new(lanes)).collect()
}

/// Lanes as numbers.
pub(super) fn numbers_of(lanes: &[Lanes]) -> Vec<i16> {
    lanes.iter().flat_map(|lanes| lanes.to_array()).collect()
}
