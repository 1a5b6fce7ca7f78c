//! The exact number of legal turns.
//!
//! The numbers of ways to play on 0, 1, 2, ... of a set of boards are the coefficients of a
//! polynomial; those of disjoint sets of boards are multiplied. For the effect of G8 to G10 see
//! `choice`.

use std::{array, collections::HashMap};

use jabberwock_game::Position as _;
use num_bigint::BigUint;

use super::{
    board::{Board, Game},
    choice::{BoardOptions, Fate, Ways, WaysAfter, walk},
    play::{is_won, small_after, small_moves},
};
use crate::board::Square;

/// The maximum number of boards of a turn (G6).
const MOST: usize = 8;

/// The number of ways to play on 0 to 8 boards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counts(pub(super) [BigUint; MOST + 1]);

impl Ways for Counts {
    type Weight = BigUint;

    fn none() -> Counts {
        Counts(array::from_fn(|_| BigUint::ZERO))
    }

    fn one() -> Counts {
        Counts(array::from_fn(|boards| {
            BigUint::from(u8::from(boards == 0))
        }))
    }

    fn or(mut self, other: Counts) -> Counts {
        for (ways, more) in self.0.iter_mut().zip(other.0) {
            *ways += more;
        }
        self
    }

    fn and(&self, weight: &BigUint) -> Counts {
        Counts(array::from_fn(|boards| match boards.checked_sub(1) {
            Some(fewer) if *weight != BigUint::ZERO => &self.0[fewer] * weight,
            _ => BigUint::ZERO,
        }))
    }
}

/// Counts turns; a game on many squares is counted once. Games are identified by their addresses,
/// so they must outlive the counter.
#[derive(Debug, Default)]
pub(super) struct Counter {
    turns: HashMap<usize, BigUint>,
    wins: HashMap<usize, BigUint>,
}

impl Counter {
    /// Returns the number of legal turns in a running game.
    pub(super) fn turns(&mut self, game: &Game) -> BigUint {
        if let Some(count) = self.turns.get(&game.address()) {
            return count.clone();
        }
        let count = match game {
            Game::Small(pos) => BigUint::from(small_moves(pos).len()),
            Game::Large(board) => self.turns_of(board),
        };
        self.turns.insert(game.address(), count.clone());
        count
    }

    /// Returns the number of legal turns with which the player to move wins a running game.
    pub(super) fn wins(&mut self, game: &Game) -> BigUint {
        if let Some(count) = self.wins.get(&game.address()) {
            return count.clone();
        }
        let count = match game {
            Game::Small(pos) => {
                let wins = small_moves(pos)
                    .into_iter()
                    .filter(|&step| is_won(&small_after(pos, step), pos.turn()));
                BigUint::from(wins.count())
            }
            Game::Large(board) => self.wins_of(board),
        };
        self.wins.insert(game.address(), count.clone());
        count
    }

    /// Returns the number of legal turns of the player to move.
    pub(super) fn turns_of(&mut self, board: &Board) -> BigUint {
        let moves = BigUint::from(board.moves().len());
        moves + self.board_turns_of(board)
    }

    /// Returns the number of legal board turns of the player to move.
    pub(super) fn board_turns_of(&mut self, board: &Board) -> BigUint {
        let boards = board.boards_of_a_turn() as usize;
        if boards == 0 || board.outcome.is_some() {
            return BigUint::ZERO;
        }
        self.ways(board).swap_remove(0).open.0[boards].clone()
    }

    /// Returns the ways after each of `board.links()`.
    pub(super) fn ways(&mut self, board: &Board) -> Vec<WaysAfter<Counts>> {
        walk(&board.links(), |square, split| {
            self.options(board, square, split)
        })
    }

    /// Returns the options on the board on `square`. With `split`, turns that win are separate.
    pub(super) fn options(
        &mut self,
        board: &Board,
        square: Square,
        split: bool,
    ) -> BoardOptions<BigUint> {
        let Some(game) = board.game(square) else {
            return BoardOptions::Decided(Fate::Stays);
        };
        let turns = self.turns(game);
        let wins = if split && board.vanishes_if_won(square) {
            self.wins(game)
        } else {
            BigUint::ZERO
        };
        BoardOptions::Open {
            left_alone: board.left_alone(square),
            stays: turns - &wins,
            vanishes: wins,
        }
    }
}

impl Board {
    /// Returns the exact number of legal turns of the player to move (G21); 0 if the game is over.
    pub fn count_turns(&self) -> BigUint {
        Counter::default().turns_of(self)
    }

    /// Returns [`Board::count_turns`] in decimal; `None` if it may have more than about 200 000
    /// digits, as at the start from `recursive-6` on.
    pub fn count_text(&self) -> Option<String> {
        let few = digits(self, &mut HashMap::new()) <= DIGITS;
        few.then(|| self.count_turns().to_string())
    }
}

/// The maximum number of digits of a count that are written.
const DIGITS: f64 = 2e5;

/// Returns an upper estimate of the number of digits of the number of turns.
fn digits(board: &Board, known: &mut HashMap<usize, f64>) -> f64 {
    const MOVES: f64 = 3.0;
    let mut largest: f64 = 0.0;
    for square in board.playable() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let of = match (known.get(&game.address()), game) {
            (Some(&digits), _) => digits,
            (None, Game::Small(_)) => MOVES,
            (None, Game::Large(board)) => digits(board, known),
        };
        known.insert(game.address(), of);
        largest = largest.max(of);
    }
    MOVES + f64::from(board.boards_of_a_turn()) * (largest + 1.0)
}
