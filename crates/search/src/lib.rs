//! Alpha-beta search over the contract of `jabberwock-game`. It knows no variant.

mod limits;
mod report;
mod searcher;
mod signal;

pub use limits::{Clock, Limits};
pub use report::{Bound, Finding, Report};
pub use searcher::{Request, Searcher, Settings};
pub use signal::Signal;
