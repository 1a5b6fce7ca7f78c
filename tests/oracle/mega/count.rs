//! The number of turns, and whether there is one, without trying every combination.

use std::{collections::BTreeMap, rc::Rc};

use num_bigint::BigUint;

use super::{End, InnerGame, MegaOracle, Square, State, Turn};

/// The effect of a choice on one board on the safety of the player's own mega-king (G8).
///
/// Nothing else matters: the player's own pieces block and do not attack the king, whatever their
/// states, and so do pieces of the enemy that are not armed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    PieceGone,
    EnemyArmed,
}

/// The numbers of ways in which a change comes about: by not playing on the board, and by playing
/// on it.
#[derive(Clone, Debug)]
struct Ways {
    change: Change,
    left_alone: u32,
    played: BigUint,
}

/// Turns of a small game by how it then stands: goes on, or ended so.
type Results = Vec<(Option<End>, BigUint)>;

impl InnerGame {
    /// Returns the number of legal turns, by what they lead to; `None` if that is too hard to say.
    fn results(&self) -> Option<Results> {
        let quiet = |count: BigUint| vec![(None, count)];
        if let InnerGame::Mega(mega) = self
            && mega.cannot_end()
        {
            return mega.count().map(quiet);
        }
        let mut results: Results = Vec::new();
        for turn in self.turns(3_000)? {
            let after = self.after(&turn).expect("a legal turn");
            results.push((after.end(), BigUint::from(1_u32)));
        }
        Some(results)
    }
}

impl MegaOracle {
    /// Whether it is plain that no turn ends this game: no small game can be decided or checked
    /// by it, and the opponent has a mega-move on the board as it is.
    fn cannot_end(&self) -> bool {
        let harmless = self.playable().values().all(|game| {
            let InnerGame::Chess(_) = &**game else {
                return false;
            };
            let turns = game.turns(1_000).expect("chess has few moves");
            turns.iter().all(|turn| {
                let after = game.after(turn).expect("a legal move");
                after.end().is_none() && !after.is_check()
            })
        });
        let no_check = self
            .pieces
            .values()
            .filter_map(|piece| piece.game.as_ref())
            .all(|game| !game.is_check());
        let none_is_armed = self
            .pieces
            .values()
            .all(|piece| piece.state == State::Neutral);
        let mut passed = self.clone();
        passed.white_to_move = !self.white_to_move;
        passed.passed_over = None;
        harmless
            && no_check
            && none_is_armed
            && self.halfmove_clock < 90
            // Whatever mega-move is made first, one of so many is left.
            && passed.mega_moves().len() >= 10
    }

    /// Returns the choices on the board on `at`, added up by what they change.
    fn ways(&self, at: Square, game: &InnerGame) -> Option<Vec<Ways>> {
        let mover = self.white_to_move;
        let piece = &self.pieces[&at];
        let change = |end: Option<End>| match end {
            None | Some(None) => Change::Nothing,
            Some(Some(winner)) if winner == piece.white && winner == mover => Change::Nothing,
            Some(Some(winner)) if winner == piece.white => Change::EnemyArmed,
            Some(Some(_)) if piece.letter == 'K' => Change::Nothing,
            Some(Some(_)) => Change::PieceGone,
        };
        let lost = Some(Some(!mover));
        let mut ways = vec![Ways {
            change: change(if game.is_check() { lost } else { None }),
            left_alone: 1,
            played: BigUint::ZERO,
        }];
        for (end, count) in game.results()? {
            let change = change(end);
            if let Some(known) = ways.iter_mut().find(|ways| ways.change == change) {
                known.played += count;
            } else {
                ways.push(Ways {
                    change,
                    left_alone: 0,
                    played: count,
                });
            }
        }
        Some(ways)
    }

    /// Gives every combination of changes that G8 allows to `see`, with the number of its board
    /// turns by the number of boards played on, until `see` says that it has seen enough. `None` if
    /// it is too hard, which more than `most` combinations are.
    fn combine(&self, most: usize, see: &mut dyn FnMut(&[BigUint]) -> bool) -> Option<()> {
        let limit = self.boards_a_turn();
        let mut fixed = vec![BigUint::from(1_u32)];
        let mut board = self.clone();
        let mut open = Vec::new();
        for (at, game) in self.playable() {
            let ways = self.ways(at, &game)?;
            if let [only] = &ways[..] {
                fixed = product(&fixed, only, limit);
                board.change(at, only.change);
            } else {
                open.push((at, ways));
            }
        }
        let combinations = open.iter().try_fold(1_usize, |product, (_, ways)| {
            product.checked_mul(ways.len())
        });
        if combinations.is_none_or(|combinations| combinations > most) {
            return None;
        }
        try_all(&board, &open, &fixed, limit, see);
        Some(())
    }

