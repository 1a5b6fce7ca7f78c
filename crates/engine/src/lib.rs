//! A game in progress, and the protocols that play it.
//!
//! [`Session`] is the only place where the type of a variant is erased: text in, text out.
//! Everything above it (CECP, UCI, the command line, matches) works for every entry of the
//! registry.

pub mod bench;
mod cecp;
pub mod inspect;
mod lock;
pub mod memory;
mod open;
pub mod options;
mod processor;
mod protocol;
mod records;
mod run;
mod session;
mod strength;
mod uci;
mod win_model;

pub use cecp::cecp_turns;
pub use jabberwock_planner::PlanReport;
pub use jabberwock_search::{SearchInfo, SearchResult};
pub use open::{open, open_unregistered};
pub use processor::{UNSUPPORTED_PROCESSOR, is_processor_supported};
pub use protocol::input::{InputLine, lines};
pub use records::Recorder;
pub use run::{RunError, run};
pub use session::{
    BoardTurn, ChosenBoards, Evaluation, ListedTurns, MAX_LISTED, PieceValue, Prompt, PromptError,
    PromptTarget, Refusal, RunningSearch, SearchError, SearchEvent, SearchRequest, Session, Survey,
    TargetKind, TooDeepToCount, TooManyTurns, TurnKind, TurnWithScene,
};
pub use strength::{LEVELS, Strength};
pub use win_model::{WinDrawLoss, WinModel};
