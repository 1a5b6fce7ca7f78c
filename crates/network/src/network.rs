//! The parameters of a network and its output layer.

use super::shape::{ACTIVATION_ONE, LANES, OUTPUT_ONE, SCALE, Shape};

/// The parameters of a network, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// For each input its weights to the hidden layer, in units of 1 / [`ACTIVATION_ONE`].
    pub input_weights: Vec<i16>,
    /// The biases of the hidden layer, in the same units.
    pub hidden_biases: Vec<i16>,
    /// For each bucket the weights of the player to move, then those of the other one, in units of
    /// 1 / [`OUTPUT_ONE`].
    pub output_weights: Vec<i16>,
    /// The bias of each bucket, in units of 1 / ([`ACTIVATION_ONE`] * [`OUTPUT_ONE`]).
    pub output_biases: Vec<i32>,
}

/// A trained network of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    shape: Shape,
    game: String,
    base: String,
    training: String,
    parameters: Parameters,
}

impl Network {
    /// A network of `game` that corrects its evaluation `base`. `training` says in one line how it was trained.
    ///
    /// # Panics
    /// If the parameters are not as many as `shape` asks for.
    pub fn new(
        shape: Shape,
        game: &str,
        base: &str,
        training: &str,
        parameters: Parameters,
    ) -> Network {
        assert_eq!(
            parameters.input_weights.len(),
            shape.inputs() * shape.hidden
        );
        assert_eq!(parameters.hidden_biases.len(), shape.hidden);
        let outputs = 2 * shape.hidden * shape.buckets;
        assert_eq!(parameters.output_weights.len(), outputs);
        assert_eq!(parameters.output_biases.len(), shape.buckets);
        Network {
            shape,
            game: game.to_owned(),
            base: base.to_owned(),
            training: training.to_owned(),
            parameters,
        }
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The game it was trained for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What it corrects: a part of the game's hand-written evaluation.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// How it was trained, in one line.
    pub fn training(&self) -> &str {
        &self.training
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The weights of an input to part `part` of the hidden layer, each of which has [`LANES`] neurons.
    #[inline]
    pub(super) fn input(&self, input: u16, part: usize) -> &[i16; LANES] {
        let (weights, _) = self.parameters.input_weights.as_chunks();
        &weights[usize::from(input) * (self.shape.hidden / LANES) + part]
    }

    /// The value in centipawns for the player to move, whose hidden layer is `us`, by the output
    /// layer `bucket`.
    #[inline]
    pub(super) fn output(&self, us: &[i16], them: &[i16], bucket: usize) -> i32 {
        let hidden = self.shape.hidden;
        let weights = &self.parameters.output_weights[2 * hidden * bucket..][..2 * hidden];
        let (our_weights, their_weights) = weights.split_at(hidden);
        let sum = weighted(us, our_weights) + weighted(them, their_weights);
        let bias = i64::from(self.parameters.output_biases[bucket]);
        let value = sum / i64::from(ACTIVATION_ONE) + bias;
        let unit = i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (value * i64::from(SCALE) / unit) as i32
    }
}

/// The hidden values, clipped and squared, times their weights. The weights are at most 127 in
/// absolute value, so that each product of value and weight has 16 bits, and the sum of a chunk 32.
#[inline]
fn weighted(values: &[i16], weights: &[i16]) -> i64 {
    const CHUNK: usize = 256;
    let pairs = values.chunks(CHUNK).zip(weights.chunks(CHUNK));
    let sums = pairs.map(|(values, weights)| {
        let mut sum = 0i32;
        for (&value, &weight) in values.iter().zip(weights) {
            let value = value.clamp(0, ACTIVATION_ONE);
            let product = value.wrapping_mul(weight);
            sum += i32::from(value) * i32::from(product);
        }
        i64::from(sum)
    });
    sums.sum()
}
