//! Annotation of recorded games: scores, best lines, and marks for the loss of each turn.

mod review;
mod write;

pub use review::{
    Mark, PlayerSummary, ReviewSettings, TurnReview, review, summary, win_probability,
};
pub use write::{annotate, is_annotated_by};

#[cfg(test)]
mod tests;
