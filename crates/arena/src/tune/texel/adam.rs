//! Gradient descent with a separate step size for every weight (Kingma and Ba, *Adam: A Method
//! for Stochastic Optimization*, 2014).

use serde::{Deserialize, Serialize};

/// Decay of the mean of gradients.
const BETA1: f64 = 0.9;
/// Decay of the mean of squared gradients.
const BETA2: f64 = 0.999;
/// Added to the deviation to avoid a division by zero.
const EPSILON: f64 = 1e-12;

/// The moments of earlier gradients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Adam {
    steps: i32,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Adam {
    /// Returns the state before the first step, for so many weights.
    pub(super) fn new(weights: usize) -> Adam {
        Adam {
            steps: 0,
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
        }
    }

    /// Moves each weight by about `rate`, against its gradient.
    pub(super) fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps += 1;
        let mean_correction = 1.0 - BETA1.powi(self.steps);
        let square_correction = 1.0 - BETA2.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - BETA1) * (slope - *mean);
            *square += (1.0 - BETA2) * (slope * slope - *square);
            let deviation = (*square / square_correction).sqrt();
            *weight -= rate * (*mean / mean_correction) / (deviation + EPSILON);
        }
    }
}
