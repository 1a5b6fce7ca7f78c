//! What is known of games of chess: each searched once, whatever square it stands on, and kept from
//! turn to turn.

use std::{collections::HashMap, time::Duration};

use jabberwock_game::{
    Evaluate as _, Evaluator as _, GameHistory, Key, Position as _, Score, Turn,
};
use jabberwock_search::{Limits, Params, Request, Searcher, Settings, StopToken};
use jabberwock_variants::chess::{Chess, Evaluator, Position};

/// Games kept in mind at most; then all are forgotten.
const MEMORY: usize = 20_000;

/// What a search has found out about a game.
#[derive(Clone, Debug)]
pub(super) struct Insight {
    /// For the player to move.
    pub(super) score: Score,
    /// The moves expected, the best one first.
    pub(super) line: Vec<Turn>,
    /// Finished depth in plies.
    pub(super) depth: u32,
    /// Nodes it has cost.
    pub(super) nodes: u64,
}

/// The chess search and what it has found out.
#[derive(Debug)]
pub(super) struct Insights {
    searcher: Searcher<Chess>,
    evaluator: Evaluator,
    known: HashMap<Key, Insight>,
}

impl Insights {
    pub(super) fn new(settings: Settings) -> Insights {
        Insights {
            searcher: Searcher::new(Chess, Insights::hurried(settings)),
            evaluator: Chess.evaluator(),
            known: HashMap::new(),
        }
    }

    /// Time kept back is the planner's business.
    fn hurried(settings: Settings) -> Settings {
        Settings {
            move_overhead: Duration::ZERO,
            ..settings
        }
    }

    pub(super) fn configure(&mut self, settings: Settings) {
        self.searcher.configure(Insights::hurried(settings));
    }

    /// Changes the numbers of the search.
    pub(super) fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }

    pub(super) fn clear(&mut self) {
        self.searcher.clear();
        self.known.clear();
    }

    /// What is known of `position`.
    pub(super) fn of(&self, position: &Position) -> Option<&Insight> {
        self.known.get(&position.key())
    }

    /// What is known of the value of `position`, or seems so, for its player to move.
    pub(super) fn glance(&mut self, position: &Position) -> Score {
        match self.of(position) {
            Some(insight) => insight.score,
            None => self.evaluator.evaluate(position),
        }
    }

    /// Searches `position`, which `history` leads to, within `limits`; gives the nodes it took.
    pub(super) fn search(
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
        let result = self.searcher.search(&request, stop_token, &mut |report| {
            steps.clone_from(&report.pv);
        });
        let Some(best) = result.best else {
            return result.nodes;
        };
        if self.known.len() >= MEMORY {
            self.known.clear();
        }
        let before = self.known.get(&position.key());
        let spent = before.map_or(0, |insight| insight.nodes);
        // A search cut short before its first result says less than an earlier one.
        if result.depth > 0 || before.is_none() {
            let mut line: Vec<Turn> = steps
                .iter()
                .map(|&step| Turn::from_slice(&[step]))
                .collect();
            if line.first() != Some(&best) {
                line = vec![best];
                line.extend(result.ponder.clone());
            }
            let insight = Insight {
                score: result.score,
                line,
                depth: result.depth,
                nodes: spent + result.nodes,
            };
            self.known.insert(position.key(), insight);
        }
        result.nodes
    }
}
