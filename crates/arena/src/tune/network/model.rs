//! A network in floating point, and its gradient.

use jabberwock_game::NetworkKind;
use jabberwock_network::{
    ACTIVATION_ONE, MAX_OUTPUT_WEIGHT, Network, OUTPUT_ONE, Parameters, Shape,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde::{Deserialize, Serialize};

use super::samples::{Samples, winning_probability};

/// The largest absolute value of a weight.
pub(super) const MAX_WEIGHT: f32 = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_ONE as f32;
/// The integer that represents an output bias of 1.
const BIAS_ONE: f32 = ACTIVATION_ONE as f32 * OUTPUT_ONE as f32;
/// The inputs that are set in a typical position.
const TYPICAL_INPUTS: f32 = 32.0;

/// The parameters in one list: input weights, hidden biases, output weights, output biases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Model {
    planes: usize,
    hidden: usize,
    buckets: usize,
    pub(super) parameters: Vec<f32>,
}

/// The offsets of the parts of the list.
#[derive(Clone, Copy, Debug)]
struct Parts {
    hidden_biases: usize,
    output_weights: usize,
    output_biases: usize,
}

impl Parts {
    fn new(shape: Shape) -> Parts {
        let hidden_biases = shape.inputs() * shape.hidden;
        let output_weights = hidden_biases + shape.hidden;
        Parts {
            hidden_biases,
            output_weights,
            output_biases: output_weights + 2 * shape.hidden * shape.buckets,
        }
    }
}

/// The hidden layer of a position for both points of view: that of the player to move first.
struct Hidden {
    values: Vec<f32>,
    bucket: usize,
}

impl Model {
    /// Returns random first parameters.
    pub(super) fn new(shape: Shape, seed: u64) -> Model {
        let mut rng = StdRng::seed_from_u64(seed);
        let parts = Parts::new(shape);
        let mut parameters = vec![0.0; shape.parameters()];
        let input_range = 1.0 / TYPICAL_INPUTS.sqrt() / 4.0;
        // The first values are close to those of the hand-written evaluation.
        let output_range = 0.1 / (2.0 * shape.hidden as f32).sqrt();
        for weight in &mut parameters[..parts.hidden_biases] {
            *weight = rng.random_range(-input_range..input_range);
        }
        for bias in &mut parameters[parts.hidden_biases..parts.output_weights] {
            *bias = 0.25;
        }
        for weight in &mut parameters[parts.output_weights..parts.output_biases] {
            *weight = rng.random_range(-output_range..output_range);
        }
        Model {
            planes: shape.planes,
            hidden: shape.hidden,
            buckets: shape.buckets,
            parameters,
        }
    }

    /// Returns the parameters of a trained network.
    pub(super) fn of_network(network: &Network) -> Model {
        let Shape {
            planes,
            hidden,
            buckets,
        } = network.shape();
        let trained = network.parameters();
        let activation = |&number: &i16| f32::from(number) / f32::from(ACTIVATION_ONE);
        let output = |&number: &i16| f32::from(number) / f32::from(OUTPUT_ONE);
        let mut parameters = Vec::with_capacity(network.shape().parameters());
        parameters.extend(trained.input_weights.iter().map(activation));
        parameters.extend(trained.hidden_biases.iter().map(activation));
        parameters.extend(trained.output_weights.iter().map(output));
        let biases = trained.output_biases.iter();
        parameters.extend(biases.map(|&bias| bias as f32 / BIAS_ONE));
        Model {
            planes,
            hidden,
            buckets,
            parameters,
        }
    }

    pub(super) fn shape(&self) -> Shape {
        Shape {
            planes: self.planes,
            hidden: self.hidden,
            buckets: self.buckets,
        }
    }

    fn input(&self, input: u16) -> &[f32] {
        &self.parameters[usize::from(input) * self.hidden..][..self.hidden]
    }

    fn hidden(&self, samples: &Samples, index: usize, on_other_wings: bool) -> Hidden {
        let parts = Parts::new(self.shape());
        let biases = &self.parameters[parts.hidden_biases..parts.output_weights];
        let mut values = [biases, biases].concat();
        let (us, them) = values.split_at_mut(self.hidden);
        let inputs = samples.inputs(index, on_other_wings);
        let count = inputs.len() as u32;
        for [ours, theirs] in inputs {
            add(us, self.input(ours));
            add(them, self.input(theirs));
        }
        Hidden {
            values,
            bucket: self.shape().bucket(count),
        }
    }

