//! Evaluation of positions and steps.

use std::fmt;

use crate::{
    Color, Coord, Key, PlaneMirror, Planes, Position, Score, Stage, Step, Variant, WeightsError,
};

/// Where the history tables keep the statistics of a step. Ranges are those of [`crate::Profile`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryIndex {
    /// From and to (or what stands for them), for one player.
    pub butterfly: u16,
    /// The piece, color included, and where it ends.
    pub piece_to: u16,
}

/// A step with the value it is ordered by.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The step.
    pub step: Step,
    /// Larger is tried earlier.
    pub value: i32,
}

/// A piece, and the position without it, for showing what the piece is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal<P> {
    /// Whose piece it is.
    pub color: Color,
    /// The piece: the letter that position texts write, or a word where they have none.
    pub piece: String,
    /// Where it stands.
    pub square: Coord,
    /// The position without it, which need not be reachable in a game.
    pub pos: P,
}

/// One named part of a static evaluation, in centipawns for each player.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What is counted.
    pub name: String,
    /// White's share.
    pub white: f64,
    /// Black's share.
    pub black: f64,
}

/// A variant with an evaluation, and what else a search reads of its positions and steps.
pub trait Evaluate: Variant {
    /// The evaluator of its positions.
    type Evaluator: Evaluator<Self::Position>;

    /// The number of kinds in [`Evaluate::planes`]; 0 for a game without networks.
    const KINDS: usize = 0;

    /// The number of kinds that are on squares. They come first; the kinds after them are numbers.
    const KINDS_ON_SQUARES: usize = Self::KINDS;

    /// The symmetry that maps the board to the other player's side.
    const MIRROR: PlaneMirror = PlaneMirror::Ranks;

    /// The kind of the king, if a network is to see the wings exchanged for a player whose king is on files a to d.
    /// For games without numbers in which each player has at most one king, and where the wings hardly differ.
    const KING: Option<usize> = None;

    /// Describes `pos` as sets of squares, for networks: `planes`, which are empty, have
    /// [`Evaluate::KINDS`] kinds. Mirrored positions have mirrored planes, and positions whose
    /// futures differ have different ones, counters aside.
    fn planes(_: &Self::Position, _: &mut Planes) {}

    /// Whether `pos` and the position with its wings exchanged (file a with file h, and so on) have the same
    /// value. A network is then trained on both.
    fn wings_are_alike(_: &Self::Position) -> bool {
        false
    }

    /// The positions without one piece each, for every piece but the kings: square by square, those of a
    /// stack from the bottom upwards, then what else a game has. Empty if positions cannot be
    /// evaluated without a piece.
    fn removals(_: &Self::Position) -> Vec<Removal<Self::Position>> {
        Vec::new()
    }

    /// A new evaluator. Each search thread has one of its own.
    fn evaluator(&self) -> Self::Evaluator {
        Self::Evaluator::default()
    }

    /// Where the history tables keep the statistics of `step`, which is legal.
    fn history_index(pos: &Self::Position, step: Step) -> HistoryIndex;

    /// The kind of piece that `step`, a noisy one, captures; 0 for none. Its range is [`crate::Profile::victim_slots`].
    fn victim(pos: &Self::Position, step: Step) -> u8;

    /// Adds to the value of each of `steps`, all of `stage`, a static ordering score: captures by the material
    /// they win, quiet steps by relevance, 0 for most. The scale is that of the history tables, up to 16384.
    fn score_moves(pos: &Self::Position, stage: Stage, steps: &mut [Scored]);

    /// The material that `step` gains at once, in centipawns, replies not considered.
    fn captured_value(pos: &Self::Position, step: Step) -> i32;

    /// Whether the exchange that `step` begins gains at least `threshold` centipawns (static
    /// exchange evaluation, or what stands for it in this game).
    fn see_ge(pos: &Self::Position, step: Step, threshold: i32) -> bool;

    /// The key of `pos` in the correction history and the pawn history: of features that change slowly, such as
    /// the pawn structure.
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

/// The networks of a game, as their files name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkKind {
    /// The game.
    pub game: &'static str,
    /// What the networks correct, the name of a part of the hand-written evaluation, and whether the board is
    /// mirrored by the king's file.
    pub base: &'static str,
}

/// Static evaluation of positions. It may keep caches; the same position always gets the
/// same value.
pub trait Evaluator<P: Position>: Clone + fmt::Debug + Default + Send + Sync {
    /// The text of the weights of the default evaluator; empty if there are none to be tuned.
    ///
    /// Each term's name is followed by its weights, `middlegame:endgame` pairs in centipawns. `#`
    /// begins a comment that ends with its line.
    fn weights_text() -> &'static str {
        ""
    }

    /// An evaluator with other weights: those of `text`, which is written like
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

    /// The networks of the game; `None` if it uses none.
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

    /// Evaluates without a network, by only those terms of the hand-written evaluation to which a network's
    /// correction is added; by all of them in a game that has no network.
    fn use_network_base(&mut self) {
        self.remove_network();
    }

    /// The static value in centipawns for the player to move. Within a turn it may take the rest
    /// of the turn as harmless. `ply` is the number of steps from the root of the search, 0 elsewhere:
    /// an evaluator may use what it computed for nearby positions. The value does not depend on it.
    fn evaluate(&mut self, pos: &P, ply: usize) -> Score;

    /// The parts of [`Evaluator::evaluate`], for people.
    fn terms(&mut self, pos: &P) -> Vec<Term>;

    /// The weights in centipawns, the middlegame and the endgame value of each, in the order of
    /// [`Evaluator::weights_text`]. Empty if there are none to be tuned.
    fn weights(&self) -> Vec<i32> {
        Vec::new()
    }

    /// The coefficients of [`Evaluator::weights`] whose sum [`Evaluator::evaluate`] is without a
    /// network, seen from White: each weight at most once, those with a count of 0 left out. Empty if there are no
    /// weights.
    fn coefficients(&mut self, _: &P) -> Vec<Coefficient> {
        Vec::new()
    }
}
