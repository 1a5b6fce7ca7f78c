//! The parameters of a network and its output layer.

use super::{
    lanes::{LaneSums, Lanes, lanes_of, numbers_of},
    shape::{ACTIVATION_ONE, OUTPUT_ONE, SCALE, Shape},
};

/// The parameters of a network, as integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The weights from each input to the hidden layer, in units of 1 / [`ACTIVATION_ONE`].
    pub input_weights: Vec<i16>,
    /// The biases of the hidden layer, in the same units.
    pub hidden_biases: Vec<i16>,
    /// The weights of each bucket for the player to move, then for the other one, in units of 1 /
    /// [`OUTPUT_ONE`].
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
    /// As in [`Parameters`].
    input_weights: Vec<Lanes>,
    hidden_biases: Vec<Lanes>,
    output_weights: Vec<Lanes>,
    output_biases: Vec<i32>,
}

impl Network {
    /// Creates a network of `game` that corrects its evaluation `base`. `training` says in one line
    /// how it was trained.
    ///
    /// # Panics
    /// If the number of parameters is not that of `shape`.
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
            input_weights: lanes_of(&parameters.input_weights),
            hidden_biases: lanes_of(&parameters.hidden_biases),
            output_weights: lanes_of(&parameters.output_weights),
            output_biases: parameters.output_biases,
        }
    }

    /// Returns its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the game it was trained for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the name of the part of the game's hand-written evaluation that it corrects.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns a description of its training, in one line.
    pub fn training(&self) -> &str {
        &self.training
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            input_weights: numbers_of(&self.input_weights),
            hidden_biases: numbers_of(&self.hidden_biases),
            output_weights: numbers_of(&self.output_weights),
            output_biases: self.output_biases.clone(),
        }
    }

    /// Returns the biases of the hidden layer.
    pub(super) fn hidden_biases(&self) -> &[Lanes] {
        &self.hidden_biases
    }

    /// Returns the weights of an input to the hidden layer.
    #[inline]
    pub(super) fn input_weights(&self, input: u16) -> &[Lanes] {
        let count = self.hidden_biases.len();
        &self.input_weights[usize::from(input) * count..][..count]
    }

    /// Returns the value in centipawns for the player to move, whose hidden layer is `us`, by the
    /// output layer `bucket`.
    #[inline]
    pub(super) fn output(&self, us: &[Lanes], them: &[Lanes], bucket: usize) -> i32 {
        let count = self.hidden_biases.len();
        let weights = &self.output_weights[2 * count * bucket..][..2 * count];
        let (our_weights, their_weights) = weights.split_at(count);
        let sum = weighted(us, our_weights) + weighted(them, their_weights);
        let bias = i64::from(self.output_biases[bucket]);
        let value = sum / i64::from(ACTIVATION_ONE) + bias;
        let unit = i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (value * i64::from(SCALE) / unit) as i32
    }
}

/// Returns the hidden values, clipped and squared, times their weights. The weights are at most 127
/// in absolute value, so that each product of value and weight has 16 bits, and each lane of the
/// sum of 1024 neurons 32.
#[inline]
fn weighted(values: &[Lanes], weights: &[Lanes]) -> i64 {
    let mut sums = LaneSums::splat(0);
    for (&values, &weights) in values.iter().zip(weights) {
        let clipped = values.max(Lanes::ZERO).min(Lanes::splat(ACTIVATION_ONE));
        sums += clipped.dot(clipped * weights);
    }
    sums.as_array().iter().map(|&sum| i64::from(sum)).sum()
}
