//! The chess search with a cache of its results: equal games are searched once, whatever square
//! they stand on, and results are kept from turn to turn.

use std::{collections::HashMap, time::Duration};

use jabberwock_game::{Evaluate, Evaluator as _, GameHistory, Key, Position as _, Score, Turn};
use jabberwock_search::{Limits, Params, Request, Searcher, Settings, StopToken};
use jabberwock_variants::chess::{Chess, Position};

/// Most results kept; a full cache is emptied.
const CAPACITY: usize = 20_000;

/// The result of the searches of a game so far.
#[derive(Clone, Debug)]
pub(crate) struct CachedSearch {
    /// For the player to move.
    pub(crate) score: Score,
    /// The principal variation.
    pub(crate) pv: Vec<Turn>,
    /// Finished depth in plies.
    pub(crate) depth: u32,
    /// Nodes of all searches of the game.
    pub(crate) nodes: u64,
}

/// The chess search and its results by key.
#[derive(Debug)]
pub(crate) struct SearchCache {
    searcher: Searcher<Chess>,
    evaluator: <Chess as Evaluate>::Evaluator,
    results: HashMap<Key, CachedSearch>,
}

impl SearchCache {
    /// An empty cache.
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

    /// The result for `position`, if it was searched.
    pub(crate) fn get(&self, position: &Position) -> Option<&CachedSearch> {
        self.results.get(&position.key())
    }

    /// The score of `position` for its player to move: the search's if there is one, else the
    /// static evaluation.
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
        let Some(best) = result.best else {
            return result.nodes;
        };
        if self.results.len() >= CAPACITY {
            self.results.clear();
        }
        let before = self.results.get(&position.key());
        let nodes_before = before.map_or(0, |known| known.nodes);
        // A search cut short before its first iteration is less reliable than an earlier one.
        if result.depth > 0 || before.is_none() {
            let mut pv: Vec<Turn> = steps
                .iter()
                .map(|&step| Turn::from_slice(&[step]))
                .collect();
            if pv.first() != Some(&best) {
                pv = vec![best];
                pv.extend(result.ponder.clone());
            }
            let known = CachedSearch {
                score: result.score,
                pv,
                depth: result.depth,
                nodes: nodes_before + result.nodes,
            };
            self.results.insert(position.key(), known);
        }
        result.nodes
    }
}

/// The planner keeps the overhead back itself.
fn without_overhead(settings: Settings) -> Settings {
    Settings {
        move_overhead: Duration::ZERO,
        ..settings
    }
}
