//! Composes turns from the results of the games: which boards to play on, and whether a mega-move
//! is better.

use std::sync::Arc;

use jabberwock_game::{GameHistory, Score};
use jabberwock_search::Window;
use jabberwock_variants::{
    board::Bitboard,
    mega::{Board, Play},
};

use crate::{
    candidate::Candidate,
    mega_board::MegaBoard,
    mega_search::MegaSearch,
    params::PlannerParams,
    subgame::{PlayableBoard, Subgame, is_won},
    time_budget::TimeBudget,
};

/// The number of candidates that are searched, by depth in turns.
const WIDTHS: [usize; 9] = [
    usize::MAX,
    usize::MAX,
    usize::MAX,
    usize::MAX,
    32,
    24,
    16,
    12,
    8,
];

/// Least and most nodes of the search of the mega-board.
const MIN_NODES: u64 = 500;
const MAX_NODES: u64 = 60_000;

/// A mega-board with the data needed to compose a turn on it.
#[derive(Debug)]
pub(crate) struct Composer<'a> {
    pub(crate) params: &'a PlannerParams,
    pub(crate) board: &'a Board,
    pub(crate) subgames: &'a [Subgame],
    pub(crate) playable: &'a [PlayableBoard],
    /// The value of the games in which the opponent is to move, in centipawns.
    pub(crate) waiting_value: f64,
    /// The history of the outermost game; `None` on inner boards.
    pub(crate) history: Option<&'a GameHistory>,
}

