//! Building blocks of the evaluations of all games.
//!
//! A game declares its [`Features`]: named terms ([`EvalTerm`]), a function that counts them, a
//! weight for each in its `weights.txt`, and a [`Taper`] from the middlegame to the endgame. The
//! counts go to a [`Trace`]: a [`Sum`] of weights, or the [`Counts`] that explain a value and from
//! which weights are fitted. [`LinearEvaluator`] is the resulting evaluator.
//!
//! For the search there are ordering values of moves, and static exchange evaluation
//! ([`exchange_ge`]).

mod explain;
mod features;
mod move_ordering;
mod network;
#[cfg(test)]
pub(crate) mod network_base;
mod pair;
mod pawns;
mod pieces;
mod removal;
mod see;
mod taper;
mod term;
mod trace;
mod weights;

pub use features::{Features, LinearEvaluator};
pub use move_ordering::{capture_score, history_index, quiet_score};
pub use network::{NetworkEvaluator, Networked, piece_planes};
pub use pair::Pair;
pub use pawns::{PawnTerms, count_shelter, files_beside};
pub use pieces::{AttackMap, PieceTerms, count_material, king_zone};
pub use removal::piece_removals;
pub use see::{Exchange, exchange_ge, least_captor};
pub use taper::Taper;
pub use term::{EvalTerm, MAX_WEIGHTS, TermSet};
pub use trace::{Counts, Sum, Trace};
pub use weights::{Weights, with_numbers};

pub(crate) use term::terms;
