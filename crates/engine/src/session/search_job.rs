//! A search and its data on the search thread.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    time::Instant,
};

use jabberwock_game::Evaluate;
use jabberwock_search::{
    Assumptions, Listeners, Request, RootStep, SearchResult, Searcher, Settings, StopToken,
};

use super::{
    in_texts::{info_in_texts, result_in_texts},
    lazy_searcher::LazySearcher,
    quick_search::QuickSearcher,
    request::{SearchError, SearchEvent},
    running_search::{RunningSearch, panic_text},
    search_order::SearchPlace,
    watchdog::{Reports, Watchdog},
};
use crate::lock::lock;

/// A search to be run, with the data shared with its game.
pub(super) struct SearchJob<V: Evaluate> {
    pub(super) variant: V,
    pub(super) settings: Settings,
    pub(super) pending: Arc<Mutex<PendingChanges>>,
    pub(super) searcher: Arc<Mutex<LazySearcher<V>>>,
    pub(super) quick: QuickSearcher<V>,
    pub(super) request: Request<V::Position>,
    pub(super) reports: Arc<Mutex<Reports>>,
    pub(super) place: SearchPlace,
    /// The time of the request.
    pub(super) requested_at: Instant,
}

/// Changes of a searcher that could not be made during a search; they are made after it, or before
/// the next one.
#[derive(Debug, Default)]
pub(super) struct PendingChanges {
    /// Whether its tables are to be cleared.
    pub(super) clear: bool,
    /// Assigned scores of positions.
    pub(super) assumptions: Assumptions,
    /// Whether it is to be prepared for the next search.
    pub(super) prepare: bool,
}

impl PendingChanges {
    fn apply_to<V: Evaluate>(self, searcher: &mut Searcher<V>) {
        if self.clear {
            searcher.clear();
        }
        if !self.assumptions.is_empty() {
            searcher.assume(self.assumptions);
        }
        if self.prepare {
            searcher.prepare();
        }
    }
}

impl<V: Evaluate> SearchJob<V> {
    /// Starts the search on its own thread.
    ///
    /// # Errors
    /// If the system cannot create it.
    pub(super) fn start(self) -> Result<RunningSearch, SearchError> {
        let (reports, overhead) = (Arc::clone(&self.reports), self.settings.move_overhead);
        let watchdog = Watchdog::new(reports, self.requested_at, &self.request.limits, overhead);
        let watchdog = watchdog.map(|(watchdog, signals)| {
            let (quick, variant) = (self.quick.clone(), self.variant);
            let request = self.request.clone();
            let quick_search = move || quick.search(variant, request);
            (watchdog.with_quick_search(Box::new(quick_search)), signals)
        });
        RunningSearch::start(watchdog, move |stop_token| self.run(stop_token))
    }

    fn run(self, stop_token: &StopToken) {
        let fallback = self.request.any_turn();
        if fallback.is_empty() {
            let result = SearchResult::without_search(None, None);
            return lock(&self.reports).report(SearchEvent::Result(result));
        }
        let search = || self.search(stop_token);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(search)) {
            let failure = panic_text(panic.as_ref());
            log::error!("the search panicked: {failure}");
            if let Some(searcher) = lock(&self.searcher).made() {
                searcher.renew();
            }
            self.searcher.clear_poison();
            let turn = self.variant.turn_text(&self.request.position, &fallback);
            let result = SearchResult::without_search(Some(turn), Some(failure));
            lock(&self.reports).report(SearchEvent::Result(result));
        }
    }

    fn search(&self, stop_token: &StopToken) {
        self.place.wait();
        let mut searcher = lock(&self.searcher);
        let searcher = searcher.configured(self.settings);
        self.apply_pending(searcher);
        let (variant, position) = (self.variant, &self.request.position);
        let reports = &*self.reports;
        let report = |event| lock(reports).report(event);
        let listeners = Listeners {
            on_info: &mut |info| {
                report(SearchEvent::Info(info_in_texts(variant, position, info)));
            },
            on_root_step: &mut |root| {
                report(SearchEvent::RootStep(RootStep {
                    depth: root.depth,
                    step: variant.turn_text(position, &[root.step]),
                    number: root.number,
                }));
            },
            on_result: &mut |result| {
                let result = result_in_texts(variant, position, &result);
                report(SearchEvent::Result(result));
            },
        };
        searcher.search_since(self.requested_at, &self.request, stop_token, listeners);
        // The client may have begun a new game while other threads of the search were ending.
        self.apply_pending(searcher);
    }

    fn apply_pending(&self, searcher: &mut Searcher<V>) {
        let pending = std::mem::take(&mut *lock(&self.pending));
        pending.apply_to(searcher);
    }
}
