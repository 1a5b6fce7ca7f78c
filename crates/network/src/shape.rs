//! The sizes of a network and the units of its integers.

use jabberwock_game::INPUTS_PER_PLANE;

/// The integer that represents 1 in the hidden layer.
pub const ACTIVATION_ONE: i16 = 255;
/// The integer that represents a weight of 1 in the output layer.
pub const OUTPUT_ONE: i16 = 64;
/// The largest absolute value of an output weight: its product with a hidden value has 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 2 * OUTPUT_ONE - 1;
/// Centipawns of an output of 1. A score of this many centipawns is an expected result of
/// 1 / (1 + 1/e), about 0.73.
pub const SCALE: i32 = 400;
/// The hidden layer is a multiple of this.
pub const LANES: usize = 16;
/// Inputs that are set, for each output bucket.
const INPUTS_PER_BUCKET: u32 = 4;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Planes of inputs for both sides together; even.
    pub planes: usize,
    /// Neurons of the hidden layer for each point of view; a multiple of [`LANES`].
    pub hidden: usize,
    /// Output layers, of which one is chosen by the number of inputs that are set.
    pub buckets: usize,
}

impl Shape {
    /// Returns the number of inputs.
    pub fn inputs(self) -> usize {
        self.planes * INPUTS_PER_PLANE
    }

    /// Returns the output layer of a position in which `set` inputs are set.
    pub fn bucket(self, set: u32) -> usize {
        let index = set.saturating_sub(1) / INPUTS_PER_BUCKET;
        (index as usize).min(self.buckets.saturating_sub(1))
    }

    /// Returns the number of parameters.
    pub fn parameters(self) -> usize {
        (self.inputs() + 1) * self.hidden + self.buckets * (2 * self.hidden + 1)
    }
}