    /// Returns the weights of the output layer `bucket`, and its bias.
    fn output(&self, bucket: usize) -> (&[f32], f32) {
        let parts = Parts::new(self.shape());
        let width = 2 * self.hidden;
        let weights = &self.parameters[parts.output_weights + bucket * width..][..width];
        (weights, self.parameters[parts.output_biases + bucket])
    }

    /// Returns the output for position `index`, added to the hand-written evaluation.
    pub(super) fn value(&self, samples: &Samples, index: usize) -> f32 {
        let hidden = self.hidden(samples, index, false);
        let (weights, bias) = self.output(hidden.bucket);
        samples.base(index) + bias + squared_sum(&hidden.values, weights)
    }

    /// Returns the network in integers.
    pub(super) fn quantized(&self, kind: NetworkKind, training: &str) -> Network {
        let parts = Parts::new(self.shape());
        let round = |numbers: &[f32], one: i16| -> Vec<i16> {
            let one = f32::from(one);
            numbers
                .iter()
                .map(|number| (number * one).round() as i16)
                .collect()
        };
        let biases = self.parameters[parts.output_biases..].iter();
        let weights = &self.parameters[parts.output_weights..parts.output_biases];
        let parameters = Parameters {
            input_weights: round(&self.parameters[..parts.hidden_biases], ACTIVATION_ONE),
            hidden_biases: round(
                &self.parameters[parts.hidden_biases..parts.output_weights],
                ACTIVATION_ONE,
            ),
            output_weights: round(weights, OUTPUT_ONE),
            output_biases: biases
                .map(|bias| (bias * BIAS_ONE).round() as i32)
                .collect(),
        };
        Network::new(self.shape(), kind.game, kind.base, training, parameters)
    }
}

/// Returns the sum of the clipped and squared values times their weights.
fn squared_sum(values: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0f32; LANES];
    let (values, _) = values.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (values, weights) in values.iter().zip(weights) {
        for lane in 0..LANES {
            let value = values[lane].clamp(0.0, 1.0);
            sums[lane] += value * value * weights[lane];
        }
    }
    sums.iter().sum()
}

/// The sum of the gradients of positions.
pub(super) struct Gradient {
    pub(super) parameters: Vec<f32>,
}

impl Gradient {
    pub(super) fn new(shape: Shape) -> Gradient {
        Gradient {
            parameters: vec![0.0; shape.parameters()],
        }
    }

    /// Adds the gradient of position `index`, with its wings exchanged if `on_other_wings`; returns
    /// its loss.
    pub(super) fn add(
        &mut self,
        model: &Model,
        samples: &Samples,
        index: usize,
        on_other_wings: bool,
        lambda: f32,
    ) -> f64 {
        let hidden = model.hidden(samples, index, on_other_wings);
        let (weights, bias) = model.output(hidden.bucket);
        let output = samples.base(index) + bias + squared_sum(&hidden.values, weights);
        let probability = winning_probability(output);
        let error = probability - samples.target(index, lambda);
        let slope = 2.0 * error * probability * (1.0 - probability);
        let parts = Parts::new(model.shape());
        let width = 2 * model.hidden;
        self.parameters[parts.output_biases + hidden.bucket] += slope;
        let start = parts.output_weights + hidden.bucket * width;
        let output_slopes = &mut self.parameters[start..start + width];
        let mut slopes = hidden.values;
        for ((value, &weight), output_slope) in slopes.iter_mut().zip(weights).zip(output_slopes) {
            let clipped = value.clamp(0.0, 1.0);
            *output_slope += slope * clipped * clipped;
            let is_inside = *value > 0.0 && *value < 1.0;
            *value = if is_inside {
                slope * weight * 2.0 * clipped
            } else {
                0.0
            };
        }
        let (us, them) = slopes.split_at(model.hidden);
        for [ours, theirs] in samples.inputs(index, on_other_wings) {
            self.add_input(ours, us);
            self.add_input(theirs, them);
        }
        let biases = &mut self.parameters[parts.hidden_biases..parts.output_weights];
        add(biases, us);
        add(biases, them);
        f64::from(error * error)
    }

    fn add_input(&mut self, input: u16, slopes: &[f32]) {
        let start = usize::from(input) * slopes.len();
        add(&mut self.parameters[start..start + slopes.len()], slopes);
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, &number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
