//! Evaluation by a network, which is added to a part of the hand-written evaluation: material and
//! tempo.
//!
//! The network is trained to predict the difference to the full evaluation.

use std::{fmt, sync::Arc};

use jabberwock_game::{
    Coefficient, Color, Evaluate, Evaluator, NetworkKind, Planes, Position as _, Score, Term,
    WeightsError,
};
use jabberwock_network::{Accumulators, Network};

use crate::board::{PieceKind, Pieces};

/// Adds the pieces of a board to `planes`: their kinds are the roles, in their order.
#[inline]
pub fn piece_planes<R: PieceKind>(pieces: &Pieces<R>, planes: &mut Planes) {
    for color in Color::ALL {
        for &role in R::ALL {
            planes.set(role.index(), color, pieces.pieces(color, role).0);
        }
    }
}

/// A game whose evaluation may be corrected by a network.
pub trait Networked: Evaluate {
    /// The game's name in network files.
    const NAME: &'static str;

    /// The name in network files of the terms that the networks correct: those that remain after
    /// [`Evaluator::use_network_base`].
    const BASE: &'static str = "material";

    /// The contents of the built-in network file; `None` if there is none.
    const NETWORK: Option<&'static [u8]> = None;

    /// Scales `correction`, in centipawns, for `pos`, in which `strong` is ahead with it: it is
    /// reduced if the material does not suffice to win.
    fn scaled_correction(_: &Self::Position, correction: i32, _: Color) -> i32 {
        correction
    }

    /// The evaluation without a network.
    type HandWritten: Evaluator<Self::Position>;
}

/// Returns the kind of networks of the game `G`.
fn kind<G: Networked>() -> NetworkKind {
    NetworkKind {
        game: G::NAME,
        base: G::BASE,
    }
}

/// The evaluator of a game: a network and the terms that it corrects, or the hand-written
/// evaluation alone.
#[derive(Clone)]
pub struct NetworkEvaluator<G: Networked> {
    hand_written: G::HandWritten,
    network: Option<Arc<Network>>,
    accumulators: Accumulators,
    planes: Planes,
}

impl<G: Networked> fmt::Debug for NetworkEvaluator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NetworkEvaluator")
            .field("hand_written", &self.hand_written)
            .field(
                "network",
                &self.network.as_ref().map(|network| network.training()),
            )
            .finish_non_exhaustive()
    }
}

impl<G: Networked> NetworkEvaluator<G> {
    fn new(hand_written: G::HandWritten) -> NetworkEvaluator<G> {
        NetworkEvaluator {
            hand_written,
            network: None,
            accumulators: Accumulators::default(),
            planes: Planes::new(G::KINDS, G::MIRROR).with_king(G::KING),
        }
    }

    /// Returns the correction that the network adds to `value`, the evaluation without it, in
    /// centipawns for the player to move.
    #[inline]
    fn correction(&mut self, pos: &G::Position, value: Score, ply: usize) -> i32 {
        let Some(network) = &self.network else {
            return 0;
        };
        self.planes.clear();
        G::planes(pos, &mut self.planes);
        let turn = pos.turn();
        let correction = self.accumulators.evaluate(network, &self.planes, turn, ply);
        let strong = if value.0 + correction >= 0 {
            turn
        } else {
            !turn
        };
        G::scaled_correction(pos, correction, strong)
    }
}

/// Uses the built-in network.
impl<G: Networked> Default for NetworkEvaluator<G> {
    fn default() -> NetworkEvaluator<G> {
        let mut evaluator = NetworkEvaluator::new(G::HandWritten::default());
        if let Some(bytes) = G::NETWORK {
            let network = evaluator.set_network(bytes);
            network.expect("the embedded file is a network of this game");
        }
        evaluator
    }
}

impl<G: Networked> Evaluator<G::Position> for NetworkEvaluator<G> {
    fn weights_text() -> &'static str {
        G::HandWritten::weights_text()
    }

    /// Returns an evaluator with other weights for the hand-written evaluation, without a network.
    fn with_weights(text: &str) -> Result<NetworkEvaluator<G>, WeightsError> {
        G::HandWritten::with_weights(text).map(NetworkEvaluator::new)
    }

    fn network_kind() -> Option<NetworkKind> {
        Some(kind::<G>())
    }

    fn set_network(&mut self, bytes: &[u8]) -> Result<(), WeightsError> {
        let network = Network::from_bytes(bytes, kind::<G>(), 2 * G::KINDS);
        let network = network.map_err(|error| WeightsError::Network(error.to_string()))?;
        self.use_network_base();
        self.network = Some(Arc::new(network));
        self.accumulators = Accumulators::default();
        Ok(())
    }

    fn remove_network(&mut self) {
        self.network = None;
        self.hand_written.remove_network();
    }

    fn use_network_base(&mut self) {
        self.network = None;
        self.hand_written.use_network_base();
    }

    fn evaluate(&mut self, pos: &G::Position, ply: usize) -> Score {
        let value = self.hand_written.evaluate(pos, ply);
        Score::from_eval(value.0 + self.correction(pos, value, ply))
    }

    fn terms(&mut self, pos: &G::Position) -> Vec<Term> {
        let mut terms = self.hand_written.terms(pos);
        if self.network.is_some() {
            let value = self.hand_written.evaluate(pos, 0);
            let correction = f64::from(self.correction(pos, value, 0));
            let (white, black) = match pos.turn() {
                Color::White => (correction, 0.0),
                Color::Black => (0.0, correction),
            };
            terms.push(Term {
                name: "network".to_owned(),
                white,
                black,
            });
        }
        terms
    }

    fn weights(&self) -> Vec<i32> {
        self.hand_written.weights()
    }

    fn coefficients(&mut self, pos: &G::Position) -> Vec<Coefficient> {
        self.hand_written.coefficients(pos)
    }
}
