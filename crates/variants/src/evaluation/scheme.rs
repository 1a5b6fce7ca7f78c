//! What a game counts, and the data file of its weights.

use std::sync::OnceLock;

use jabberwock_game::{ByColor, Coefficient, Color, WeightsError};

use super::{Counts, EvalTerm, Taper, Weights};

/// The terms of a game and its weights for them, `N` in all. A game has one, as a `static`.
#[derive(Debug)]
pub struct Scheme<const N: usize> {
    terms: &'static [&'static [EvalTerm]],
    text: &'static str,
    shipped: OnceLock<Weights<N>>,
}

impl<const N: usize> Scheme<N> {
    /// The scheme of these terms, in the order of their weights, and of the text of the game's
    /// `weights.txt`.
    pub const fn new(terms: &'static [&'static [EvalTerm]], text: &'static str) -> Scheme<N> {
        Scheme {
            terms,
            text,
            shipped: OnceLock::new(),
        }
    }

    /// The text of the data file.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The weights in the data file.
    ///
    /// # Panics
    /// If the file does not hold them; the laws read every game's.
    pub fn weights(&self) -> Weights<N> {
        self.shipped
            .get_or_init(|| self.read(self.text).expect("the file holds the terms"))
            .clone()
    }

    /// Reads other weights, written like the data file.
    ///
    /// # Errors
    /// If the text holds anything but the declared terms in their order.
    pub fn read(&self, text: &str) -> Result<Weights<N>, WeightsError> {
        Weights::parse(text, self.terms)
    }

    /// The parts of an evaluation for people: a line for each group of terms, in centipawns. They
    /// add up to the value for White but for rounding.
    pub fn explain(
        &self,
        weights: &Weights<N>,
        counts: &ByColor<Counts<N>>,
        taper: Taper,
    ) -> Vec<jabberwock_game::Term> {
        let mut lines: Vec<jabberwock_game::Term> = Vec::new();
        for term in self.terms.iter().copied().flatten() {
            if lines.last().is_none_or(|line| line.name != term.group()) {
                let name = term.group().to_owned();
                lines.push(jabberwock_game::Term {
                    name,
                    white: 0.0,
                    black: 0.0,
                });
            }
            let share = |color: Color| -> f64 {
                let range = term.offset..term.offset + term.len;
                range
                    .map(|n| f64::from(counts[color].0[n]) * taper.share(weights.0[n]))
                    .sum()
            };
            if let Some(line) = lines.last_mut() {
                line.white += share(Color::White);
                line.black += share(Color::Black);
            }
        }
        lines
    }
}

impl<const N: usize> Counts<N> {
    /// The value for White as a sum over the weights, each pair counted as two: middlegame,
    /// endgame.
    pub fn coefficients(counts: &ByColor<Counts<N>>, taper: Taper) -> Vec<Coefficient> {
        let (middle, end) = taper.parts();
        let halves = |n: usize| {
            let count = counts[Color::White].0[n] - counts[Color::Black].0[n];
            let half = move |offset: usize, part: f64| Coefficient {
                weight: (2 * n + offset) as u32,
                count: (f64::from(count) * part) as f32,
            };
            [half(0, middle), half(1, end)]
        };
        (0..N)
            .flat_map(halves)
            .filter(|coefficient| coefficient.count != 0.0)
            .collect()
    }
}
