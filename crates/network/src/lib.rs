//! Small neural networks that evaluate positions, with integer inference: the same value on every
//! machine.
//!
//! A game describes a position by [`jabberwock_game::Planes`], sets of squares for either side.
//! Each square of each plane is an input. A network ([`Network`]) has one hidden layer, whose
//! values are kept for both players' points of view and updated by the inputs that differ from a
//! position seen before ([`Accumulators`]), and an output layer that is chosen by the number of
//! inputs. The technique is known as NNUE (Y. Nasu, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018); the activation is the squared clipped
//! rectifier.

mod accumulators;
mod error;
mod file;
mod lanes;
mod network;
mod shape;

pub use accumulators::Accumulators;
pub use error::NetworkError;
pub use network::{Network, Parameters};
pub use shape::{ACTIVATION_ONE, LANES, MAX_OUTPUT_WEIGHT, OUTPUT_ONE, SCALE, Shape};
