//! The terms of an evaluation one by one: for display, and as coefficients for tuning.

use jabberwock_game::{ByColor, Coefficient, Color, Term};

use super::{taper::Taper, term::TermSet, trace::Counts, weights::Weights};

/// Returns the parts of an evaluation for display, one for each group of terms, in centipawns. They
/// add up to the value for White except for rounding.
pub(super) fn explain(
    terms: TermSet,
    weights: &Weights,
    counts: &ByColor<Counts>,
    taper: Taper,
) -> Vec<Term> {
    let mut lines: Vec<Term> = Vec::new();
    for term in terms.iter() {
        if lines.last().is_none_or(|line| line.name != term.group()) {
            lines.push(Term {
                name: term.group().to_owned(),
                white: 0.0,
                black: 0.0,
            });
        }
        let share = |color: Color| -> f64 {
            let indices = term.offset..term.offset + term.len;
            indices
                .map(|n| f64::from(counts[color].of(n)) * taper.share(weights.values()[n]))
                .sum()
        };
        if let Some(line) = lines.last_mut() {
            line.white += share(Color::White);
            line.black += share(Color::Black);
        }
    }
    lines
}

/// Returns the value for White as a sum over the weights, each pair as two coefficients:
/// middlegame, endgame.
pub(super) fn coefficients(
    terms: TermSet,
    counts: &ByColor<Counts>,
    taper: Taper,
) -> Vec<Coefficient> {
    let (middle, end) = taper.parts();
    let halves = |n: usize| {
        let count = counts[Color::White].of(n) - counts[Color::Black].of(n);
        let half = move |offset: usize, part: f64| Coefficient {
            weight: (2 * n + offset) as u32,
            count: (f64::from(count) * part) as f32,
        };
        [half(0, middle), half(1, end)]
    };
    (0..terms.weights())
        .flat_map(halves)
        .filter(|coefficient| coefficient.count != 0.0)
        .collect()
}
