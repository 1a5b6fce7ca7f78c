//! Positions as inputs of a network.

use std::{fs, path::Path};

use jabberwock_game::{
    Color, Evaluate, Evaluator as _, NetworkKind, Planes, Position as _, View, WeightsError,
    on_other_wing,
};
use rayon::prelude::*;

use crate::tune::{data, error::TuneError};
use jabberwock_network::{Network, SCALE};

/// Positions with results, each the list of its inputs from White's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    kind: NetworkKind,
    planes: usize,
    kinds_on_squares: usize,
    inputs: Vec<u16>,
    /// The end of the inputs of each position.
    ends: Vec<usize>,
    labels: Vec<Label>,
}

/// The training target of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Label {
    /// The number of its game, from 0.
    pub game: u32,
    /// The points of the player to move in that game: 0, 1/2 or 1.
    pub result: f32,
    /// The score of the search in centipawns for the player to move.
    pub score: f32,
    /// The part of the evaluation to which a network's output is added, in centipawns for the
    /// player to move.
    pub base: f32,
    /// The views of the inputs by the player to move and by the other one.
    pub views: [View; 2],
    /// Whether the network is trained on the position with its wings exchanged, too.
    pub wings_are_alike: bool,
}

impl Samples {
    /// Reads data files.
    ///
    /// # Errors
    /// If the game uses no network, a file cannot be read, or a line is invalid.
    pub fn read<V: Evaluate>(variant: V, paths: &[impl AsRef<Path>]) -> Result<Samples, TuneError> {
        let kind = V::Evaluator::network_kind().ok_or(WeightsError::NoNetwork)?;
        let mut whole = Samples::empty::<V>(kind);
        let mut games = 0;
        for path in paths {
            let path = path.as_ref();
            let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
            let bad = TuneError::line(path);
            let read = data::games(&text).collect::<Result<Vec<_>, _>>();
            let read = read.map_err(bad)?;
            let parts = read.par_iter().map_init(
                || network_base(variant),
                |evaluator, played| {
                    let mut part = Samples::empty::<V>(kind);
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

    fn empty<V: Evaluate>(kind: NetworkKind) -> Samples {
        Samples {
            kind,
            planes: 2 * V::KINDS,
            kinds_on_squares: V::KINDS_ON_SQUARES,
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
        let mut planes = Planes::new(V::KINDS, V::MIRROR).with_king(V::KING);
        V::planes(position, &mut planes);
        self.inputs.extend(planes.inputs());
        self.ends.push(self.inputs.len());
        let turn = position.turn();
        let (result, score) = match turn {
            Color::White => (result, score),
            Color::Black => (1.0 - result, -score),
        };
        self.labels.push(Label {
            game: 0,
            result,
            score,
            base: evaluator.evaluate(position, 0).0 as f32,
            views: [turn, !turn].map(|color| planes.view(color)),
            wings_are_alike: V::KING.is_none() && V::wings_are_alike(position),
        });
    }

    /// Adds the positions of a game.
    fn append(&mut self, part: &Samples, game: u32) {
        let before = self.inputs.len();
        self.inputs.extend(&part.inputs);
        self.ends.extend(part.ends.iter().map(|end| end + before));
        let labels = part.labels.iter();
        self.labels
            .extend(labels.map(|&label| Label { game, ..label }));
    }

    /// Reads a network of the game of these positions.
    ///
    /// # Errors
    /// If the file cannot be read, or is not such a network.
    pub fn network(&self, path: &Path) -> Result<Network, TuneError> {
        let bytes = fs::read(path).map_err(TuneError::file(path))?;
        Network::from_bytes(&bytes, self.kind, self.planes).map_err(|error| TuneError::Network {
            path: path.to_owned(),
            error,
        })
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Returns the networks of the game.
    pub(super) fn kind(&self) -> NetworkKind {
        self.kind
    }

    /// Returns the planes of the game.
    pub(super) fn planes(&self) -> usize {
        self.planes
    }

    /// Returns the result and score of position `index`.
    pub(super) fn sample(&self, index: usize) -> Label {
        self.labels[index]
    }

    /// Returns the inputs of position `index` from the points of view of the player to move and of
    /// the other one, with its wings exchanged if `on_other_wings`.
    pub(super) fn inputs(
        &self,
        index: usize,
        on_other_wings: bool,
    ) -> impl ExactSizeIterator<Item = [u16; 2]> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[start..self.ends[index]];
        let views = self.labels[index].views;
        inputs.iter().map(move |&input| {
            let input = if on_other_wings {
                on_other_wing(input, self.kinds_on_squares)
            } else {
                input
            };
            views.map(|view| view.input(input))
        })
    }

    /// Returns the part of the evaluation to which a network's output is added at position `index`,
    /// in units of outputs.
    pub(super) fn base(&self, index: usize) -> f32 {
        self.labels[index].base / SCALE as f32
    }

    /// Returns the target of the winning probability at position `index`: `lambda` times the
    /// result, the rest by the score.
    pub(super) fn target(&self, index: usize, lambda: f32) -> f32 {
        let sample = self.labels[index];
        let by_score = winning_probability(sample.score / SCALE as f32);
        lambda * sample.result + (1.0 - lambda) * by_score
    }
}

/// Returns the evaluation of a game that its networks correct.
fn network_base<V: Evaluate>(variant: V) -> V::Evaluator {
    let mut evaluator = variant.evaluator();
    evaluator.use_network_base();
    evaluator
}

/// Returns the winning probability, 0 to 1, of an output.
pub(super) fn winning_probability(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::{chakra::Chakra, chess::Chess, hop::Hop};

    use super::*;

    /// Returns the samples of positions, all with the same score.
    fn samples<V: Evaluate>(variant: V, texts: [&str; 2]) -> Samples {
        let mut samples = Samples::empty::<V>(V::Evaluator::network_kind().unwrap());
        let mut evaluator = network_base(variant);
        for text in texts {
            let position = variant.parse(text).unwrap();
            samples.push::<V>(&position, &mut evaluator, 20.0, 0.5);
        }
        samples
    }

    /// Returns the inputs of a position, sorted.
    fn inputs(samples: &Samples, index: usize, on_other_wings: bool) -> [Vec<u16>; 2] {
        let seen: Vec<[u16; 2]> = samples.inputs(index, on_other_wings).collect();
        [0, 1].map(|player| {
            let mut inputs: Vec<u16> = seen.iter().map(|inputs| inputs[player]).collect();
            inputs.sort_unstable();
            inputs
        })
    }

    /// Checks that both positions have symmetric wings, and each is the other with its wings
    /// exchanged.
    fn check(samples: &Samples) {
        for index in [0, 1] {
            assert!(samples.sample(index).wings_are_alike);
            let exchanged = inputs(samples, index, true);
            assert_eq!(exchanged, inputs(samples, 1 - index, false));
            assert_ne!(exchanged, inputs(samples, index, false));
        }
    }

    #[test]
    fn the_other_wing_of_a_position_is_that_of_its_squares_and_not_of_numbers() {
        check(&samples(
            Hop,
            [
                "4k3/8/8/8/2Pp4/8/8/K7 b - c3 0 1 -/-",
                "3k4/8/8/8/4pP2/8/8/7K b - f3 0 1 -/-",
            ],
        ));
        check(&samples(
            Chakra::CLASSIC,
            [
                "8/8/2k5/K7/1P4A1/2P5/8/8 w -/h2k,b5n QSMACCqsmaacc 1 68",
                "8/8/5k2/7K/1A4P1/5P2/8/8 w -/a2k,g5n QSMACCqsmaacc 1 68",
            ],
        ));
    }

    #[test]
    fn rights_to_castle_tell_wings_apart() {
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 -/-";
        assert!(!samples(Hop, [text; 2]).sample(0).wings_are_alike);
    }

    #[test]
    fn a_network_that_sees_wings_by_the_king_sees_the_same_with_them_exchanged() {
        let samples = samples(
            Chess,
            [
                "2k5/8/8/8/2Pp4/8/8/K7 b - c3 0 1",
                "5k2/8/8/8/4pP2/8/8/7K b - f3 0 1",
            ],
        );
        assert_eq!(inputs(&samples, 0, false), inputs(&samples, 1, false));
        assert!(!samples.sample(0).wings_are_alike);
    }
}
