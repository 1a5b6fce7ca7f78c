//! Estimates of the difference in strength from the results of a match.
//!
//! Ratings follow the logistic model: a difference of `d` Elo means an expected score of
//! `1 / (1 + 10^(-d/400))`. Error bars are 95 % confidence intervals. The games of a pair (one
//! opening, colors exchanged) are not independent, so the observations are the complete pairs (the
//! pentanomial model); games of incomplete pairs do not count. Only while no pair is complete are
//! the observations the single games (the trinomial model). Normalized Elo measures the same
//! difference in units of the standard deviation of a game, which makes it comparable between
//! openings and time controls (Michel Van den Bergh, *Normalized Elo*, 2020).
//!
//! Of few results, or equal ones, the variance is too small or 0, as if the score were certain.
//! Therefore the variance is that of the results and one more, which is spread evenly over all
//! values that a result may have: the prior of Wilfred Perks (*Some Observations on Inverse
//! Probability Including a New Indifference Rule*, 1947) for the probabilities of the values. The
//! mean is that of the results alone. After 50 pairs an error differs by a few percent at most,
//! unless nearly all pairs are equal.
//!
//! If the interval has no end on one side, a one-sided 95 % bound is given for the other side: the
//! exact one of Clopper and Pearson (*The Use of Confidence or Fiducial Limits Illustrated in the
//! Case of the Binomial*, 1934) if one player has all points, the normal approximation otherwise.

use std::{f64::consts::LN_10, fmt};

use jabberwock_game::visible;
use serde::Serialize;

/// Half the width of a 95 % confidence interval in standard deviations.
const CONFIDENCE: f64 = 1.959_963_984_540_054;
/// The standard deviations of a one-sided 95 % bound.
const ONE_SIDED_CONFIDENCE: f64 = 1.644_853_626_951_472;
/// The error probability of a one-sided 95 % bound.
const ONE_SIDED_ERROR: f64 = 0.05;
/// The distance of an estimate from the middle of its interval, as a share of the error, up to
/// which the interval is given by the error alone.
const LARGEST_SHIFT: f64 = 0.1;
/// Normalized Elo of one standard deviation a game.
pub(crate) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// Results of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Complete pairs by their points: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// Returns the points per game, 0 to 1; 1/2 without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            0.5
        } else {
            self.points() / self.games() as f64
        }
    }

    /// Returns the same results from the side of the opponent.
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            won: self.lost,
            drawn: self.drawn,
            lost: self.won,
            pairs,
        }
    }

    /// Adds a game by its half points: 0, 1 or 2.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }

    /// Adds a complete pair by the half points of both games, 0 to 4. Its games must be added too.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    /// Whether a pair is complete.
    pub(crate) fn has_pairs(&self) -> bool {
        self.pairs.iter().any(|&count| count > 0)
    }

    /// Returns the observations of every estimate and test: see the module.
    pub(crate) fn sample(&self) -> Sample {
        if self.has_pairs() {
            Sample::of_pairs(&self.pairs)
        } else {
            Sample::of_games(self)
        }
    }

    /// Returns the estimate; `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        (self.games() > 0).then(|| Estimate::of(&self.sample()))
    }
}

/// The number of games or pairs with each value, as a share of their points.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// `(value, count)`, values from 0 to 1.
    pub(crate) counts: Vec<(f64, f64)>,
    /// Games per observation: 1 or 2.
    pub(crate) games_each: f64,
}

impl Sample {
    fn of_games(tally: &Tally) -> Sample {
        let counts = [tally.lost, tally.drawn, tally.won];
        Sample::new(&counts, 1.0)
    }

    fn of_pairs(pairs: &[u64; 5]) -> Sample {
        Sample::new(pairs, 2.0)
    }

    fn new(counts: &[u64], games_each: f64) -> Sample {
        let last = counts.len() - 1;
        let values = (0..counts.len()).map(|index| index as f64 / last as f64);
        Sample {
            counts: values
                .zip(counts.iter().map(|&count| count as f64))
                .collect(),
            games_each,
        }
    }

    pub(crate) fn size(&self) -> f64 {
        self.counts.iter().map(|&(_, count)| count).sum()
    }

    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(value, count)| value * count).sum();
        sum / self.size()
    }

    /// Returns the variance of an observation, with one added observation that is spread evenly
    /// over all values: see the module.
    fn variance(&self) -> f64 {
        let share = 1.0 / self.counts.len() as f64;
        let counts = self.counts.iter();
        let known = Sample {
            counts: counts
                .map(|&(value, count)| (value, count + share))
                .collect(),
            games_each: self.games_each,
        };
        let mean = known.mean();
        let squares = known.counts.iter();
        let sum: f64 = squares
            .map(|(value, count)| count * (value - mean).powi(2))
            .sum();
        sum / known.size()
    }
}

