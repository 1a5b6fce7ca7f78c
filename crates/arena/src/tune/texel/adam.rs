//! Gradient descent with a step size of its own for every weight (Kingma and Ba, *Adam: A Method
//! for Stochastic Optimization*, 2014).

use serde::{Deserialize, Serialize};

const FADE_MEAN: f64 = 0.9;
const FADE_SQUARE: f64 = 0.999;
const SMALLEST: f64 = 1e-12;

/// What is remembered of earlier gradients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Adam {
    steps: i32,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Adam {
    /// For so many weights, before the first step.
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
        let missing_mean = 1.0 - FADE_MEAN.powi(self.steps);
        let missing_square = 1.0 - FADE_SQUARE.powi(self.steps);
        let memories = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(memories) {
            *mean += (1.0 - FADE_MEAN) * (slope - *mean);
            *square += (1.0 - FADE_SQUARE) * (slope * slope - *square);
            let deviation = (*square / missing_square).sqrt();
            *weight -= rate * (*mean / missing_mean) / (deviation + SMALLEST);
        }
    }
}
