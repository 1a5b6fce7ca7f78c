//! An alpha-beta search of the mega-board alone.

use std::time::Instant;

use jabberwock_game::Score;
use jabberwock_search::Window;
use jabberwock_variants::fide::{Move, Role};

use crate::{
    mega_board::MegaBoard, mega_evaluation::evaluate, mega_table::MegaTable, params::PlannerParams,
};

/// Limit of the extensions by checks and captures, in turns from the root.
const MAX_PLY: usize = 14;
/// The number of turns at the beginning of quiescence search in which checks are searched.
const CHECKING_TURNS: i32 = 2;
/// The number of moves of a node that are never reduced.
const UNREDUCED_MOVES: usize = 4;
/// Nodes between two checks of the deadline.
const CHECK_TIME_EVERY: u64 = 64;

/// A search with limits of nodes and time, which hold for all its calls together.
#[derive(Debug)]
pub(crate) struct MegaSearch<'a> {
    params: &'a PlannerParams,
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    table: MegaTable,
    killers: [[Option<Move>; 2]; MAX_PLY],
}

/// The node whose moves are searched.
#[derive(Clone, Copy, Debug)]
struct Node<'a> {
    board: &'a MegaBoard,
    /// The remaining depth in turns; at most 0 in quiescence search.
    depth: i32,
    /// The distance from the root in turns.
    ply: usize,
    is_check: bool,
    /// The best move of an earlier search.
    table_move: Option<Move>,
}

impl Node<'_> {
    /// Whether only captures, promotions and checks are searched.
    fn is_quiescence(&self) -> bool {
        self.depth <= 0 && !self.is_check
    }
}

/// A mega-move and the board after it.
#[derive(Debug)]
struct Child {
    board: MegaBoard,
    mv: Move,
    is_quiet: bool,
    gives_check: bool,
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
            table: MegaTable::new(limit),
            killers: [[None; 2]; MAX_PLY],
        }
    }

    /// Returns the nodes searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit was reached. Scores returned since are unreliable.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes >= self.limit
    }

    /// Returns the score of `board`, one turn from the root, for its player to move by a search of
    /// `depth` turns; outside `window` it is a bound.
    pub(crate) fn score(&mut self, board: &MegaBoard, depth: u32, window: Window) -> Score {
        self.search(board, depth as i32, 1, window)
    }

    fn search(&mut self, board: &MegaBoard, depth: i32, ply: usize, window: Window) -> Score {
        self.count_node();
        if ply >= MAX_PLY || self.is_exhausted() {
            return evaluate(board, self.params);
        }
        let key = board.key();
        let entry = self.table.probe(key);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(depth, ply, window)) {
            return score;
        }
        let node = Node {
            board,
            depth,
            ply,
            is_check: board.is_check(board.turn()),
            table_move: entry.and_then(|entry| entry.best),
        };
        let (score, best) = self.search_moves(&node, window);
        if !self.is_exhausted() {
            self.table.store(key, (depth, ply), window, score, best);
        }
        score
    }

    /// Returns the score of the node and its best mega-move, if one is better than alpha.
    fn search_moves(&mut self, node: &Node<'_>, window: Window) -> (Score, Option<Move>) {
        let mut best = self.score_without_move(node, window);
        let mut open = window;
        open.alpha = best.map_or(open.alpha, |score| score.max(open.alpha));
        if open.is_empty() {
            return (open.alpha, None);
        }
        let (children, is_pruned) = self.children(node);
        let mut best_move = None;
        for (index, child) in children.iter().enumerate() {
            let score = self.search_child(node, child, index, open);
            best = best.max(Some(score));
            if score > open.alpha {
                open.alpha = score;
                best_move = Some(child.mv);
            }
            if open.is_empty() {
                self.add_killer(node.ply, child);
                break;
            }
        }
        let score = match best {
            Some(score) => score,
            None if is_pruned => evaluate(node.board, self.params),
            // Mega-checkmate and mega-stalemate are both lost (G18).
            None => Score::mated_in(node.ply as i32),
        };
        (score, best_move)
    }

    /// Returns the score of making no mega-move: the static evaluation in quiescence search, else
    /// that of a board turn, if one is possible.
    fn score_without_move(&mut self, node: &Node<'_>, window: Window) -> Option<Score> {
        let board = node.board;
        if node.is_quiescence() {
            Some(evaluate(board, self.params))
        } else if !node.is_check && board.can_pass(board.turn()) {
            let passed = board.after_pass();
            let window = window.for_child(true);
            Some(-self.search(&passed, node.depth - 1, node.ply + 1, window))
        } else {
            None
        }
    }

    /// Returns the score of the node's move number `index` by principal variation search with late
    /// move reductions.
    fn search_child(
        &mut self,
        node: &Node<'_>,
        child: &Child,
        index: usize,
        window: Window,
    ) -> Score {
        // The window of the child, without the cost of the move.
        let cost = node.board.move_cost();
        let alpha = add_unless_mate(window.alpha, cost);
        let beta = add_unless_mate(window.beta, cost);
        let full = Window { alpha, beta };
        // Answers to a check are searched as deep as the node.
        let depth = if node.is_check {
            node.depth.max(0)
        } else {
            node.depth - 1
        };
        let mut search = |depth, window: Window| {
            let score = self.search(&child.board, depth, node.ply + 1, window.for_child(true));
            add_unless_mate(-score, -cost)
        };
        if index > 0 {
            let is_late = index >= UNREDUCED_MOVES && depth >= 2;
            let is_reduced = is_late && child.is_quiet && !child.gives_check && !node.is_check;
            let score = search(depth - i32::from(is_reduced), Window::zero(alpha));
            let is_exact = !is_reduced && beta - alpha <= 1;
            if score <= window.alpha || is_exact {
                return score;
            }
        }
        search(depth, full)
    }

    /// Returns the mega-moves to search, the most promising first, and whether legal ones are left
    /// out.
    fn children(&self, node: &Node<'_>) -> (Vec<Child>, bool) {
        let board = node.board;
        let us = board.turn();
        let captures_only = node.is_quiescence() && node.depth <= -CHECKING_TURNS;
        let mut children = Vec::new();
        let mut is_pruned = false;
        for mv in board.moves(captures_only) {
            let after = board.after(mv);
            if after.is_check(us) {
                continue;
            }
            let child = Child {
                mv,
                is_quiet: mv.captured.is_none() && mv.promotion.is_none(),
                gives_check: after.is_check(!us),
                board: after,
            };
            if is_searched(node, &child) {
                children.push((self.order(node, &child), child));
            } else {
                is_pruned = true;
            }
        }
        children.sort_by_key(|&(order, _)| -order);
        let children = children.into_iter().map(|(_, child)| child);
        (children.collect(), is_pruned)
    }

    /// Returns a number that is greater for more promising moves: the move of the table, captures
    /// by the value of the captured piece, checks, killers, armed pieces by their distance to the
    /// enemy king.
    fn order(&self, node: &Node<'_>, child: &Child) -> i32 {
        let mv = child.mv;
        let board = node.board;
        if node.table_move == Some(mv) {
            return 100_000;
        }
        let mut order = 0;
        if let Some(role) = mv.captured {
            order += 10_000 + self.params.armed_value(role);
        }
        if child.gives_check {
            order += 5_000;
        }
        if self.killers[node.ply].contains(&Some(mv)) {
            order += 1_000;
        }
        if board.armed().contains(mv.from) {
            let target = board.pieces().king(!board.turn());
            order += 100 - 10 * mv.to.distance(target) as i32;
        }
        order
    }

    fn add_killer(&mut self, ply: usize, child: &Child) {
        let killers = &mut self.killers[ply];
        if child.is_quiet && killers[0] != Some(child.mv) {
            *killers = [Some(child.mv), killers[0]];
        }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_TIME_EVERY)
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.limit = self.nodes;
        }
    }
}

