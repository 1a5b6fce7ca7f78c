//! A searcher that is created by the first search: games that are not searched do not need its
//! memory, and are cheap to copy.

use std::sync::Arc;

use jabberwock_game::Evaluate;
use jabberwock_search::{Params, RootProgress, Searcher, Settings};

/// The searcher of a game, or the parts to create it from.
#[derive(Debug)]
pub(super) struct LazySearcher<V: Evaluate> {
    variant: V,
    /// `None` for the game's own evaluator.
    evaluator: Option<Arc<V::Evaluator>>,
    /// `None` for the game's own parameters.
    params: Option<Params>,
    root_progress: RootProgress,
    searcher: Option<Searcher<V>>,
}

impl<V: Evaluate> LazySearcher<V> {
    /// Creates a searcher with this evaluator and these parameters, `None` for the game's own,
    /// which will report to `root_progress`.
    pub(super) fn new(
        variant: V,
        evaluator: Option<Arc<V::Evaluator>>,
        params: Option<Params>,
        root_progress: RootProgress,
    ) -> LazySearcher<V> {
        LazySearcher {
            variant,
            evaluator,
            params,
            root_progress,
            searcher: None,
        }
    }

    /// Returns the searcher with these settings, creating it if there is none.
    pub(super) fn configured(&mut self, settings: Settings) -> &mut Searcher<V> {
        let searcher = self.searcher.get_or_insert_with(|| {
            let mut searcher = Searcher::new(self.variant, settings);
            searcher.set_root_progress(self.root_progress.clone());
            if let Some(evaluator) = &self.evaluator {
                searcher.set_evaluator(V::Evaluator::clone(evaluator));
            }
            if let Some(params) = self.params {
                searcher.set_params(params);
            }
            searcher
        });
        searcher.configure(settings);
        searcher
    }

    /// Returns the searcher, if it was created.
    pub(super) fn made(&mut self) -> Option<&mut Searcher<V>> {
        self.searcher.as_mut()
    }

    /// Sets the evaluator and clears the tables.
    pub(super) fn set_evaluator(&mut self, evaluator: Arc<V::Evaluator>) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_evaluator(V::Evaluator::clone(&evaluator));
        }
        self.evaluator = Some(evaluator);
    }

    /// Sets the parameters of the search.
    pub(super) fn set_params(&mut self, params: Params) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_params(params);
        }
        self.params = Some(params);
    }
}
