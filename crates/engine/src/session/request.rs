//! Requests for searches, and the events of a search.

use std::time::Instant;

use jabberwock_game::TurnError;
use jabberwock_planner::PlanReport;
use jabberwock_search::{Limits, RootStep, SearchInfo, SearchResult};

use crate::strength::Strength;

/// The parameters of a search. By default it searches until stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The limits of the search.
    pub limits: Limits,
    /// The number of principal variations to report, at least 1.
    pub multi_pv: usize,
    /// Turns made before the search, for the search only: the one pondered on.
    pub after: Vec<String>,
    /// If given, only these turns are considered.
    pub only: Option<Vec<String>>,
    /// These turns are not considered.
    pub except: Vec<String>,
    /// Games of games: only turns that contain this one are considered. It may lack boards at every
    /// level.
    pub draft: Option<String>,
    /// The strength; `None` is full strength.
    pub strength: Option<Strength>,
    /// The seed of the choices of a search of limited strength; `None` is a random seed.
    pub seed: Option<u64>,
    /// The time of the request, from which the time of the search counts; `None` for the time at
    /// which it is started.
    pub requested_at: Option<Instant>,
}

impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            limits: Limits::default(),
            multi_pv: 1,
            after: Vec::new(),
            only: None,
            except: Vec::new(),
            draft: None,
            strength: None,
            seed: None,
            requested_at: None,
        }
    }
}

/// A report of a running search. The result is the last event.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchEvent {
    /// A principal variation, after an iteration or a failed aspiration window.
    Info(SearchInfo<String>),
    /// The first step of a turn that a search of some seconds is about to search.
    RootStep(RootStep<String>),
    /// The reasons for a planned turn; their text is one line. Follows the lines of its round.
    Plan(PlanReport),
    /// The end of the search.
    Result(SearchResult<String>),
}

/// The reason why a search gives no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// A turn named by the request is not legal.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The system cannot create a thread for it.
    #[error("no thread for the search: {0}")]
    NoThread(String),
    /// The search was still running at the deadline.
    #[error("the search did not end before its deadline")]
    Deadline,
}
