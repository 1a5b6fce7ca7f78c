//! From what is known of the games to a turn: which boards to play on, and whether a mega-move is
//! better.

use std::sync::Arc;

use jabberwock_game::{GameHistory, Score};
use jabberwock_variants::{
    board::Bitboard,
    mega::{Board, Play},
};

use super::{
    mega_board::{Field, Look},
    subgame::{Item, Prospect, wins},
    subgame_value::expectation,
    time_budget::Guard,
};

/// A turn that may be made.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) play: Play,
    pub(super) after: Board,
    /// The boards played on, as indices of items; none for a mega-move.
    pub(super) boards: Vec<usize>,
    /// What the games are worth then, in centipawns.
    games: f64,
    /// What the turns in them are worth beyond that.
    tempo: f64,
    /// What the whole is worth.
    pub(super) value: i32,
}

/// What is to be composed, and from what.
#[derive(Debug)]
pub(super) struct Composer<'a> {
    pub(super) board: &'a Board,
    pub(super) prospects: &'a [Prospect],
    pub(super) items: &'a [Item],
    /// What the games are worth in which the opponent is to move, in centipawns.
    pub(super) elsewhere: f64,
    /// The past of the outermost game.
    pub(super) history: Option<&'a GameHistory>,
}

impl Candidate {
    /// What the position is worth, without what only serves to compare turns.
    pub(super) fn score(&self) -> Score {
        let value = Score(self.value);
        if value.is_decisive() {
            value
        } else {
            Score::from_eval(self.value - self.tempo as i32)
        }
    }
}

