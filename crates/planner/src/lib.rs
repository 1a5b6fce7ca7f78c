//! Planning turns on many boards, where a turn is too large to be searched.
//!
//! The games on the boards are nearly independent of each other: each is searched by the chess
//! search, equal ones once, and the results are cached (`search_cache`). The value of a game to the
//! mega-game (`subgame_value`) gives the value of a turn in it now. The most valuable boards make a
//! board turn (`compose`), which is compared with the mega-moves by a search of the mega-board alone
//! (`mega_search`, `mega_table`), whose evaluation (`mega_evaluation`) includes threats of mate by
//! one piece (`mate_threat`). On higher levels the games on the boards are planned the same way
//! (`plan_cache`).

mod candidate;
mod compose;
mod explain;
mod explanation;
mod fallback;
mod mate_threat;
mod mega_board;
mod mega_evaluation;
mod mega_search;
mod mega_table;
mod params;
mod plan;
mod plan_cache;
mod planner;
mod report;
mod search_cache;
mod subgame;
mod subgame_value;
#[cfg(test)]
mod tests;
mod time_budget;

pub use explanation::{Explanation, MoveReason};
pub use fallback::some_turn;
pub use params::{PlannerParams, PlanningParams};
pub use plan::{Plan, PlanProgress, PlanRequest, PlanResult};
pub use planner::Planner;
pub use report::{BoardReport, PlanReport, ReportScore, TurnReport};
