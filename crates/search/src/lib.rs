//! Alpha-beta search over the contract of `jabberwock-game`, independent of any variant.
//!
//! The search plays *steps*. A node in the middle of a turn has the same side to move as its
//! parent, so its score is not negated. How much depth each step of a turn costs is in the
//! variant's profile. Distances to mate count turns.
//!
//! Techniques: iterative deepening, aspiration windows, principal variation search, a shared
//! transposition table, quiescence search with SEE and delta pruning, mate distance pruning,
//! reverse futility pruning, razoring, null-move pruning, internal iterative reduction, late move
//! pruning (LMP) and reductions (LMR), futility, history and SEE pruning, singular extensions with
//! multi-cut, hindsight depth changes, quiet checks in quiescence search, killers, butterfly,
//! capture, continuation, pawn and correction histories, lazy SMP.
//!
//! The modules form layers; each uses only those before it in this list:
//!
//! 1. values: `limits`, `request`, `params`, `stop_token`, `info`, `window`, `timer`, `tunable`,
//!    `root_filter`, `root_line`, `root_progress`, `assumptions`;
//! 2. tables and formulas: `table`, `history`, `refusal`, `stack`, `sampler`, `node_context`,
//!    `prune`, `reduce`, `extend`;
//! 3. a thread and its nodes: `thread_data`, `picker`, `worker`, `updates`, `refusal_probe`;
//! 4. the search: `quiescence`, `node`, `root`, `threads`, `searcher`.

mod assumptions;
mod extend;
mod history;
mod info;
mod limits;
mod node;
mod node_context;
mod params;
mod picker;
mod prune;
mod quiescence;
mod reduce;
mod refusal;
mod refusal_probe;
mod request;
mod root;
mod root_filter;
mod root_line;
mod root_progress;
mod sampler;
mod searcher;
mod stack;
mod stop_token;
mod table;
mod thread_data;
mod threads;
mod timer;
mod tunable;
mod updates;
mod window;
mod worker;

pub use assumptions::Assumptions;
pub use info::{Bound, SearchInfo, SearchResult, nps};
pub use limits::{Clock, Limits};
pub use params::Params;
pub use refusal::Refusals;
pub use request::{Request, Settings};
pub use root_progress::{RootProgress, RootStep};
pub use sampler::Evaluated;
pub use searcher::{Listeners, Searcher};
pub use stop_token::StopToken;
pub use threads::SEARCH_STACK;
pub use timer::{Delays, Timer};
pub use tunable::{ParamsError, Tunable};
pub use window::Window;
