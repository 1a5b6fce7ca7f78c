//! Positions as coefficients of the weights of an evaluation.

use std::{fs, path::Path};

use jabberwock_game::{Coefficient, Evaluate, Evaluator};
use rayon::prelude::*;

use super::{data, error::TuneError};

/// Positions with results, each a sparse vector of coefficients.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    coefficients: Vec<Coefficient>,
    /// The end of the coefficients of each position.
    ends: Vec<u32>,
    samples: Vec<Sample>,
}

/// The result and score of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of its game, from 0.
    pub game: u32,
    /// The points of White in that game: 0, 1/2 or 1.
    pub result: f32,
    /// The score of the search, in centipawns for White.
    pub score: f32,
}

impl Dataset {
    /// Reads a data file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is invalid.
    pub fn read<V: Evaluate>(variant: V, path: &Path) -> Result<Dataset, TuneError> {
        let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
        let bad = TuneError::line(path);
        let games = data::games(&text)
            .collect::<Result<Vec<_>, _>>()
            .map_err(bad)?;
        let read = |evaluator: &mut V::Evaluator,
                    (index, game): (usize, &data::TrainingGame<'_>)| {
            let mut part = Dataset::default();
            let result = game.result.points();
            for &(line, text, score) in &game.positions {
                let position = variant
                    .parse(text)
                    .map_err(|error| bad((line, error.to_string())))?;
                let sample = Sample {
                    game: index as u32,
                    result,
                    score: score as f32,
                };
                part.push(sample, evaluator.coefficients(&position));
            }
            Ok(part)
        };
        let parts = games
            .par_iter()
            .enumerate()
            .map_init(|| variant.evaluator(), read)
            .collect::<Result<Vec<Dataset>, TuneError>>()?;
        let mut whole = Dataset::default();
        for part in parts {
            for index in 0..part.len() {
                let coefficients = part.coefficients(index).iter().copied();
                whole.push(part.samples[index], coefficients);
            }
        }
        Ok(whole)
    }

    /// Adds a position.
    pub fn push(&mut self, sample: Sample, coefficients: impl IntoIterator<Item = Coefficient>) {
        self.coefficients.extend(coefficients);
        self.ends.push(self.coefficients.len() as u32);
        self.samples.push(sample);
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns the result and score of position `index`.
    pub fn sample(&self, index: usize) -> Sample {
        self.samples[index]
    }

    /// Returns the coefficients of position `index`.
    pub fn coefficients(&self, index: usize) -> &[Coefficient] {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        &self.coefficients[start..self.ends[index] as usize]
    }

    /// Returns the value for White of position `index`, in centipawns.
    pub fn value(&self, index: usize, weights: &[f64]) -> f64 {
        let coefficients = self.coefficients(index).iter();
        coefficients
            .map(|one| weights[one.weight as usize] * f64::from(one.count))
            .sum()
    }
}
