//! What the evaluations of all games are made of: named [`EvalTerm`]s that are counted for each player,
//! [`Weights`] for them in a data file, and a [`Taper`] from the opening to the endgame.
//!
//! What a game counts it hands to a [`Trace`]. One listener adds up weights ([`Sum`]), another
//! remembers the counts ([`Counts`]), so that the value can be explained and its weights tuned.

mod exchange;
mod scheme;
mod taper;
mod term;
mod trace;
mod weights;

pub use exchange::{Swap, exchange_wins};
pub use scheme::Scheme;
pub use taper::Taper;
pub use term::{EvalTerm, Pair};
pub use trace::{Counts, Sum, Trace};
pub use weights::{Weights, with_numbers};

pub(crate) use term::terms;