    fn change(&mut self, at: Square, change: Change) {
        match change {
            Change::Nothing => {}
            Change::PieceGone => {
                self.pieces.remove(&at);
            }
            Change::EnemyArmed => {
                self.pieces.get_mut(&at).expect("a mega-piece").state = State::Armed;
            }
        }
    }

    /// Returns the number of legal turns, whether or not a draw by count has ended the game; `None`
    /// if it is too hard to say.
    pub(super) fn count(&self) -> Option<BigUint> {
        let mut total = BigUint::from(self.mega_moves().len());
        let boards = self.boards_a_turn();
        if boards > 0 {
            self.combine(20_000, &mut |counts| {
                if let Some(count) = counts.get(boards) {
                    total += count;
                }
                false
            })?;
        }
        Some(total)
    }

    /// Whether the player has a legal turn, draws by count aside.
    pub(super) fn has_turn(&self) -> bool {
        if !self.mega_moves().is_empty() {
            return true;
        }
        let boards = self.boards_a_turn();
        if boards == 0 {
            return false;
        }
        let mut found = false;
        let done = self.combine(usize::MAX, &mut |counts| {
            found |= counts
                .get(boards)
                .is_some_and(|count| *count > BigUint::ZERO);
            found
        });
        if done.is_some() {
            return found;
        }
        // It follows that in mega-check no board turn is legal (G14): no checker is taken.
        if self.is_mega_check(self.white_to_move) {
            return false;
        }
        // Too many to count; but any that works will do.
        let games: Vec<_> = self.playable().into_iter().collect();
        let works = games
            .windows(boards)
            .any(|window| self.some_choice_works(window, &mut BTreeMap::new()));
        assert!(works, "too hard for the oracle: {}", self.text());
        true
    }

    /// Whether some turns on the boards of `games`, after those of `parts`, are a legal turn. Only
    /// some are tried.
    fn some_choice_works(
        &self,
        games: &[(Square, Rc<InnerGame>)],
        parts: &mut BTreeMap<Square, Turn>,
    ) -> bool {
        let Some(((at, game), rest)) = games.split_first() else {
            let turn = Turn::Boards(parts.clone());
            return self.after_unless_stuck(&turn).is_ok();
        };
        game.some_turns().into_iter().any(|turn| {
            parts.insert(*at, turn);
            self.some_choice_works(rest, parts)
        })
    }
}

impl InnerGame {
    /// Returns some of the legal turns, at least one.
    fn some_turns(&self) -> Vec<Turn> {
        if let Some(turns) = self.turns(500) {
            return turns;
        }
        let InnerGame::Mega(mega) = self else {
            panic!("chess has few moves");
        };
        let mut turns: Vec<Turn> = mega.mega_moves().into_keys().map(Turn::Move).collect();
        let games: Vec<_> = mega.playable().into_iter().collect();
        for window in games.windows(mega.boards_a_turn()) {
            let first = |game: &InnerGame| game.some_turns().swap_remove(0);
            let parts = window.iter().map(|(at, game)| (*at, first(game)));
            let turn = Turn::Boards(parts.collect());
            if mega.after_unless_stuck(&turn).is_ok() {
                turns.push(turn);
            }
        }
        turns
    }
}

fn try_all(
    board: &MegaOracle,
    open: &[(Square, Vec<Ways>)],
    counts: &[BigUint],
    limit: usize,
    see: &mut dyn FnMut(&[BigUint]) -> bool,
) -> bool {
    let Some(((at, choices), rest)) = open.split_first() else {
        return !board.is_mega_check(board.white_to_move) && see(counts);
    };
    choices.iter().any(|ways| {
        let mut board = board.clone();
        board.change(*at, ways.change);
        try_all(&board, rest, &product(counts, ways, limit), limit, see)
    })
}

/// Returns the ways to play on 0, 1, ... `limit` boards, one more board taken in.
fn product(counts: &[BigUint], ways: &Ways, limit: usize) -> Vec<BigUint> {
    let mut product = vec![BigUint::ZERO; (counts.len() + 1).min(limit + 1)];
    for (played, count) in counts.iter().enumerate() {
        product[played] += count * ways.left_alone;
        if played < limit {
            product[played + 1] += count * &ways.played;
        }
    }
    product
}
