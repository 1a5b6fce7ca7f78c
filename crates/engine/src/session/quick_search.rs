//! A short search that replaces one without a result at the end of its time.
//!
//! On a busy machine the system may not schedule the thread of a search at all during its time, in
//! particular if it has computed much before. The watchdog's thread has slept and is scheduled: it
//! has time for some hundred nodes.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use jabberwock_game::Evaluate;
use jabberwock_search::{
    Limits, Listeners, Params, Request, SearchResult, Searcher, Settings, StopToken,
};

use super::in_texts::result_in_texts;
use crate::lock::lock;

/// The node limit, after which only the first iteration is finished.
const NODES: u64 = 500;

/// A searcher for such searches, once it has been prepared. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct QuickSearcher<V: Evaluate>(Arc<Mutex<Option<Searcher<V>>>>);

impl<V: Evaluate> Default for QuickSearcher<V> {
    fn default() -> QuickSearcher<V> {
        QuickSearcher(Arc::default())
    }
}

impl<V: Evaluate> QuickSearcher<V> {
    /// Prepares it, if it is not prepared, with a copy of the evaluator and these parameters,
    /// `None` for the game's own.
    pub(super) fn prepare(
        &self,
        variant: V,
        evaluator: impl FnOnce() -> V::Evaluator,
        params: Option<Params>,
    ) {
        lock(&self.0).get_or_insert_with(|| {
            let settings = Settings {
                hash_mib: 1,
                ..Settings::default()
            };
            let mut searcher = Searcher::new(variant, settings);
            searcher.set_evaluator(evaluator());
            if let Some(params) = params {
                searcher.set_params(params);
            }
            searcher.prepare();
            searcher
        });
    }

    /// Discards it, so that the next [`QuickSearcher::prepare`] prepares it anew.
    pub(super) fn discard(&self) {
        *lock(&self.0) = None;
    }

    /// Searches in place of the search of `request`; `None` if it is not prepared or there is no
    /// turn.
    pub(super) fn search(
        &self,
        variant: V,
        request: Request<V::Position>,
    ) -> Option<SearchResult<String>> {
        let request = Request {
            limits: Limits {
                nodes: Some(NODES),
                ..Limits::default()
            },
            multi_pv: 1,
            ..request
        };
        let mut found = None;
        let listeners = Listeners {
            on_info: &mut |_| (),
            on_root_step: &mut |_| (),
            on_result: &mut |result| found = Some(result),
        };
        let now = Instant::now();
        let mut searcher = lock(&self.0);
        searcher
            .as_mut()?
            .search_since(now, &request, &StopToken::new(), listeners);
        let result = found.filter(|result| result.best.is_some())?;
        Some(result_in_texts(variant, &request.position, &result))
    }
}
