//! The chess search with a cache of its results: equal games are searched once, whatever square
//! they stand on, and results are kept from turn to turn.

use std::{collections::HashMap, time::Duration};

use jabberwock_game::{
    Evaluate, Evaluator as _, GameHistory, Key, Position as _, Score, Step, Turn,
};
use jabberwock_search::{Limits, Params, Request, SearchResult, Searcher, Settings, StopToken};
use jabberwock_variants::chess::{Chess, Position};

/// Maximum number of results; a full cache is emptied.
const CAPACITY: usize = 20_000;

/// The result of the searches of a game so far.
#[derive(Clone, Debug)]
pub(crate) struct CachedSearch {
    /// The score for the player to move.
    pub(crate) score: Score,
    /// The principal variation.
    pub(crate) pv: Vec<Turn>,
    /// Finished depth in plies.
    pub(crate) depth: u32,
    /// Nodes of all searches of the game.
    pub(crate) nodes: u64,
}

impl CachedSearch {
    /// Returns the result of a search whose last reported principal variation is `steps`; `None` if
    /// it has no turn.
    fn new(result: SearchResult<Turn>, steps: &[Step]) -> Option<CachedSearch> {
        let best = result.best?;
        let steps = steps.iter();
        let mut pv: Vec<Turn> = steps.map(|&step| Turn::from_slice(&[step])).collect();
        if pv.first() != Some(&best) {
            pv = vec![best];
            pv.extend(result.ponder);
        }
        Some(CachedSearch {
            score: result.score,
            pv,
            depth: result.depth,
            nodes: result.nodes,
        })
    }

    /// Merges the result of another search of the game. A shallower one, for instance one that was
    /// stopped, is less reliable than an earlier one.
    fn merge(&mut self, next: &CachedSearch) {
        let nodes = self.nodes + next.nodes;
        if next.depth >= self.depth {
            self.clone_from(next);
        }
        self.nodes = nodes;
    }
}

/// The chess search and its results by key.
#[derive(Debug)]
pub(crate) struct SearchCache {
    searcher: Searcher<Chess>,
    evaluator: <Chess as Evaluate>::Evaluator,
    results: HashMap<Key, CachedSearch>,
}

impl SearchCache {
    /// Creates an empty cache.
    pub(crate) fn new(settings: Settings) -> SearchCache {
        SearchCache {
            searcher: Searcher::new(Chess, without_overhead(settings)),
            evaluator: Chess.evaluator(),
            results: HashMap::new(),
        }
    }

    /// Changes the settings of the search.
    pub(crate) fn configure(&mut self, settings: Settings) {
        self.searcher.configure(without_overhead(settings));
    }

    /// Prepares the search.
    pub(crate) fn prepare(&mut self) {
        self.searcher.prepare();
    }

    /// Changes the parameters of the search.
    pub(crate) fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }

    /// Empties the cache and the transposition table.
    pub(crate) fn clear(&mut self) {
        self.searcher.clear();
        self.results.clear();
    }

    /// Returns the result for `position`, if it was searched.
    pub(crate) fn get(&self, position: &Position) -> Option<&CachedSearch> {
        self.results.get(&position.key())
    }

    /// Returns the score of `position` for its player to move: the search's if there is one, else
    /// the static evaluation.
    pub(crate) fn estimate(&mut self, position: &Position) -> Score {
        match self.get(position) {
            Some(result) => result.score,
            None => self.evaluator.evaluate(position, 0),
        }
    }

    /// Searches `position`, the last of `history`, within `limits`; returns the nodes searched.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        history: GameHistory,
        limits: Limits,
        stop_token: &StopToken,
    ) -> u64 {
        let request = Request {
            position: position.clone(),
            history,
            limits,
            multi_pv: 1,
            only: None,
            except: Vec::new(),
        };
        let mut steps = Vec::new();
        let result = self.searcher.search(&request, stop_token, &mut |info| {
            steps.clone_from(&info.pv);
        });
        let nodes = result.nodes;
        let Some(searched) = CachedSearch::new(result, &steps) else {
            return nodes;
        };
        if self.results.len() >= CAPACITY {
            self.results.clear();
        }
        self.results
            .entry(position.key())
            .and_modify(|known| known.merge(&searched))
            .or_insert(searched);
        nodes
    }
}

/// Returns the settings of a search within a planned turn: the move overhead is subtracted by the
/// planner.
fn without_overhead(settings: Settings) -> Settings {
    Settings {
        move_overhead: Duration::ZERO,
        ..settings
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{GameHistory, Position as _, Variant as _};
    use jabberwock_search::{Limits, Settings, StopToken};
    use jabberwock_variants::chess::Chess;

    use super::SearchCache;

    #[test]
    fn a_shallower_search_adds_its_nodes_and_changes_nothing_else() {
        let start = Chess.start();
        let mut cache = SearchCache::new(Settings::default());
        let mut search = |depth| {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            let history = GameHistory::new(start.key());
            let nodes = cache.search(&start, history, limits, &StopToken::new());
            (nodes, cache.get(&start).expect("a result").clone())
        };
        let (first, deep) = search(5);
        let (second, known) = search(2);
        assert_eq!((deep.depth, deep.nodes), (5, first));
        assert_eq!((known.depth, known.nodes), (5, first + second));
        assert_eq!((known.score, known.pv), (deep.score, deep.pv));
    }
}
