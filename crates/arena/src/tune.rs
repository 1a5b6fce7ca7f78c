//! Tuning: weights and parameters from games.
//!
//! Every run is seeded, and its result depends neither on the number of threads nor on
//! interruptions: a run that is resumed ends like one that was never interrupted.

mod checkpoint;
pub mod data;
mod dataset;
mod error;
pub mod network;
mod selfplay;
pub mod spsa;
pub mod texel;
mod workers;

pub use dataset::Dataset;
pub use error::TuneError;
