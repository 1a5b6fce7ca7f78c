//! Alpha-beta search over the contract of `jabberwock-game`. It knows no variant.
//!
//! The search plays *steps*. A node within a turn belongs to the same player as its parent, so its
//! score is not negated; a turn's first step costs depth as the variant's profile says, and
//! distances to a mate count turns. Everything else is what the field knows: iterative deepening,
//! aspiration windows, principal variation search, a shared transposition table, quiescence, null
//! move, late step reductions and pruning, histories, singular extensions, lazy SMP.

mod clock;
mod history;
mod info;
mod limits;
mod node;
mod params;
mod picker;
mod prune;
mod quiescence;
mod reduce;
mod refusal;
mod root;
mod searcher;
mod selective;
mod stack;
mod stop_token;
mod table;
mod window;
mod worker;

pub use clock::Timer;
pub use info::{Bound, SearchInfo, SearchResult, nps};
pub use limits::{Clock, Limits};
pub use params::{Params, ParamsError};
pub use refusal::Refusals;
pub use searcher::{Request, Searcher, Settings};
pub use stop_token::StopToken;
