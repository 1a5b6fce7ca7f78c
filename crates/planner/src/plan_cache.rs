//! Plans of the games of higher levels, and the histories of the games of chess.

use std::{collections::HashMap, ops::ControlFlow};

use jabberwock_game::{GameHistory, Key, Position as _, try_for_each_turn};
use jabberwock_variants::{
    board::Square,
    chess::Position,
    mega::{Board, Play},
};

use crate::plan::Plan;

/// The maximum number of entries of each kind; a full cache is emptied.
const CAPACITY: usize = 20_000;

/// A plan and the nodes it took.
#[derive(Debug)]
pub(crate) struct CachedPlan {
    /// The plan.
    pub(crate) plan: Plan,
    /// Nodes granted to it.
    pub(crate) nodes: u64,
}

/// The plans and game histories that are kept from turn to turn.
#[derive(Debug, Default)]
pub(crate) struct PlanCache {
    /// The history of each game of chess by its position's key, to detect repetitions.
    histories: HashMap<Key, GameHistory>,
    /// The plans by the key of the position and the text of the draft planned around.
    plans: HashMap<(Key, String), CachedPlan>,
    /// The last position of the outermost game.
    last: Option<Board>,
}

impl PlanCache {
    /// Returns the history of a game of chess, the position itself included.
    pub(crate) fn history(&self, position: &Position) -> GameHistory {
        let history = self.histories.get(&position.key()).cloned();
        history.unwrap_or_else(|| GameHistory::new(position.key()))
    }

    /// Returns the plan for a game of a higher level around `draft`, if there is one.
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
    pub(crate) fn clear_plans(&mut self) {
        self.plans.clear();
    }

    /// Sets the position of the outermost game. If a turn has led there from the last one, the
    /// histories of the games on its boards are extended.
    pub(crate) fn advance_to(&mut self, board: Board) {
        if let Some(last) = self.last.take() {
            self.extend_histories(&last, &board);
        }
        self.last = Some(board);
    }

    /// Extends the history of each game of chess of the outermost mega-board in which a turn was
    /// made.
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
            if new.clock() > 0 && follows(old, new) {
                let mut history = self.history(old);
                history.push(new.key());
                self.histories.insert(new.key(), history);
            }
        }
    }
}

/// Whether a legal turn leads from `old` to `new`: the last position may be one after a planned
/// turn that was not made.
fn follows(old: &Position, new: &Position) -> bool {
    old.turn() != new.turn()
        && try_for_each_turn(old, &mut |_, after| {
            if after == new {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
}

fn key(board: &Board, draft: Option<&Play>) -> (Key, String) {
    let draft = draft.map(ToString::to_string);
    (board.key(), draft.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::{
        board::Square,
        mega::{Board, Game, Play},
    };

    use super::PlanCache;

    /// Returns the position after `turns` turns, in which the knights of eight games move out and
    /// back.
    fn board(turns: usize) -> Board {
        let start = Game::start(1);
        let mut board = start.large().expect("a mega-game").clone();
        for moves in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().take(turns) {
            let turn = format!("{{a1,b1,c1,d1,e1,f1,g1,h1={moves}}}");
            let play = Play::parse(1, &turn).expect("a turn");
            board = board.after(&play).expect("a legal turn");
        }
        board
    }

    /// Returns the number of earlier occurrences of the position of the game on a1.
    fn earlier_occurrences(cache: &PlanCache, board: &Board) -> u32 {
        let game = board.game(Square::A1).and_then(Game::small);
        let history = cache.history(game.expect("a game of chess"));
        history.earlier_occurrences(u32::MAX)
    }

    #[test]
    fn turns_that_are_made_repeat_positions_of_games() {
        let mut cache = PlanCache::default();
        for turns in 0..=4 {
            cache.advance_to(board(turns));
        }
        assert_eq!(earlier_occurrences(&cache, &board(4)), 1);
    }

    #[test]
    fn turns_that_are_planned_again_and_again_repeat_nothing() {
        let mut cache = PlanCache::default();
        for _ in 0..3 {
            cache.advance_to(board(2));
            cache.advance_to(board(3));
        }
        assert_eq!(earlier_occurrences(&cache, &board(2)), 0);
        assert_eq!(earlier_occurrences(&cache, &board(3)), 0);
    }
}