/// Whether the legal move to `child` is searched: in check every move, in quiescence search those
/// that capture, promote or give check. From the second turn on quiet moves of pieces whose games
/// are running are searched only next to one of the kings.
fn is_searched(node: &Node<'_>, child: &Child) -> bool {
    if node.is_check || !child.is_quiet || child.gives_check {
        return true;
    }
    if node.is_quiescence() {
        return false;
    }
    let (board, mv) = (node.board, child.mv);
    let us = board.turn();
    node.ply == 1
        || (board.armed() | board.disarmed()).contains(mv.from)
        || mv.role == Role::King
        || board.pieces().king(us).distance(mv.from) <= 1
        || board.pieces().king(!us).distance(mv.to) <= 1
}

/// Returns `score` plus `centipawns`; a forced mate is not changed.
fn add_unless_mate(score: Score, centipawns: i32) -> Score {
    if score.is_decisive() {
        score
    } else {
        score + centipawns
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;
    use jabberwock_search::Window;
    use jabberwock_variants::mega::Board;

    use super::MegaSearch;
    use crate::{mega_board::MegaBoard, params::PlannerParams};

    fn score(text: &str, cost: i32, depth: u32) -> Score {
        let board = Board::parse(1, text).expect("a sound position");
        let params = PlannerParams::default();
        let mut search = MegaSearch::new(&params, 100_000, None);
        search.score(&MegaBoard::new(&board, cost), depth, Window::FULL)
    }

    #[test]
    fn a_mate_costs_nothing() {
        // The rook mates the dethroned king.
        let text = "4k!3/8/8/8/8/8/8/R+3K3 w - - 3 40 {e1=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
        for cost in [0, 300, 5000] {
            assert_eq!(score(text, cost, 1), Score::mate_in(2), "{cost}");
        }
    }

    #[test]
    fn a_smothered_king_is_mated_by_a_knight_in_several_moves() {
        // The king is dethroned, its neighbours can only make way: the knight needs three moves.
        let text = "3qk!b2/3ppp2/8/8/8/8/8/4K1N+1 w - - 3 40 {}";
        assert!(score(text, 0, 6).is_win());
        assert!(!score(text, 0, 2).is_decisive());
    }

    #[test]
    fn a_window_bounds_the_score() {
        let text = "4k!3/5p2/8/3n+4/8/2B+5/8/R+3K3 b - - 3 40 {}";
        let board = MegaBoard::new(&Board::parse(1, text).expect("a position"), 0);
        let params = PlannerParams::default();
        let search = |window| MegaSearch::new(&params, 1_000_000, None).score(&board, 3, window);
        let exact = search(Window::FULL);
        assert!(search(Window::zero(exact)) <= exact);
        assert!(search(Window::below(exact)) >= exact);
    }
}
