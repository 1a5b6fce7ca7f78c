//! Random legal turns, uniformly distributed.

use std::sync::Arc;

use num_bigint::BigUint;
use rand::Rng;

use super::{
    board::{Board, Game},
    choice::{BoardOptions, Fate, Link, WaysAfter},
    count::{Counter, Counts},
    play::{Play, is_won, small_after, small_moves},
};
use crate::{board::Bitboard, fide::Move};

/// The set of turns on a board from which one is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// The turns that win the game on the board if `true`, the others if `false`.
    Winning(bool),
}

impl Board {
    /// Returns a legal turn of the player to move, each with the same probability; `None` if the
    /// game is over.
    pub fn random_turn(&self, rng: &mut impl Rng) -> Option<Play> {
        Counter::default().random_turn_of(self, rng)
    }
}

impl Counter {
    fn random_turn_of(&mut self, board: &Board, rng: &mut impl Rng) -> Option<Play> {
        let moves = board.moves();
        let boards = self.board_turns_of(board);
        let number = below(&(boards + moves.len()), rng)?;
        match usize::try_from(&number) {
            Ok(number) if number < moves.len() => Some(Play::of(moves[number])),
            _ => self.random_board_turn(board, rng),
        }
    }

    fn random_board_turn(&mut self, board: &Board, rng: &mut impl Rng) -> Option<Play> {
        let links = board.links();
        let table = self.ways(board);
        let mut missing = board.boards_of_a_turn() as usize;
        let mut open = true;
        let mut parts: Vec<(Bitboard, Arc<Play>)> = Vec::new();
        for (link, rest) in links.iter().zip(&table[1..]) {
            let Link::Board { square, hits } = *link else {
                open = true;
                continue;
            };
            let BoardOptions::Open {
                left_alone,
                stays,
                vanishes,
            } = self.options(board, square, rest.open != rest.closed)
            else {
                continue;
            };
            let ways = |open: bool, boards: usize| {
                let WaysAfter {
                    open: Counts(if_open),
                    closed: Counts(if_closed),
                } = rest;
                if open {
                    &if_open[boards]
                } else {
                    &if_closed[boards]
                }
            };
            // Not played on, played on so that the mega-piece remains, or so that it vanishes.
            let alone = match left_alone {
                Fate::Arms if hits && open => BigUint::ZERO,
                Fate::Vanishes => ways(open, missing).clone(),
                Fate::Stays | Fate::Arms => ways(false, missing).clone(),
            };
            let (staying, winning) = match missing.checked_sub(1) {
                Some(fewer) => (stays * ways(false, fewer), &vanishes * ways(open, fewer)),
                None => (BigUint::ZERO, BigUint::ZERO),
            };
            let number = below(&(&alone + &staying + winning), rng)?;
            if number < alone {
                open &= left_alone == Fate::Vanishes;
                continue;
            }
            let wins = number >= alone + staying;
            open &= wins;
            missing -= 1;
            let wanted = if vanishes == BigUint::ZERO {
                Wanted::All
            } else {
                Wanted::Winning(wins)
            };
            let play = self.random_turn_in(board.game(square)?, wanted, rng)?;
            parts.push((Bitboard::of(square), Arc::new(play)));
        }
        Some(Play::boards(parts))
    }

    fn random_turn_in(&mut self, game: &Game, wanted: Wanted, rng: &mut impl Rng) -> Option<Play> {
        let fits = |after: &Game| match wanted {
            Wanted::All => true,
            Wanted::Winning(wins) => is_won(after, game.turn()) == wins,
        };
        match game {
            Game::Small(pos) => {
                let mut moves = small_moves(pos);
                if wanted != Wanted::All {
                    moves.retain(|&step| fits(&small_after(pos, step)));
                }
                let number = below(&BigUint::from(moves.len()), rng)?;
                let step = moves[usize::try_from(&number).ok()?];
                Some(Play::of(Move::unpack(step)))
            }
            // A suitable turn exists. The rarer such turns are, the more rarely one is needed, so
            // the expected time is bounded.
            Game::Large(board) => loop {
                let play = self.random_turn_of(board, rng)?;
                if wanted == Wanted::All || game.after(&play).is_ok_and(|after| fits(&after)) {
                    return Some(play);
                }
            },
        }
    }
}

/// Returns a number from 0 to `limit` - 1, each with the same probability; `None` if `limit` is 0.
fn below(limit: &BigUint, rng: &mut impl Rng) -> Option<BigUint> {
    if *limit == BigUint::ZERO {
        return None;
    }
    let bits = limit.bits();
    let spare = (32 - bits % 32) % 32;
    loop {
        let mut words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.next_u32()).collect();
        if let Some(top) = words.last_mut() {
            *top >>= spare;
        }
        let number = BigUint::new(words);
        if number < *limit {
            return Some(number);
        }
    }
}
