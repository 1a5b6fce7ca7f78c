//! Positions as inputs of a network.

use std::{fs, path::Path};

use jabberwock_game::{
    Color, Evaluate, Evaluator as _, PlaneMirror, Planes, Position as _, WeightsError,
};
use rayon::prelude::*;

use crate::tune::{data, error::TuneError};
use jabberwock_network::SCALE;

/// Positions with results, each the list of its inputs from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    game: &'static str,
    planes: usize,
    mirror: PlaneMirror,
    inputs: Vec<u16>,
    /// The end of the inputs of each position.
    ends: Vec<u32>,
    labels: Vec<Label>,
}

/// What a position is to be valued by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Label {
    /// The number of its game, from 0.
    pub game: u32,
    /// The points of the player to move in that game: 0, 1/2 or 1.
    pub result: f32,
    /// The score of the search in centipawns for the player to move.
    pub score: f32,
    /// The hand-written evaluation in centipawns for the player to move.
    pub hand_written: f32,
}

impl Samples {
    /// Reads data files.
    ///
    /// # Errors
    /// If the game uses no network, a file cannot be read, or a line is invalid.
    pub fn read<V: Evaluate>(variant: V, paths: &[impl AsRef<Path>]) -> Result<Samples, TuneError> {
        let game = V::Evaluator::network_name().ok_or(WeightsError::NoNetwork)?;
        let mut whole = Samples::empty::<V>(game);
        let mut games = 0;
        for path in paths {
            let path = path.as_ref();
            let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
            let bad = |(line, problem)| TuneError::Line {
                path: path.to_owned(),
                line,
                problem,
            };
            let read = data::games(&text).collect::<Result<Vec<_>, _>>();
            let read = read.map_err(bad)?;
            let parts = read.par_iter().map_init(
                || hand_written(variant),
                |evaluator, played| {
                    let mut part = Samples::empty::<V>(game);
                    for &(line, text, score) in &played.positions {
                        let position = variant
                            .parse(text)
                            .map_err(|error| bad((line, error.to_string())))?;
                        part.push::<V>(&position, evaluator, score as f32, played.result.points());
                    }
                    Ok(part)
                },
            );
            for part in parts.collect::<Result<Vec<Samples>, TuneError>>()? {
                whole.append(&part, games);
                games += 1;
            }
        }
        Ok(whole)
    }

    fn empty<V: Evaluate>(game: &'static str) -> Samples {
        Samples {
            game,
            planes: 2 * V::KINDS,
            mirror: V::MIRROR,
            inputs: Vec::new(),
            ends: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds a position; score and result are White's.
    fn push<V: Evaluate>(
        &mut self,
        position: &V::Position,
        evaluator: &mut V::Evaluator,
        score: f32,
        result: f32,
    ) {
        let mut planes = Planes::new(V::KINDS, V::MIRROR);
        V::planes(position, &mut planes);
        let sample = match position.turn() {
            Color::White => {
                self.inputs.extend(planes.inputs());
                (result, score)
            }
            Color::Black => {
                self.inputs
                    .extend(planes.inputs().map(|input| V::MIRROR.input(input)));
                (1.0 - result, -score)
            }
        };
        self.ends.push(self.inputs.len() as u32);
        self.labels.push(Label {
            game: 0,
            result: sample.0,
            score: sample.1,
            hand_written: evaluator.evaluate(position, 0).0 as f32,
        });
    }

    /// Adds the positions of a game.
    fn append(&mut self, part: &Samples, game: u32) {
        let before = self.inputs.len() as u32;
        self.inputs.extend(&part.inputs);
        self.ends.extend(part.ends.iter().map(|end| end + before));
        let labels = part.labels.iter();
        self.labels
            .extend(labels.map(|&label| Label { game, ..label }));
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The game's name in the files of its networks.
    pub(super) fn game(&self) -> &'static str {
        self.game
    }

    /// The planes of the game.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// How the board looks from the other player's side.
    pub(super) fn mirror(&self) -> PlaneMirror {
        self.mirror
    }

    /// The result and score of position `index`.
    pub(super) fn sample(&self, index: usize) -> Label {
        self.labels[index]
    }

    /// The inputs of position `index`.
    pub(super) fn inputs(&self, index: usize) -> &[u16] {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        &self.inputs[start..self.ends[index] as usize]
    }

    /// The hand-written evaluation of position `index` as an output of a network.
    pub(super) fn hand_written(&self, index: usize) -> f32 {
        self.labels[index].hand_written / SCALE as f32
    }

    /// The winning probability that position `index` should have: `lambda` times the result, the
    /// rest by the score.
    pub(super) fn target(&self, index: usize, lambda: f32) -> f32 {
        let sample = self.labels[index];
        let by_score = winning_probability(sample.score / SCALE as f32);
        lambda * sample.result + (1.0 - lambda) * by_score
    }
}

/// The hand-written evaluation of a game.
fn hand_written<V: Evaluate>(variant: V) -> V::Evaluator {
    let mut evaluator = variant.evaluator();
    evaluator.remove_network();
    evaluator
}

/// The winning probability, 0 to 1, of an output.
pub(super) fn winning_probability(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}
