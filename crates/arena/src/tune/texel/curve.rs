//! The logistic curve from centipawns to winning probabilities.

use crate::tune::dataset::Dataset;

/// A logistic curve from values to winning probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Log odds per centipawn.
    pub steepness: f64,
}

impl Curve {
    /// Returns the curve with which the values of the positions `chosen`, with these weights,
    /// predict the results best.
    pub(super) fn of(data: &Dataset, chosen: &[usize], weights: &[f64]) -> Curve {
        const ITERATIONS: usize = 40;
        let known: Vec<(f64, f64)> = chosen
            .iter()
            .map(|&index| {
                let result = f64::from(data.sample(index).result);
                (data.value(index, weights), result)
            })
            .collect();
        let loss = |steepness: f64| -> f64 {
            let curve = Curve { steepness };
            let each = known
                .iter()
                .map(|&(value, result)| curve.loss(value, result));
            each.sum()
        };
        // Golden section search: the loss has one minimum.
        let golden = f64::midpoint(5f64.sqrt(), -1.0);
        let (mut low, mut high) = (1e-4f64, 0.1f64);
        for _ in 0..ITERATIONS {
            let step = golden * (high - low);
            if loss(high - step) < loss(low + step) {
                high = low + step;
            } else {
                low = high - step;
            }
        }
        Curve {
            steepness: f64::midpoint(low, high),
        }
    }

    /// Returns the winning probability, 0 to 1, at a value in centipawns.
    pub fn probability(self, value: f64) -> f64 {
        1.0 / (1.0 + (-self.steepness * value).exp())
    }

    /// Returns the cross entropy of the winning probability at `value` against `target`, 0 to 1.
    pub(super) fn loss(self, value: f64, target: f64) -> f64 {
        let odds = self.steepness * value;
        // ln(1 + e^odds) without overflow.
        let softplus = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
        softplus - target * odds
    }
}
