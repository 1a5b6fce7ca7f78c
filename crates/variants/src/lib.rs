//! The rules of every game that Jabberwock plays, one folder each, and the registry that lists
//! them.

pub mod board;
pub mod chakra;
pub mod chaotic;
pub mod chess;
pub mod chess960;
pub mod crazy;
pub mod denial;
pub mod evaluation;
mod examples;
pub mod fide;
pub mod hop;
mod lookup;
pub mod mega;
mod registry;
pub mod xboard;

pub use examples::Example;
pub use lookup::{UnknownVariant, find};
pub use registry::{Entry, FISCHERANDOM, Method, NORMAL, Visitor, entries};
