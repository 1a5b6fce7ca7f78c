//! The sequential probability ratio test: a match ends as soon as one hypothesis is accepted.
//!
//! Two hypotheses are compared: the first player is `elo0` or `elo1` *normalized* Elo stronger. The
//! log-likelihood ratio is that of the generalized test: for each hypothesis, the distribution of
//! results that fits best among those that satisfy it exactly (Michel Van den Bergh, *A Practical
//! Introduction to the GSPRT* and *Normalized Elo*, 2020). The observations are those of the
//! estimates in [`crate::elo`]; nothing is accepted before a pair is complete.

use serde::Serialize;

use crate::elo::{NORMALIZED_UNIT, Sample, Tally};

/// Counts of zero are replaced by this, so that one-sided results have a likelihood.
const SMALLEST_COUNT: f64 = 1e-3;
/// The largest hypothesis of a test, in normalized Elo.
const MAX_ELO: f64 = 2000.0;

/// The hypotheses of a test and its error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// H0: the first player is this much stronger, in normalized Elo, from -2000 to 2000.
    pub elo0: f64,
    /// H1: the first player is this much stronger, in normalized Elo; above `elo0`, to 2000.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true, between 0 and 1/2.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true, between 0 and 1/2.
    pub beta: f64,
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The first player is not stronger by `elo1`.
    H0,
    /// The first player is stronger by more than `elo0`.
    H1,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are the same, or in the wrong order.
    #[error("elo0 must be less than elo1, not {0} and {1}")]
    Order(f64, f64),
    /// A hypothesis out of range.
    #[error("{0} must be between -2000 and 2000, not {1}")]
    Elo(&'static str, f64),
    /// A probability out of range.
    #[error("{0} must be between 0 and 0.5, not {1}")]
    Probability(&'static str, f64),
}

impl Sprt {
    /// Creates a test with these parameters.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is out of range, or a probability is not between
    /// 0 and 1/2.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            // NaN is in no range.
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                return Err(SprtError::Elo(name, elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (name, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(probability > 0.0 && probability < 0.5) {
                return Err(SprtError::Probability(name, probability));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Returns the log-likelihood ratio at or below which H0 is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Returns the log-likelihood ratio at or above which H1 is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Returns the log-likelihood ratio of H1 to H0.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let sample = tally.sample();
        if sample.size() == 0.0 {
            return 0.0;
        }
        ratio(sample, self.elo0, self.elo1)
    }

    /// Returns the hypothesis that these results accept; `None` while the test is undecided.
    pub fn accepted(&self, tally: &Tally) -> Option<Hypothesis> {
        let llr = self.llr(tally);
        if !tally.has_pairs() {
            None
        } else if llr >= self.upper() {
            Some(Hypothesis::H1)
        } else if llr <= self.lower() {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

fn ratio(mut sample: Sample, elo0: f64, elo1: f64) -> f64 {
    for (_, count) in &mut sample.counts {
        *count = count.max(SMALLEST_COUNT);
    }
    let size = sample.size();
    let observed: Vec<(f64, f64)> = sample
        .counts
        .iter()
        .map(|&(value, count)| (value, count / size))
        .collect();
    // A pair's deviation, on the scale of one game's points, is smaller by the root of 2.
    let scale = sample.games_each.sqrt() / NORMALIZED_UNIT;
    let fitted0 = fit(&observed, elo0 * scale);
    let fitted1 = fit(&observed, elo1 * scale);
    let per_observation: f64 = observed
        .iter()
        .zip(fitted0.iter().zip(&fitted1))
        .map(|(&(_, share), (zero, one))| share * (one / zero).ln())
        .sum();
    size * per_observation
}

/// Returns the most likely distribution, given the `observed` one, whose mean is `t` standard
/// deviations above 1/2.
///
/// Found for values of `t` that grow from 0 by small steps, since no distribution may satisfy the
/// tangent of the constraint at a distant solution.
fn fit(observed: &[(f64, f64)], t: f64) -> Vec<f64> {
    const STEP: f64 = 0.25;
    let steps = (t.abs() / STEP).ceil().max(1.0);
    let mut fitted = vec![1.0 / observed.len() as f64; observed.len()];
    for step in 1..=steps as usize {
        fitted = fit_from(observed, fitted, t * step as f64 / steps);
    }
    fitted
}

/// Returns the distribution of [`fit`], by iteration from `fitted`, the solution for another `t`
/// nearby.
///
/// The constraint is not linear in the probabilities, so it is replaced by its tangent at the
/// previous solution until both agree.
fn fit_from(observed: &[(f64, f64)], mut fitted: Vec<f64>, t: f64) -> Vec<f64> {
    const ROUNDS: usize = 20;
    const CLOSE: f64 = 1e-9;
    for _ in 0..ROUNDS {
        let mean: f64 = weighted(observed, &fitted, |value| value);
        let variance = weighted(observed, &fitted, |value| (value - mean).powi(2));
        let deviation = variance.sqrt();
        let tangent: Vec<(f64, f64)> = observed
            .iter()
            .map(|&(value, share)| {
                let distance = (value - mean) / deviation;
                let pull = t * deviation * (1.0 + distance * distance) / 2.0;
                (value - 0.5 - pull, share)
            })
            .collect();
        let next = tilt(&tangent);
        let change = fitted.iter().zip(&next).map(|(old, new)| (old - new).abs());
        let change = change.fold(0.0, f64::max);
        fitted = next;
        if change < CLOSE {
            break;
        }
    }
    fitted
}

fn weighted(observed: &[(f64, f64)], shares: &[f64], value: impl Fn(f64) -> f64) -> f64 {
    let pairs = observed.iter().zip(shares);
    pairs.map(|(&(at, _), share)| value(at) * share).sum()
}

/// Returns the most likely distribution, given the observed shares, with mean 0: each share is
/// divided by `1 + x * value` for the unique `x` that gives this mean. Found by bisection, since
/// the mean falls with `x` between its poles.
fn tilt(observed: &[(f64, f64)]) -> Vec<f64> {
    const HALVINGS: usize = 100;
    let values = observed.iter().map(|&(value, _)| value);
    let lowest = values.clone().fold(f64::INFINITY, f64::min);
    let highest = values.fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        let mean: f64 = observed
            .iter()
            .map(|&(value, share)| share * value / (1.0 + x * value))
            .sum();
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    observed
        .iter()
        .map(|&(value, share)| share / (1.0 + x * value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Hypothesis, Sprt, SprtError};
    use crate::elo::Tally;

    fn llr(tally: &Tally, elo0: f64, elo1: f64) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(tally)
    }

    // The numbers of the next two tests are those of fastchess (Disservin/fastchess,
    // app/tests/sprt_test.cpp), rounded to two decimals there.

    #[test]
    fn single_games_give_the_published_ratios() {
        for (won, lost, drawn, elo0, elo1, expected) in [
            (36_433, 36_027, 68_692, 0.0, 2.0, 0.92),
            (10_871, 10_650, 20_431, -1.75, 0.25, 2.30),
        ] {
            let tally = Tally {
                won,
                drawn,
                lost,
                pairs: [0; 5],
            };
            let ratio = llr(&tally, elo0, elo1);
            assert!((ratio - expected).abs() < 0.01, "{ratio} {expected}");
        }
    }

    #[test]
    fn pairs_give_the_published_ratios() {
        for (pairs, elo0, elo1, expected) in [
            ([365, 16_618, 36_229, 16_974, 390], 0.0, 2.0, 2.25),
            ([127, 4_883, 10_712, 5_150, 104], -1.75, 0.25, 3.01),
        ] {
            let tally = Tally {
                pairs,
                ..Tally::default()
            };
            let ratio = llr(&tally, elo0, elo1);
            assert!((ratio - expected).abs() < 0.01, "{ratio} {expected}");
        }
    }

    #[test]
    fn even_results_favor_neither_of_two_opposite_hypotheses() {
        let tally = Tally {
            pairs: [10, 5, 2, 5, 10],
            ..Tally::default()
        };
        assert!(llr(&tally, -3.0, 3.0).abs() < 1e-6);
        assert!(llr(&Tally::default(), 0.0, 5.0).abs() < f64::EPSILON);
    }

    #[test]
    fn one_sided_results_favor_the_stronger_player() {
        let tally = Tally {
            pairs: [0, 0, 0, 0, 104],
            ..Tally::default()
        };
        assert!(llr(&tally, 0.0, 5.0) > 1.0);
        assert!(llr(&tally.reversed(), 0.0, 5.0) < -1.0);
    }

    #[test]
    fn distant_hypotheses_have_a_ratio_that_grows_with_the_result() {
        for (elo0, elo1) in [(0.0, 400.0), (-400.0, 400.0), (0.0, 2000.0)] {
            let ratios = [
                [8, 9, 3, 0, 0],
                [4, 4, 4, 4, 4],
                [0, 0, 3, 9, 8],
                [0, 0, 0, 0, 20],
            ];
            let ratios = ratios.map(|pairs| {
                let tally = Tally {
                    pairs,
                    ..Tally::default()
                };
                llr(&tally, elo0, elo1)
            });
            assert!(ratios.is_sorted_by(|less, more| less < more), "{ratios:?}");
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        assert!((sprt.upper() - 2.944).abs() < 1e-3);
        assert!((sprt.lower() + 2.944).abs() < 1e-3);
    }

    #[test]
    fn a_hypothesis_is_accepted_at_the_bounds() {
        let sprt = Sprt::new(-1.75, 0.25, 0.05, 0.05).unwrap();
        let mut tally = Tally {
            pairs: [127, 4_883, 10_712, 5_150, 104],
            ..Tally::default()
        };
        assert_eq!(sprt.accepted(&tally), Some(Hypothesis::H1));
        let opposite = Sprt::new(-0.25, 1.75, 0.05, 0.05).unwrap();
        assert_eq!(opposite.accepted(&tally.reversed()), Some(Hypothesis::H0));
        tally.pairs[3] -= 100;
        assert_eq!(sprt.accepted(&tally), None);
    }

    #[test]
    fn no_hypothesis_is_accepted_before_a_pair_is_complete() {
        let sprt = Sprt::new(0.0, 400.0, 0.05, 0.05).unwrap();
        let mut tally = Tally {
            won: 20,
            ..Tally::default()
        };
        assert!(sprt.llr(&tally) > sprt.upper());
        assert_eq!(sprt.accepted(&tally), None);
        tally.pairs[4] = 10;
        assert_eq!(sprt.accepted(&tally), Some(Hypothesis::H1));
    }

    #[test]
    fn invalid_parameters_are_refused() {
        assert_eq!(
            Sprt::new(5.0, 0.0, 0.05, 0.05),
            Err(SprtError::Order(5.0, 0.0))
        );
        assert_eq!(
            Sprt::new(0.0, 5.0, 0.0, 0.05),
            Err(SprtError::Probability("alpha", 0.0))
        );
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05).is_err());
        assert_eq!(
            Sprt::new(0.0, 2001.0, 0.05, 0.05),
            Err(SprtError::Elo("elo1", 2001.0))
        );
    }
}
