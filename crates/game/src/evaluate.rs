//! Evaluation of positions and steps.

use std::fmt;

use crate::{
    Color, Coord, Key, PlaneMirror, Planes, Position, Score, Stage, Step, Variant, WeightsError,
};

/// Indices of a step in the history tables. Their ranges are given by [`crate::Profile`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryIndex {
    /// Origin and destination squares (or their equivalents in the game) for one player.
    pub butterfly: u16,
    /// The piece, including its color, and its destination.
    pub piece_to: u16,
}

/// A step with its ordering value.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The step.
    pub step: Step,
    /// Steps with larger values are searched first.
    pub value: i32,
}

/// A piece and the position without it, from which the value of the piece is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal<P> {
    /// The owner of the piece.
    pub color: Color,
    /// The letter of the piece in position texts, or a word if it has none.
    pub piece: String,
    /// The square of the piece.
    pub square: Coord,
    /// The position without the piece. It need not be reachable in a game.
    pub pos: P,
}

/// One named part of a static evaluation, in centipawns for each player.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The name of the term.
    pub name: String,
    /// White's share.
    pub white: f64,
    /// Black's share.
    pub black: f64,
}

/// A variant with an evaluation and other heuristics for the search.
pub trait Evaluate: Variant {
    /// The evaluator of its positions.
    type Evaluator: Evaluator<Self::Position>;

    /// The number of kinds in [`Evaluate::planes`]; 0 for a game without networks.
    const KINDS: usize = 0;

    /// The number of kinds that are on squares. They come first; the kinds after them are numbers.
    const KINDS_ON_SQUARES: usize = Self::KINDS;

    /// The symmetry that maps the board to the other player's side.
    const MIRROR: PlaneMirror = PlaneMirror::Ranks;

    /// The kind of the king, if the wings are to be exchanged in the view of a player whose king is
    /// on files a to d. Meant for games without number inputs in which each player has at most one
    /// king and the two wings are nearly symmetric.
    const KING: Option<usize> = None;

    /// Describes `pos` as sets of squares, the inputs of a network. `planes` is empty and has
    /// [`Evaluate::KINDS`] kinds. Mirrored positions have mirrored planes; positions that differ in
    /// more than counters have different planes.
    fn planes(_: &Self::Position, _: &mut Planes) {}

    /// Whether `pos` and the position with its wings exchanged (file a with file h, and so on) have
    /// the same value. A network is then trained on both.
    fn wings_are_alike(_: &Self::Position) -> bool {
        false
    }

    /// Returns, for every piece but the kings, the position without it: square by square, each
    /// stack from bottom to top, then pieces that are not on the board. Empty if positions cannot
    /// be evaluated without a piece.
    fn removals(_: &Self::Position) -> Vec<Removal<Self::Position>> {
        Vec::new()
    }

    /// Returns a new evaluator. Each search thread owns one.
    fn evaluator(&self) -> Self::Evaluator {
        Self::Evaluator::default()
    }

    /// Returns the indices in the history tables of `step`, which is legal.
    fn history_index(pos: &Self::Position, step: Step) -> HistoryIndex;

    /// Returns the kind of piece that `step`, a noisy one, captures; 0 for none. Its range is
    /// [`crate::Profile::victim_slots`].
    fn victim(pos: &Self::Position, step: Step) -> u8;

    /// Adds to the value of each of `steps`, all of `stage`, a static ordering score: captures by
    /// the material they win, quiet steps by relevance, 0 for most. The scale is that of the
    /// history tables, up to 16384.
    fn score_moves(pos: &Self::Position, stage: Stage, steps: &mut [Scored]);

    /// Returns the material that `step` gains at once, in centipawns, replies not considered.
    fn captured_value(pos: &Self::Position, step: Step) -> i32;

    /// Whether the exchange that `step` begins gains at least `threshold` centipawns (static
    /// exchange evaluation, or its equivalent in this game).
    fn see_ge(pos: &Self::Position, step: Step, threshold: i32) -> bool;

    /// Returns the key of `pos` in the correction history and the pawn history: a hash of features
    /// that change slowly, such as the pawn structure.
    fn correction_key(pos: &Self::Position) -> Key;
}

/// The coefficient of a weight in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// The weight, as its index in [`Evaluator::weights`].
    pub weight: u32,
    /// White's count less Black's, tapered by the phase of the game.
    pub count: f32,
}

/// Identification of the networks of a game, as stored in the header of network files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkKind {
    /// The game.
    pub game: &'static str,
    /// The name of the part of the hand-written evaluation that the networks correct. It includes
    /// whether the board is mirrored by the king's file.
    pub base: &'static str,
}

/// Static evaluation of positions. It may keep caches; the same position always gets the
/// same value.
pub trait Evaluator<P: Position>: Clone + fmt::Debug + Default + Send + Sync {
    /// Returns the text of the weights of the default evaluator; empty if there are none to be
    /// tuned.
    ///
    /// Each term's name is followed by its weights, `middlegame:endgame` pairs in centipawns. `#`
    /// begins a comment that ends with its line.
    fn weights_text() -> &'static str {
        ""
    }

    /// Returns an evaluator with the weights of `text`, in the format of
    /// [`Evaluator::weights_text`].
    ///
    /// # Errors
    /// If `text` does not hold the weights of this game.
    fn with_weights(text: &str) -> Result<Self, WeightsError> {
        match text {
            "" => Ok(Self::default()),
            _ => Err(WeightsError::None),
        }
    }

    /// Returns the kind of networks that the game uses; `None` if it uses none.
    fn network_kind() -> Option<NetworkKind> {
        None
    }

    /// Corrects the hand-written evaluation by the network in `bytes`, the contents of a file.
    ///
    /// # Errors
    /// If the bytes are no network of this game.
    fn set_network(&mut self, _: &[u8]) -> Result<(), WeightsError> {
        Err(WeightsError::NoNetwork)
    }

    /// Evaluates without a network, by the whole hand-written evaluation.
    fn remove_network(&mut self) {}

    /// Evaluates without a network, by only those terms of the hand-written evaluation to which a
    /// network's correction is added; by all of them in a game that has no network.
    fn use_network_base(&mut self) {
        self.remove_network();
    }

    /// Returns the static evaluation in centipawns for the player to move. Within a turn the
    /// remaining steps may be assumed to be harmless. `ply` is the number of steps from the root of
    /// the search, 0 elsewhere; evaluators may use it to reuse results of nearby positions. The
    /// value does not depend on it.
    fn evaluate(&mut self, pos: &P, ply: usize) -> Score;

    /// Returns the named parts of [`Evaluator::evaluate`], for display.
    fn terms(&mut self, pos: &P) -> Vec<Term>;

    /// Returns the weights in centipawns, the middlegame and the endgame value of each, in the
    /// order of [`Evaluator::weights_text`]. Empty if there are none to be tuned.
    fn weights(&self) -> Vec<i32> {
        Vec::new()
    }

    /// Returns the coefficients of [`Evaluator::weights`] whose weighted sum is the evaluation
    /// without a network, from White's point of view: each weight at most once, coefficients of 0
    /// omitted. Empty if there are no weights.
    fn coefficients(&mut self, _: &P) -> Vec<Coefficient> {
        Vec::new()
    }
}
