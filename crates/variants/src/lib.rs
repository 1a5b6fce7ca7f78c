//! The rules of every game Jabberwock plays, one folder each, and the registry that lists them.

mod registry;

pub use registry::{Entry, Visitor, entries, find};
