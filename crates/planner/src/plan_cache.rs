//! Plans of the games of higher levels, and the histories of the games of chess.

use std::collections::HashMap;

use jabberwock_game::{GameHistory, Key, Position as _};
use jabberwock_variants::{
    board::Square,
    chess::Position,
    mega::{Board, Play},
};

use crate::plan::Plan;

/// Most entries of each kind; a full cache is emptied.
const CAPACITY: usize = 20_000;

/// A plan and the nodes it took.
#[derive(Debug)]
pub(crate) struct CachedPlan {
    /// The plan.
    pub(crate) plan: Plan,
    /// Nodes granted to it.
    pub(crate) nodes: u64,
}

/// Kept from turn to turn.
#[derive(Debug, Default)]
pub(crate) struct PlanCache {
    /// The positions that led to a game of chess, for repetition in it.
    histories: HashMap<Key, GameHistory>,
    /// By position and the text of the draft planned around.
    plans: HashMap<(Key, String), CachedPlan>,
    /// The last position of the outermost game.
    last: Option<Board>,
}

impl PlanCache {
    /// The history of a game of chess, the position itself included.
    pub(crate) fn history(&self, position: &Position) -> GameHistory {
        let history = self.histories.get(&position.key()).cloned();
        history.unwrap_or_else(|| GameHistory::new(position.key()))
    }

    /// The plan for a game of a higher level around `draft`, if there is one.
    pub(crate) fn get(&self, board: &Board, draft: Option<&Play>) -> Option<&CachedPlan> {
        self.plans.get(&key(board, draft))
    }

    /// Keeps a plan around `draft` that took `nodes` nodes.
    pub(crate) fn insert(&mut self, board: &Board, draft: Option<&Play>, nodes: u64, plan: Plan) {
        if self.plans.len() >= CAPACITY {
            self.plans.clear();
        }
        self.plans
            .insert(key(board, draft), CachedPlan { plan, nodes });
    }

    /// Empties the cache of plans; histories are kept.
    pub(crate) fn forget_plans(&mut self) {
        self.plans.clear();
    }

    /// A turn has led from the last position of the outermost game to `board`.
    pub(crate) fn advance_to(&mut self, board: Board) {
        if let Some(last) = self.last.take() {
            self.extend_histories(&last, &board);
        }
        self.last = Some(board);
    }

    /// Extends the history of each game of chess in which a turn was made.
    fn extend_histories(&mut self, before: &Board, after: &Board) {
        if self.histories.len() >= CAPACITY {
            self.histories.clear();
        }
        for square in Square::ALL {
            let games = (before.game(square), after.game(square));
            let (Some(old), Some(new)) = games else {
                continue;
            };
            let (Some(old), Some(new)) = (old.small(), new.small()) else {
                continue;
            };
            if old.key() != new.key() && old.turn() != new.turn() && new.clock() > 0 {
                let mut history = self.history(old);
                history.push(new.key());
                self.histories.insert(new.key(), history);
            }
        }
    }
}

fn key(board: &Board, draft: Option<&Play>) -> (Key, String) {
    let draft = draft.map(ToString::to_string);
    (board.key(), draft.unwrap_or_default())
}