impl Composer<'_> {
    /// The turns worth a thought: a board turn, and every mega-move.
    pub(super) fn candidates(&self, guard: &mut Guard<'_>) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = self.board_turn().into_iter().collect();
        for mv in self.board.moves() {
            // A first turn, whatever it is worth, is needed at any time.
            if !candidates.is_empty() && guard.is_late() {
                break;
            }
            let play = Play::of(mv);
            if let Ok(after) = self.board.after(&play) {
                candidates.push(self.candidate(play, after, Vec::new()));
            }
        }
        candidates
    }

    /// Those of `plays` that are legal.
    pub(super) fn legal(&self, plays: &[Play]) -> Vec<Candidate> {
        let legal = plays.iter().filter_map(|play| {
            let after = self.board.after(play).ok()?;
            let boards =
                (0..self.items.len()).filter(|&index| play.on(self.items[index].square).is_some());
            Some(self.candidate(play.clone(), after, boards.collect()))
        });
        legal.collect()
    }

    fn candidate(&self, play: Play, after: Board, boards: Vec<usize>) -> Candidate {
        let besieged = self.board.besieged();
        let is_move = matches!(play, Play::Move { .. });
        let (mut games, mut tempo) = (self.elsewhere, 0.0);
        for (index, item) in self.items.iter().enumerate() {
            let played = boards.contains(&index);
            if played {
                tempo += item.stake.tempo(self.prospects[item.index].score);
            }
            let running = if is_move || !played {
                !besieged.contains(item.square)
            } else {
                after.game(item.square).is_some()
            };
            if running {
                let score = self.prospects[item.index].score;
                games += item.stake.worth(expectation(score));
            }
        }
        Candidate {
            play,
            after,
            boards,
            games,
            tempo,
            value: 0,
        }
    }

    /// A legal board turn on the most worthwhile boards.
    pub(super) fn board_turn(&self) -> Option<Candidate> {
        if self.board.is_check() || self.items.is_empty() {
            return None;
        }
        let risky = self.risky();
        let besieged = self.board.besieged();
        let by_benefit: Vec<usize> = (0..self.items.len()).collect();
        let mut checks_first = by_benefit.clone();
        checks_first.sort_by_key(|&index| !besieged.contains(self.items[index].square));
        let mut safe_first = by_benefit.clone();
        safe_first.sort_by_key(|&index| {
            let square = self.items[index].square;
            (!besieged.contains(square), risky.contains(square))
        });
        let nowhere = Bitboard::EMPTY;
        let mut attempts = vec![
            (by_benefit.clone(), nowhere),
            (checks_first.clone(), nowhere),
        ];
        for square in risky {
            let mut without = by_benefit.clone();
            without.sort_by_key(|&index| self.items[index].square == square);
            attempts.push((without, nowhere));
            attempts.push((checks_first.clone(), Bitboard::of(square)));
        }
        attempts.push((safe_first, nowhere));
        attempts.push((by_benefit, risky));
        attempts.push((checks_first, risky));
        attempts
            .into_iter()
            .find_map(|(order, quiet)| self.attempt(&order, quiet))
    }

    /// Enemy men that the turns planned would take off the mega-board, which may open lines (G8).
    fn risky(&self) -> Bitboard {
        let us = self.board.turn();
        let enemies = self.board.men().color(!us);
        let mut risky = Bitboard::EMPTY;
        for prospect in self.prospects {
            let squares = prospect.squares & enemies;
            let may_win = prospect.score.is_win() || prospect.depth == 0;
            if let Some(play) = prospect.play.as_ref().filter(|_| may_win)
                && !squares.is_empty()
                && prospect
                    .game
                    .after(play)
                    .is_ok_and(|after| wins(&after, us))
            {
                risky |= squares;
            }
        }
        risky
    }

    /// The turn on the first boards in `order`, if it is legal. Those on `quiet` are not won.
    fn attempt(&self, order: &[usize], quiet: Bitboard) -> Option<Candidate> {
        let boards = self.board.boards_of_a_turn() as usize;
        let chosen: Vec<usize> = order.iter().copied().take(boards).collect();
        let parts = chosen.iter().map(|&index| {
            let item = &self.items[index];
            let prospect = &self.prospects[item.index];
            let play = if quiet.contains(item.square) {
                prospect.without_win(self.board.turn())?
            } else {
                prospect.play.clone()?
            };
            Some((Bitboard::of(item.square), play))
        });
        let parts: Vec<(Bitboard, Arc<Play>)> = parts.collect::<Option<_>>()?;
        let play = Play::boards(parts);
        let after = self.board.after(&play).ok()?;
        Some(self.candidate(play, after, chosen))
    }

    /// What the opponent loses by a mega-move after `candidate`: games in which he is in check.
    fn cost(&self, candidate: &Candidate) -> i32 {
        let besieged = candidate.after.besieged();
        let costs = candidate.boards.iter().map(|&index| {
            let item = &self.items[index];
            if besieged.contains(item.square) {
                let score = self.prospects[item.index].score;
                item.stake.won - item.stake.worth(expectation(score))
            } else {
                0.0
            }
        });
        costs.sum::<f64>() as i32
    }

    /// Values the candidates, the best first, in a round of `nodes` nodes. The deeper it looks, the
    /// fewer it looks at.
    pub(super) fn judge(&self, candidates: &mut Vec<Candidate>, nodes: u64, guard: &mut Guard<'_>) {
        const WIDTHS: [usize; 6] = [usize::MAX, 32, 16, 10, 6, 4];
        const FEWEST: u64 = 500;
        const MOST: u64 = 60_000;
        // Where there are no games to think about there is nothing better to do.
        let idle = self.items.is_empty() || self.board.is_check();
        let alone = idle && self.history.is_some();
        let limit = if alone { MOST } else { (nodes / 4).min(MOST) };
        let limit = limit.min(guard.nodes_left() / 4).max(FEWEST);
        let mut look = Look::new(limit, guard.choosing_deadline(alone));
        for (depth, width) in WIDTHS.into_iter().enumerate() {
            let count = candidates.len().min(width);
            let mut values = Vec::with_capacity(count);
            for candidate in &candidates[..count] {
                if depth > 0 && look.is_exhausted() {
                    break;
                }
                values.push(self.value(candidate, depth as u32, &mut look));
            }
            if depth > 0 && (values.len() < count || look.is_exhausted()) {
                break;
            }
            candidates.truncate(count);
            for (candidate, value) in candidates.iter_mut().zip(values) {
                candidate.value = value;
            }
            candidates.sort_by_key(|candidate| -candidate.value);
        }
        guard.nodes += look.nodes();
    }

    fn value(&self, candidate: &Candidate, depth: u32, look: &mut Look) -> i32 {
        let us = self.board.turn();
        if let Some(outcome) = candidate.after.outcome() {
            return outcome.points_for(us) * Score::mate_in(1).0;
        }
        let field = Field::new(&candidate.after, self.cost(candidate));
        let value = -look.value(&field, depth);
        if Score(value).is_decisive() {
            return value;
        }
        let value = Score::from_eval(value + (candidate.games + candidate.tempo) as i32).0;
        if self.was_there(&candidate.after) {
            return value / 8;
        }
        value
    }

    /// Whether the outermost game has been in this position.
    fn was_there(&self, after: &Board) -> bool {
        self.history.is_some_and(|history| {
            let mut history = history.clone();
            history.push(after.key());
            history.earlier_occurrences(u32::MAX) > 0
        })
    }
}