/// A difference in strength with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Difference in Elo; infinite if one player has all points.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval of `elo`; infinite if it has no end.
    pub error: f64,
    /// The lower end of this interval; negatively infinite if it has none.
    pub low: f64,
    /// The upper end of this interval; infinite if it has none.
    pub high: f64,
    /// One-sided 95 % bound: `elo` is at least this. Only if the interval has no upper end.
    pub at_least: Option<f64>,
    /// One-sided 95 % bound: `elo` is at most this. Only if the interval has no lower end.
    pub at_most: Option<f64>,
    /// Difference in normalized Elo; infinite if one player has all points.
    pub normalized: f64,
    /// Half the width of the 95 % confidence interval of `normalized`.
    pub normalized_error: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Estimate {
    fn of(sample: &Sample) -> Estimate {
        let (mean, size) = (sample.mean(), sample.size());
        let deviation = sample.variance().sqrt();
        let standard_error = deviation / size.sqrt();
        let (low, high) = (
            mean - CONFIDENCE * standard_error,
            mean + CONFIDENCE * standard_error,
        );
        let (at_least, at_most) = one_sided_bounds(sample, low, high);
        let game_deviation = deviation * sample.games_each.sqrt();
        let lead = mean - 0.5;
        Estimate {
            elo: elo_of_score(mean),
            error: (elo_of_score(high) - elo_of_score(low)) / 2.0,
            low: elo_of_score(low),
            high: elo_of_score(high),
            at_least,
            at_most,
            normalized: if lead.abs() < 0.5 {
                lead / game_deviation * NORMALIZED_UNIT
            } else {
                // The results alone have no deviation.
                lead * f64::INFINITY
            },
            normalized_error: CONFIDENCE * NORMALIZED_UNIT / (size * sample.games_each).sqrt(),
            los: normal_cdf(lead / standard_error),
        }
    }
}

/// Returns the one-sided bounds of the difference in Elo if the interval of scores from `low` to
/// `high` has no upper or no lower end.
fn one_sided_bounds(sample: &Sample, low: f64, high: f64) -> (Option<f64>, Option<f64>) {
    let (mean, size) = (sample.mean(), sample.size());
    // If all of n observations are won, the probability of a win is at least 0.05^(1/n).
    let exact = ONE_SIDED_ERROR.powf(1.0 / size);
    let margin = ONE_SIDED_CONFIDENCE * (sample.variance() / size).sqrt();
    let bound = |score: f64| (score > 0.0 && score < 1.0).then(|| elo_of_score(score));
    let lower = if mean >= 1.0 { exact } else { mean - margin };
    let upper = if mean <= 0.0 {
        1.0 - exact
    } else {
        mean + margin
    };
    let at_least = if high >= 1.0 { bound(lower) } else { None };
    let at_most = if low <= 0.0 { bound(upper) } else { None };
    (at_least, at_most)
}

/// Displays `Elo 49.0 +/- 40.2`; `Elo 190.8, +41 .. +480 (95 %)` if the ends of the interval are
/// not about equally far; `Elo > +338 (95 %)` if one player has all points;
/// `Elo 120.4, > +3 (95 %)` if the interval has no upper end.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { elo, error, .. } = *self;
        let elo = visible(elo, 1);
        if let Some(interval) = self.interval() {
            return write!(f, "Elo {elo:.1}, {interval} (95 %)");
        }
        if error.is_finite() {
            return write!(f, "Elo {elo:.1} +/- {error:.1}");
        }
        f.write_str("Elo")?;
        if elo.is_finite() {
            write!(f, " {elo:.1}")?;
        }
        match (self.bound(), elo.is_finite()) {
            (Some(bound), true) => write!(f, ", {bound} (95 %)"),
            (Some(bound), false) => write!(f, " {bound} (95 %)"),
            (None, _) => f.write_str(" without bounds"),
        }
    }
}

impl Estimate {
    /// Returns the 95 % interval, `+41 .. +480`, if `elo` is so far from its middle that it is not
    /// `elo +/- error`.
    pub fn interval(&self) -> Option<String> {
        let Estimate { low, high, .. } = *self;
        let shift = (f64::midpoint(low, high) - self.elo).abs();
        (self.error.is_finite() && shift > LARGEST_SHIFT * self.error)
            .then(|| format!("{:+.0} .. {:+.0}", visible(low, 0), visible(high, 0)))
    }

    /// Returns the one-sided 95 % bound, `> +338` or `< -338`, if there is one on one side only.
    pub fn bound(&self) -> Option<String> {
        match (self.at_least, self.at_most) {
            (Some(bound), None) => Some(format!("> {:+.0}", visible(bound, 0))),
            (None, Some(bound)) => Some(format!("< {:+.0}", visible(bound, 0))),
            _ => None,
        }
    }
}

