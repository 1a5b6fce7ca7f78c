//! Tuning of weights and parameters from games.
//!
//! Every run is seeded, and its result depends neither on the number of threads nor on
//! interruptions: a resumed run ends like an uninterrupted one.

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
