//! What a planner remembers of the games on the boards.

use std::collections::HashMap;

use jabberwock_game::{GameHistory, Key, Position as _};
use jabberwock_variants::{board::Square, chess::Position, mega::Board};

use super::Plan;

/// Entries kept at most; then all are forgotten.
const MOST: usize = 20_000;

/// The past of games of chess, so that they get on, and plans of games of higher levels.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// How games of chess came to be as they are.
    histories: HashMap<Key, GameHistory>,
    /// Plans, and the nodes they cost.
    plans: HashMap<Key, (u64, Plan)>,
    /// The outermost position after the last turn.
    left: Option<Board>,
}

impl Memory {
    /// The past of a game of chess.
    pub(super) fn history(&self, position: &Position) -> GameHistory {
        let history = self.histories.get(&position.key()).cloned();
        history.unwrap_or_else(|| GameHistory::new(position.key()))
    }

    /// What is known of a game of a higher level, and the nodes that took.
    pub(super) fn of(&self, board: &Board) -> Option<&(u64, Plan)> {
        self.plans.get(&board.key())
    }

    pub(super) fn keep(&mut self, board: &Board, nodes: u64, plan: Plan) {
        if self.plans.len() >= MOST {
            self.plans.clear();
        }
        self.plans.insert(board.key(), (nodes, plan));
    }

    /// The opponent's turn has led from where the last turn left the game to `board`.
    pub(super) fn arrive(&mut self, board: &Board) {
        if let Some(left) = self.left.take() {
            self.follow(&left, board);
        }
        self.left = Some(board.clone());
    }

    /// A turn has led to `after`.
    pub(super) fn leave(&mut self, after: Board) {
        if let Some(board) = self.left.take() {
            self.follow(&board, &after);
        }
        self.left = Some(after);
    }

    /// Games of chess that are another on the same square in the next position have got on.
    fn follow(&mut self, before: &Board, after: &Board) {
        if self.histories.len() >= MOST {
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