/// Returns the difference in Elo at which `score`, 0 to 1, is expected; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // 0 and not -0 if the scores are even.
    400.0 * (score / (1.0 - score)).log10() + 0.0
}

/// Returns the share of a standard normal distribution that is below `x`, to about 1e-7 (Abramowitz
/// and Stegun, *Handbook of Mathematical Functions*, 26.2.17).
fn normal_cdf(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = COEFFICIENTS
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let upper = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if x < 0.0 { upper } else { 1.0 - upper }
}

#[cfg(test)]
mod tests {
    use super::{CONFIDENCE, Estimate, LN_10, Sample, Tally, normal_cdf};

    fn close(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= 0.01 * expected.abs().max(0.01)
    }

    fn games(won: u64, lost: u64, drawn: u64) -> Tally {
        Tally {
            won,
            drawn,
            lost,
            pairs: [0; 5],
        }
    }

    // The numbers of the next two tests are those of fastchess (Disservin/fastchess,
    // app/tests/elo_test.cpp).

    #[test]
    fn single_games_give_the_published_estimates() {
        for (tally, normalized, normalized_error, los) in [
            (games(76, 89, 123), -20.76, 40.13, Some(0.1553)),
            (games(136, 96, 111), 49.77, 36.77, Some(0.9960)),
            (games(34, 356, 0), -508.44, 34.48, None),
        ] {
            let estimate = tally.estimate().unwrap();
            assert!(close(estimate.normalized, normalized), "{estimate:?}");
            assert!(
                close(estimate.normalized_error, normalized_error),
                "{estimate:?}"
            );
            if let Some(los) = los {
                assert!((estimate.los - los).abs() < 1e-4, "{estimate:?}");
            }
        }
        let estimate = games(136, 96, 111).estimate().unwrap();
        assert!(close(estimate.elo, 40.70), "{estimate:?}");
        assert!(close(estimate.error, 30.43), "{estimate:?}");
    }

