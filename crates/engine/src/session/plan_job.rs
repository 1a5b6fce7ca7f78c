//! The planning of a turn and its data on the planning thread.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    time::Instant,
};

use jabberwock_game::{GameHistory, Score};
use jabberwock_planner::{Plan, PlanProgress, PlanReport, PlanRequest, Planner, PlanningParams};
use jabberwock_search::{Bound, Limits, SearchInfo, SearchResult, Settings, StopToken};
use jabberwock_variants::mega::{Board, Play};

use super::{
    request::{SearchError, SearchEvent},
    running_search::{RunningSearch, panic_text},
    search_order::SearchPlace,
    watchdog::{Reports, Watchdog},
};
use crate::lock::lock;

/// A turn to be planned, with the data shared with its game.
pub(super) struct PlanJob {
    pub(super) board: Board,
    pub(super) history: GameHistory,
    pub(super) is_over: bool,
    pub(super) limits: Limits,
    pub(super) multi_pv: usize,
    pub(super) only: Option<Vec<Play>>,
    pub(super) except: Vec<Play>,
    pub(super) draft: Option<Play>,
    pub(super) settings: Settings,
    /// Parameters of the planner and of its chess search; `None` for the defaults.
    pub(super) params: Option<PlanningParams>,
    /// Whether the planner's caches are to be cleared before.
    pub(super) clear: Arc<Mutex<bool>>,
    /// Created on first use.
    pub(super) planner: Arc<Mutex<Option<Planner>>>,
    pub(super) reports: Arc<Mutex<Reports>>,
    pub(super) place: SearchPlace,
    /// The time of the request.
    pub(super) requested_at: Instant,
}

impl PlanJob {
    /// Starts planning on its own thread.
    ///
    /// # Errors
    /// If the system cannot create it.
    pub(super) fn start(self) -> Result<RunningSearch, SearchError> {
        let (reports, overhead) = (Arc::clone(&self.reports), self.settings.move_overhead);
        let watchdog = Watchdog::new(reports, self.requested_at, &self.limits, overhead);
        RunningSearch::start(watchdog, move |stop_token| self.run(stop_token))
    }

    fn run(self, stop_token: &StopToken) {
        let result = match catch_unwind(AssertUnwindSafe(|| self.plan(stop_token))) {
            Ok(result) => result,
            Err(panic) => {
                let failure = panic_text(panic.as_ref());
                log::error!("the planner panicked: {failure}");
                if let Some(planner) = lock(&self.planner).as_mut() {
                    planner.clear();
                }
                self.planner.clear_poison();
                let turn = self.some_turn().map(|play| play.to_string());
                SearchResult::without_search(turn, Some(failure))
            }
        };
        lock(&self.reports).report(SearchEvent::Result(result));
    }

    /// Returns a turn that may be made, without a search; `None` if there is none.
    fn some_turn(&self) -> Option<Play> {
        if self.is_over {
            return None;
        }
        let fits = |play: &Play| {
            let draft = self.draft.as_ref();
            draft.is_none_or(|draft| play.contains(draft))
        };
        let allowed = |play: &Play| !self.except.contains(play) && fits(play);
        if let Some(only) = &self.only {
            return only.iter().find(|play| allowed(play)).cloned();
        }
        if let Some(draft) = &self.draft {
            return self.board.complete(draft, &[]).ok().filter(allowed);
        }
        jabberwock_planner::some_turn(&self.board, &self.except)
    }

    fn plan(&self, stop_token: &StopToken) -> SearchResult<String> {
        let Some(fallback) = self.some_turn() else {
            return SearchResult::without_search(None, None);
        };
        self.place.wait();
        let mut planner = lock(&self.planner);
        let planner = planner.get_or_insert_with(|| Planner::new(self.settings));
        planner.configure(self.settings);
        if let Some(params) = self.params {
            planner.set_params(params);
        }
        if std::mem::take(&mut *lock(&self.clear)) {
            planner.clear();
        }
        let request = PlanRequest {
            multi_pv: self.multi_pv,
            board: &self.board,
            history: &self.history,
            limits: &self.limits,
            only: self.only.as_deref(),
            except: &self.except,
            draft: self.draft.as_ref(),
            requested_at: self.requested_at,
        };
        let done = planner.plan(&request, stop_token, &mut |progress| {
            let mut reports = lock(&self.reports);
            for analysis in search_infos(progress, self.multi_pv) {
                reports.report(SearchEvent::Info(analysis));
            }
            reports.report(SearchEvent::Plan(PlanReport::new(progress.plan)));
        });
        let (best, ponder, score, depth) = match done.plan {
            Some(plan) => (plan.play, plan.reply, plan.score, plan.depth),
            None => (fallback, None, Score::DRAW, 0),
        };
        SearchResult {
            best: Some(best.to_string()),
            ponder: ponder.map(|reply| reply.to_string()),
            score,
            depth,
            nodes: done.nodes,
            elapsed: done.elapsed,
            failure: None,
        }
    }
}

/// Returns the best `count` turns.
fn search_infos(progress: &PlanProgress<'_>, count: usize) -> Vec<SearchInfo<String>> {
    let Plan {
        play,
        reply,
        score,
        depth,
        alternatives,
        ..
    } = progress.plan;
    let line_count = 1 + alternatives.len().min(count - 1);
    let analysis = |index: usize, score: Score, pv: Vec<String>| SearchInfo {
        depth: *depth,
        seldepth: *depth,
        multi_pv: index,
        line_count,
        score,
        bound: Bound::Exact,
        nodes: progress.nodes,
        elapsed: progress.elapsed,
        hashfull: 0,
        pv,
    };
    let first = std::iter::once(play).chain(reply);
    let first = first.map(ToString::to_string).collect();
    let mut list = vec![analysis(1, *score, first)];
    let others = alternatives.iter().take(count - 1).enumerate();
    list.extend(
        others.map(|(index, (play, score))| analysis(index + 2, *score, vec![play.to_string()])),
    );
    list
}
