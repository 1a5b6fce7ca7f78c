//! Adam (Kingma and Ba, *Adam: A Method for Stochastic Optimization*, 2014) for many parameters.

use jabberwock_network::Shape;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::model::{Gradient, MAX_WEIGHT, Model};

/// Decay of the mean of gradients.
const BETA1: f32 = 0.9;
/// Decay of the mean of squared gradients.
const BETA2: f32 = 0.999;
/// Added to the deviation to avoid a division by zero.
const EPSILON: f32 = 1e-8;
/// Parameters that are updated as a unit.
const PIECE: usize = 1 << 11;

/// The moments of earlier gradients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Optimizer {
    steps: i32,
    /// Mean and mean square for each parameter.
    moments: Vec<(f32, f32)>,
}

impl Optimizer {
    /// Returns the state before the first step.
    pub(super) fn new(shape: Shape) -> Optimizer {
        Optimizer {
            steps: 0,
            moments: vec![(0.0, 0.0); shape.parameters()],
        }
    }

    /// Moves each parameter by about `rate` against the sum of `gradients`, which is multiplied by
    /// `share`.
    pub(super) fn step(
        &mut self,
        model: &mut Model,
        gradients: &[&Gradient],
        share: f32,
        rate: f32,
    ) {
        self.steps += 1;
        let mean_correction = 1.0 - BETA1.powi(self.steps);
        let square_correction = 1.0 - BETA2.powi(self.steps);
        let parameters = model.parameters.par_chunks_mut(PIECE);
        let pieces = parameters.zip(self.moments.par_chunks_mut(PIECE));
        pieces
            .enumerate()
            .for_each(|(piece, (parameters, moments))| {
                let first = piece * PIECE;
                let mut slopes = [0.0f32; PIECE];
                for gradient in gradients {
                    let part = &gradient.parameters[first..first + parameters.len()];
                    for (slope, &added) in slopes.iter_mut().zip(part) {
                        *slope += added;
                    }
                }
                let each = parameters.iter_mut().zip(moments).zip(&slopes);
                for ((parameter, (mean, square)), &slope) in each {
                    let slope = slope * share;
                    *mean += (1.0 - BETA1) * (slope - *mean);
                    *square += (1.0 - BETA2) * (slope * slope - *square);
                    let deviation = (*square / square_correction).sqrt();
                    let change = rate * (*mean / mean_correction) / (deviation + EPSILON);
                    *parameter = (*parameter - change).clamp(-MAX_WEIGHT, MAX_WEIGHT);
                }
            });
    }
}