    #[test]
    fn pairs_give_the_published_estimates() {
        for (pairs, elo, error, normalized, normalized_error, los) in [
            (
                [34, 54, 31 + 32, 64, 75],
                55.58,
                27.65,
                57.94,
                28.28,
                Some(1.0),
            ),
            (
                [332, 433, 457 + 41, 333, 334],
                -8.64,
                10.33,
                -9.17,
                10.96,
                Some(0.0505),
            ),
            (
                [7895, 8757, 5485 + 200, 568, 9999],
                -21.04,
                2.95,
                -19.01,
                2.65,
                None,
            ),
        ] {
            let estimate = Estimate::of(&Sample::of_pairs(&pairs));
            assert!(close(estimate.elo, elo), "{estimate:?}");
            assert!(close(estimate.error, error), "{estimate:?}");
            assert!(close(estimate.normalized, normalized), "{estimate:?}");
            assert!(
                close(estimate.normalized_error, normalized_error),
                "{estimate:?}"
            );
            if let Some(los) = los {
                assert!((estimate.los - los).abs() < 1e-4, "{estimate:?}");
            }
        }
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_error() {
        let mut single = games(50, 50, 0);
        let wide = single.estimate().unwrap().error;
        single.pairs = [0, 0, 50, 0, 0];
        assert!(wide > 60.0);
        assert!(single.estimate().unwrap().error < 10.0);
    }

    fn pairs(pairs: [u64; 5]) -> Tally {
        let games = 2 * pairs.iter().sum::<u64>();
        Tally {
            pairs,
            ..self::games(games, 0, 0)
        }
    }

    #[test]
    fn a_few_pairs_of_the_same_result_are_not_certain() {
        for (counts, los) in [
            ([0, 1, 0, 0, 0], 0.05..0.3),
            ([0, 0, 0, 1, 1], 0.9..0.98),
            ([0, 0, 1, 0, 0], 0.499..0.501),
            ([0, 0, 0, 0, 2], 0.9..0.99),
        ] {
            let estimate = pairs(counts).estimate().unwrap();
            assert!(los.contains(&estimate.los), "{counts:?} {estimate:?}");
            assert!(estimate.error > 300.0, "{counts:?} {estimate:?}");
        }
        let text = |counts| pairs(counts).estimate().unwrap().to_string();
        assert_eq!(text([0, 1, 0, 0, 0]), "Elo -190.8, < +155 (95 %)");
        let errors = [3, 10, 50].map(|count| pairs([0, 0, count, 0, 0]).estimate().unwrap().error);
        assert!(errors[0] > 100.0, "{errors:?}");
        assert!(errors.is_sorted_by(|more, less| more > less), "{errors:?}");
    }

    #[test]
    fn the_estimates_of_matches_of_usual_length_are_those_of_the_counts_alone() {
        for counts in [[3, 9, 25, 10, 3], [0, 2, 30, 15, 3], [10, 5, 15, 5, 15]] {
            let sample = Sample::of_pairs(&counts);
            let (mean, size) = (sample.mean(), sample.size());
            let squares = sample
                .counts
                .iter()
                .map(|(value, count)| count * value * value);
            let variance = squares.sum::<f64>() / size - mean * mean;
            let estimate = Estimate::of(&sample);
            let plain = normal_cdf((mean - 0.5) / (variance / size).sqrt());
            assert!(
                (estimate.los - plain).abs() < 0.01,
                "{counts:?} {estimate:?}"
            );
            let slope = 400.0 / (LN_10 * mean * (1.0 - mean));
            let error = CONFIDENCE * slope * (variance / size).sqrt();
            assert!(
                (estimate.error / error - 1.0).abs() < 0.05,
                "{counts:?} {estimate:?}"
            );
        }
    }

    #[test]
    fn an_estimate_that_is_shown_as_zero_has_no_sign() {
        let estimate = pairs([0, 2501, 0, 2500, 0]).estimate().unwrap();
        assert!(estimate.elo < 0.0, "{estimate}");
        assert!(
            estimate.to_string().starts_with("Elo 0.0 +/- "),
            "{estimate}"
        );
    }

    #[test]
    fn an_interval_that_is_not_symmetric_is_printed_by_its_ends() {
        for (tally, text) in [
            (games(15, 5, 0), "Elo 190.8, +41 .. +480 (95 %)"),
            (games(5, 15, 0), "Elo -190.8, -480 .. -41 (95 %)"),
            (games(55, 45, 0), "Elo 34.9 +/- 69.3"),
        ] {
            assert_eq!(tally.estimate().unwrap().to_string(), text, "{tally:?}");
        }
    }

    #[test]
    fn a_game_of_an_incomplete_pair_does_not_change_the_estimate() {
        let mut tally = Tally {
            pairs: [2, 10, 30, 15, 4],
            ..games(40, 31, 51)
        };
        let complete = tally.estimate().unwrap();
        tally.add_game(2);
        assert_eq!(tally.estimate().unwrap(), complete);
        assert_eq!(tally.games(), 123);
    }

    #[test]
    fn one_sided_results_have_an_infinite_estimate() {
        let estimate = games(10, 0, 0).estimate().unwrap();
        assert!(estimate.elo.is_infinite() && estimate.los > 0.99);
        assert!(estimate.error.is_infinite() && estimate.normalized.is_infinite());
        let estimate = games(0, 0, 10).estimate().unwrap();
        assert!(close(estimate.elo, 0.0) && estimate.error > 30.0);
        assert!((estimate.los - 0.5).abs() < 1e-6);
        assert_eq!(games(0, 0, 0).estimate(), None);
    }

    #[test]
    fn one_sided_results_have_one_sided_bounds() {
        for (tally, text) in [
            // 0.05^(1/10) = 0.7411, and the same score lost.
            (games(10, 0, 0), "Elo > +183 (95 %)"),
            (games(0, 10, 0), "Elo < -183 (95 %)"),
            // 0.05^1 = 0.05: one game is little evidence.
            (games(1, 0, 0), "Elo > -512 (95 %)"),
            // 0.8 - 1.645 * sqrt(0.1736 / 5) = 0.4935: with a third of a game each, the variance is
            // 0.1736.
            (games(4, 1, 0), "Elo 240.8, > -5 (95 %)"),
            (games(1, 4, 0), "Elo -240.8, < +5 (95 %)"),
            (games(1, 1, 0), "Elo 0.0 without bounds"),
            (games(136, 96, 111), "Elo 40.7 +/- 30.4"),
        ] {
            assert_eq!(tally.estimate().unwrap().to_string(), text, "{tally:?}");
        }
    }

    #[test]
    fn pairs_that_are_all_won_are_fewer_observations_than_games() {
        let mut tally = games(10, 0, 0);
        tally.pairs = [0, 0, 0, 0, 5];
        // 0.05^(1/5) = 0.5493.
        let text = tally.estimate().unwrap().to_string();
        assert_eq!(text, "Elo > +34 (95 %)");
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.959_964, 0.025),
            (3.0, 0.998_650_1),
        ] {
            assert!((normal_cdf(x) - share).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn even_pairs_only_are_an_even_match() {
        let tally = Tally {
            won: 3,
            lost: 3,
            pairs: [0, 0, 3, 0, 0],
            ..Tally::default()
        };
        let estimate = tally.estimate().unwrap();
        assert!(
            close(estimate.elo, 0.0) && close(estimate.normalized, 0.0),
            "{estimate:?}"
        );
    }
}
