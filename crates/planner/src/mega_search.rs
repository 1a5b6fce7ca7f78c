//! A shallow alpha-beta search of the mega-board alone.

use std::time::Instant;

use jabberwock_game::Score;

use crate::{mega_board::MegaBoard, mega_evaluation::evaluate, params::PlannerParams};

/// Limit of the extensions by checks and captures, in turns from the root.
const MAX_PLY: i32 = 12;

/// Nodes between two checks of the deadline.
const CHECK_TIME_EVERY: u64 = 64;

/// A search with limits of nodes and time, which hold for all its calls together.
#[derive(Debug)]
pub(crate) struct MegaSearch<'a> {
    params: &'a PlannerParams,
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
}

impl<'a> MegaSearch<'a> {
    /// Creates a search of at most about `limit` nodes, which ends at `deadline`.
    pub(crate) fn new(
        params: &'a PlannerParams,
        limit: u64,
        deadline: Option<Instant>,
    ) -> MegaSearch<'a> {
        MegaSearch {
            params,
            nodes: 0,
            limit,
            deadline,
        }
    }

    /// Returns the nodes searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit was reached. Values returned since are unreliable.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Returns the value of `board` for its player to move, in centipawns, by a search of `depth`
    /// turns.
    pub(crate) fn value(&mut self, board: &MegaBoard, depth: u32) -> i32 {
        let bound = Score::INFINITE.0;
        self.search(board, depth, 1, -bound, bound)
    }

    fn search(
        &mut self,
        board: &MegaBoard,
        depth: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_TIME_EVERY)
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.limit = self.nodes;
        }
        let us = board.turn();
        let check = board.is_check(us);
        let quiescence = depth == 0 && !check;
        if ply >= MAX_PLY || self.is_exhausted() {
            return evaluate(board, self.params);
        }
        let mut best = None;
        if quiescence {
            best = Some(evaluate(board, self.params));
        } else if !check && board.can_pass(us) {
            let passed = board.after_pass();
            best = Some(-self.search(&passed, depth - 1, ply + 1, -beta, -alpha));
        }
        if let Some(value) = best {
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        for mv in board.moves(quiescence, self.params) {
            let after = board.after(mv);
            if after.is_check(us) {
                continue;
            }
            let (cost, rest) = (board.move_cost(), depth.saturating_sub(1));
            let (low, high) = (-add_unless_mate(beta, cost), -add_unless_mate(alpha, cost));
            let value = add_unless_mate(-self.search(&after, rest, ply + 1, low, high), -cost);
            best = Some(best.map_or(value, |best| best.max(value)));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // Mega-checkmate and mega-stalemate are both lost (G18).
        best.unwrap_or(Score::mated_in(ply).0)
    }
}

/// Returns `value` plus `change`, both in centipawns; a forced mate is not changed.
fn add_unless_mate(value: i32, change: i32) -> i32 {
    if Score(value).is_decisive() {
        value
    } else {
        value + change
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;
    use jabberwock_variants::mega::Board;

    use super::MegaSearch;
    use crate::{mega_board::MegaBoard, params::PlannerParams};

    #[test]
    fn a_mate_costs_nothing() {
        // The rook mates the dethroned king.
        let text = "4k!3/8/8/8/8/8/8/R+3K3 w - - 3 40 {e1=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
        let board = Board::parse(1, text).expect("a sound position");
        let params = PlannerParams::default();
        for cost in [0, 300, 5000] {
            let mut search = MegaSearch::new(&params, 10_000, None);
            let value = search.value(&MegaBoard::new(&board, cost), 1);
            assert_eq!(value, Score::mate_in(2).0, "{cost}");
        }
    }
}
