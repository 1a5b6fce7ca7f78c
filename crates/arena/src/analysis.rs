//! Analysis of a position: the lines of a search and their scores.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    time::Duration,
};

use jabberwock_engine::{SearchError, SearchEvent, SearchRequest, Session};
use jabberwock_game::{Color, Outcome, Score};
use jabberwock_search::{Bound, SearchInfo, StopToken};

/// The interval at which a search checks the stop token.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The result of a search of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The principal variations of the last finished iteration, the best first; none if the game is
    /// over.
    pub lines: Vec<SearchInfo<String>>,
    /// The outcome of the game, if it has ended.
    pub outcome: Option<Outcome>,
    /// The score for the player to move.
    pub score: Score,
}

/// The reason why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The search failed.
    #[error("the search failed: {0}")]
    Search(String),
    /// A turn that cannot be made.
    #[error("{0}")]
    Turn(String),
}

impl From<SearchError> for AnalysisError {
    fn from(error: SearchError) -> AnalysisError {
        AnalysisError::Search(error.to_string())
    }
}

/// Searches the current position of `session` with empty tables, so that the result depends only on
/// the position and the limits.
///
/// # Errors
/// If the search fails, or `stop` ends it.
pub fn analyze(
    session: &mut dyn Session,
    request: &SearchRequest,
    stop: &StopToken,
) -> Result<Analysis, AnalysisError> {
    if let Some(outcome) = session.outcome() {
        return Ok(finished(outcome, session.turn()));
    }
    session.clear();
    let (sender, events) = mpsc::channel();
    let listener = Box::new(move |event| {
        // This fails only when the analysis has ended early.
        sender.send(event).ok();
    });
    let search = session.start_search(request, listener)?;
    let mut lines: Vec<SearchInfo<String>> = Vec::new();
    let result = loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(SearchEvent::Info(info)) if info.bound == Bound::Exact => {
                if info.multi_pv == 1 {
                    lines.clear();
                }
                lines.push(info);
            }
            Ok(SearchEvent::Result(result)) => break result,
            Err(RecvTimeoutError::Disconnected) => {
                let failure = "it ended without a result".to_owned();
                return Err(AnalysisError::Search(failure));
            }
            Ok(SearchEvent::Info(_) | SearchEvent::RootStep(_) | SearchEvent::Plan(_))
            | Err(RecvTimeoutError::Timeout) => {}
        }
        if stop.is_stopped() {
            search.stop();
        }
    };
    search.join();
    if stop.is_stopped() {
        return Err(AnalysisError::Interrupted);
    }
    if let Some(failure) = result.failure {
        return Err(AnalysisError::Search(failure));
    }
    if lines.is_empty() {
        // No iteration was finished.
        lines.push(result.info(result.best.iter().cloned().collect()));
    }
    Ok(Analysis {
        outcome: None,
        score: lines[0].score,
        lines,
    })
}

/// Returns the analysis of a game that is over, for the player to move.
fn finished(outcome: Outcome, turn: Color) -> Analysis {
    let score = match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == turn => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
    };
    Analysis {
        lines: Vec::new(),
        outcome: Some(outcome),
        score,
    }
}