impl Composer<'_> {
    /// Returns the candidate turns: a board turn, and every mega-move.
    pub(crate) fn candidates(&self, budget: &mut TimeBudget<'_>) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = self.board_turn().into_iter().collect();
        for mv in self.board.moves() {
            // One turn is needed even without time.
            if !candidates.is_empty() && budget.is_due() {
                break;
            }
            let play = Play::of(mv);
            if let Ok(after) = self.board.after(&play) {
                candidates.push(self.candidate(play, after, Vec::new()));
            }
        }
        candidates
    }

    /// Returns the legal turns among `plays`.
    pub(crate) fn legal(&self, plays: &[Play]) -> Vec<Candidate> {
        let legal = plays.iter().filter_map(|play| {
            let after = self.board.after(play).ok()?;
            let boards = (0..self.playable.len())
                .filter(|&index| play.on(self.playable[index].square).is_some());
            Some(self.candidate(play.clone(), after, boards.collect()))
        });
        legal.collect()
    }

    /// Returns a turn that contains `draft`, with the boards and turns of the greatest benefit.
    pub(crate) fn completed(&self, draft: &Play) -> Vec<Candidate> {
        let best = self.playable.iter().filter_map(|board| {
            let play = self.subgames[board.subgame].play.clone()?;
            Some((board.square, play))
        });
        let best: Vec<_> = best.collect();
        let turn = self.board.complete(draft, &best).ok();
        self.legal(turn.as_slice())
    }

    fn candidate(&self, play: Play, after: Board, boards: Vec<usize>) -> Candidate {
        let besieged = self.board.besieged();
        let is_move = matches!(play, Play::Move { .. });
        let (mut games, mut tempo) = (self.waiting_value, 0.0);
        for (index, board) in self.playable.iter().enumerate() {
            let score = self.subgames[board.subgame].score;
            let played = boards.contains(&index);
            if played {
                tempo += board.value.tempo(score, self.params);
            }
            let running = if is_move || !played {
                !besieged.contains(board.square)
            } else {
                after.game(board.square).is_some()
            };
            if running {
                games += board.value.expected(self.params.expected_result(score));
            }
        }
        Candidate {
            play,
            earlier_occurrences: self.earlier_occurrences(&after),
            after,
            boards,
            games,
            tempo,
            value: 0,
        }
    }

    /// Returns a legal board turn with a great benefit.
    pub(crate) fn board_turn(&self) -> Option<Candidate> {
        if self.board.is_check() || self.playable.is_empty() {
            return None;
        }
        let risky = self.risky_wins();
        let besieged = self.board.besieged();
        let by_benefit: Vec<usize> = (0..self.playable.len()).collect();
        let mut checks_first = by_benefit.clone();
        checks_first.sort_by_key(|&index| !besieged.contains(self.playable[index].square));
        let mut safe_first = by_benefit.clone();
        safe_first.sort_by_key(|&index| {
            let square = self.playable[index].square;
            (!besieged.contains(square), risky.contains(square))
        });
        let none = Bitboard::EMPTY;
        let mut attempts = vec![(by_benefit.clone(), none), (checks_first.clone(), none)];
        for square in risky {
            let mut last = by_benefit.clone();
            last.sort_by_key(|&index| self.playable[index].square == square);
            attempts.push((last, none));
            attempts.push((checks_first.clone(), Bitboard::of(square)));
        }
        attempts.push((safe_first, none));
        attempts.push((by_benefit, risky));
        attempts.push((checks_first, risky));
        attempts
            .into_iter()
            .find_map(|(order, not_won)| self.attempt(&order, not_won))
    }

    /// Returns the enemy mega-pieces whose games the best turns win. They leave the mega-board,
    /// which may open a line to the own mega-king (G8).
    fn risky_wins(&self) -> Bitboard {
        let us = self.board.turn();
        let enemies = self.board.pieces().color(!us);
        let mut risky = Bitboard::EMPTY;
        for subgame in self.subgames {
            let squares = subgame.squares & enemies;
            let may_win = subgame.score.is_win() || subgame.depth == 0;
            if let Some(play) = subgame.play.as_ref().filter(|_| may_win)
                && !squares.is_empty()
                && subgame
                    .game
                    .after(play)
                    .is_ok_and(|after| is_won(&after, us))
            {
                risky |= squares;
            }
        }
        risky
    }

    /// Returns the turn on the first boards in `order`, if it is legal. Those on `not_won` are not
    /// won.
    fn attempt(&self, order: &[usize], not_won: Bitboard) -> Option<Candidate> {
        let count = self.board.boards_of_a_turn() as usize;
        let chosen: Vec<usize> = order.iter().copied().take(count).collect();
        let parts = chosen.iter().map(|&index| {
            let board = &self.playable[index];
            let subgame = &self.subgames[board.subgame];
            let play = if not_won.contains(board.square) {
                subgame.without_win(self.board.turn())?
            } else {
                subgame.play.clone()?
            };
            Some((Bitboard::of(board.square), play))
        });
        let parts: Vec<(Bitboard, Arc<Play>)> = parts.collect::<Option<_>>()?;
        let play = Play::boards(parts);
        let after = self.board.after(&play).ok()?;
        Some(self.candidate(play, after, chosen))
    }

    /// Returns the loss of the opponent, in centipawns, by any mega-move after `candidate`: the
    /// games in which the opponent is in check (G9).
    fn move_cost(&self, candidate: &Candidate) -> i32 {
        let besieged = candidate.after.besieged();
        let costs = candidate.boards.iter().map(|&index| {
            let board = &self.playable[index];
            if besieged.contains(board.square) {
                let score = self.subgames[board.subgame].score;
                board.value.if_won - board.value.expected(self.params.expected_result(score))
            } else {
                0.0
            }
        });
        costs.sum::<f64>() as i32
    }

    /// Evaluates and sorts the candidates, the best first, in a round of `nodes` nodes. Each depth
    /// keeps fewer of them. The values of the `lines` best are exact, the others are upper bounds.
    pub(crate) fn evaluate_candidates(
        &self,
        candidates: &mut Vec<Candidate>,
        lines: usize,
        nodes: u64,
        budget: &mut TimeBudget<'_>,
    ) {
        // Without games to search all the time goes into the mega-board.
        let no_games = self.playable.is_empty() || self.board.is_check();
        let only_task = no_games && self.history.is_some();
        let limit = if only_task {
            MAX_NODES
        } else {
            (nodes / 4).min(MAX_NODES)
        };
        let limit = limit.min(budget.nodes_left() / 4).max(MIN_NODES);
        let mut search = MegaSearch::new(self.params, limit, budget.evaluation_deadline(only_task));
        for (depth, width) in WIDTHS.into_iter().enumerate() {
            let count = candidates.len().min(width.max(lines));
            let mut values = Vec::with_capacity(count);
            let mut best = vec![-Score::INFINITE.0; lines];
            for candidate in &candidates[..count] {
                if depth > 0 && search.is_exhausted() {
                    break;
                }
                let least = best[lines - 1];
                let value = self.search_value(candidate, least, depth as u32, &mut search);
                let place = best.partition_point(|&other| other >= value);
                best.insert(place, value);
                values.push(value);
            }
            if depth > 0 && (values.len() < count || search.is_exhausted()) {
                break;
            }
            candidates.truncate(count);
            for (candidate, value) in candidates.iter_mut().zip(values) {
                candidate.value = value;
            }
            candidates.sort_by_key(|candidate| -candidate.value);
        }
        budget.add_nodes(search.nodes());
    }

    /// Returns the value of `candidate` by a search of `depth` turns after it, in centipawns; an
    /// upper bound if it is at most `least`.
    fn search_value(
        &self,
        candidate: &Candidate,
        least: i32,
        depth: u32,
        search: &mut MegaSearch<'_>,
    ) -> i32 {
        let us = self.board.turn();
        // The search of the mega-board does not detect repetition.
        if candidate.is_drawn() {
            return Score::DRAW.0;
        }
        if let Some(outcome) = candidate.after.outcome() {
            return outcome.points_for(us) * Score::mate_in(1).0;
        }
        let board = MegaBoard::new(&candidate.after, self.move_cost(candidate));
        let of_games = (candidate.games + candidate.tempo) as i32;
        let alpha = match Score(least) {
            // The value of a repeated position is a fraction of its score.
            _ if candidate.earlier_occurrences > 0 => -Score::INFINITE,
            least if least.is_decisive() => least,
            least => least - of_games,
        };
        let mut score = Score::INFINITE;
        if alpha > -Score::INFINITE {
            score = -search.score(&board, depth, Window::zero(alpha).for_child(true));
        }
        if score > alpha {
            let full = Window {
                alpha,
                ..Window::FULL
            };
            score = -search.score(&board, depth, full.for_child(true));
        }
        if score.is_decisive() {
            return score.0;
        }
        let value = Score::from_eval(score.0 + of_games).0;
        if candidate.earlier_occurrences > 0 {
            return value / self.params.repetition_divisor;
        }
        value
    }

    /// Returns the number of earlier occurrences of the position `after` in the outermost game; 0
    /// on inner boards.
    fn earlier_occurrences(&self, after: &Board) -> u32 {
        self.history.map_or(0, |history| {
            let mut history = history.clone();
            history.push(after.key());
            history.earlier_occurrences(u32::MAX)
        })
    }
}
