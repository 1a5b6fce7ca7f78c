//! Enumeration of turns one by one, for the few games where counting needs it.

use std::cmp::Ordering;

use jabberwock_game::Color;

use super::{
    board::{Board, Game},
    choice::{BoardOptions, Fate, Feasible, Link, walk},
    play::{is_won, small_after, small_moves},
};
use crate::board::{Bitboard, Square};

impl Game {
    /// Whether `test` is true of the game after some legal turn of the player to move. Stops at the
    /// first.
    pub(super) fn any_turn(&self, test: &mut dyn FnMut(Game) -> bool) -> bool {
        match self {
            Game::Small(pos) => small_moves(pos)
                .into_iter()
                .any(|step| test(small_after(pos, step))),
            Game::Large(board) => {
                board.any_turn(&mut |board| test(Game::Large(std::sync::Arc::new(board))))
            }
        }
    }
}

impl Board {
    /// Whether `test` is true of the position after some legal turn.
    pub(super) fn any_turn(&self, test: &mut dyn FnMut(Board) -> bool) -> bool {
        if self.outcome.is_some() {
            return false;
        }
        let mut moves = self.moves().into_iter();
        moves.any(|mv| test(self.after_move(mv)))
            || self.has_board_turn() && PartialBoardTurn::new(self).any_completion(test)
    }

    /// Returns the fate of the mega-piece on `square` after a turn that led its game to `game`.
    pub(super) fn fate(&self, square: Square, game: &Game) -> Fate {
        if self.vanishes_if_won(square) && is_won(game, self.turn) {
            Fate::Vanishes
        } else {
            Fate::Stays
        }
    }
}

/// Whether the game on `board` is over and `color` has won it.
pub(super) fn is_won_board(board: &Board, color: Color) -> bool {
    board
        .outcome
        .is_some_and(|outcome| outcome.winner == Some(color))
}

/// The beginning of a board turn: boards played on in the order of squares.
#[derive(Clone)]
pub(super) struct PartialBoardTurn<'a> {
    board: &'a Board,
    links: std::rc::Rc<[Link]>,
    done: Vec<(Square, Game)>,
}

impl<'a> PartialBoardTurn<'a> {
    /// Creates a turn of the player to move without any board.
    pub(super) fn new(board: &'a Board) -> PartialBoardTurn<'a> {
        PartialBoardTurn::with(board, Vec::new())
    }

    /// Creates a turn in which the boards `done` have been played on.
    pub(super) fn with(board: &'a Board, done: Vec<(Square, Game)>) -> PartialBoardTurn<'a> {
        PartialBoardTurn {
            board,
            links: board.links().into(),
            done,
        }
    }

    /// Returns the mega-board.
    pub(super) fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns the number of boards still to be played on.
    pub(super) fn missing(&self) -> u32 {
        self.board.boards_of_a_turn() - self.done.len() as u32
    }

    /// Returns the boards that may come next, ignoring G8: enough must remain after them.
    pub(super) fn candidates(&self) -> Bitboard {
        let playable = self.board.playable();
        let last = self.done.last().map(|&(square, _)| square);
        let later = last.map_or(playable, |last| playable & above(last));
        let missing = self.missing();
        later
            .into_iter()
            .filter(|&square| missing > 0 && (later & above(square)).len() + 1 >= missing)
            .collect()
    }

    /// Whether it can be completed to a legal board turn if the board on `square` is played on
    /// next, with this fate of its mega-piece (G8).
    pub(super) fn has_completion(&self, square: Square, fate: Fate) -> bool {
        let missing = self.missing() - 1;
        let rest = walk::<Feasible>(&self.links, |other, split| match other.cmp(&square) {
            Ordering::Greater => self.board.feasible(other, split),
            Ordering::Equal => BoardOptions::Decided(fate),
            Ordering::Less => BoardOptions::Decided(self.decided(other)),
        });
        rest[0].open.0 >> missing & 1 == 1
    }

    /// Returns the fate of a mega-piece whose board has been played on or passed over.
    fn decided(&self, square: Square) -> Fate {
        match self.done.iter().find(|&&(done, _)| done == square) {
            Some((_, game)) => self.board.fate(square, game),
            None => self.board.left_alone(square),
        }
    }

    /// Whether `test` is true of the position after some legal completion.
    pub(super) fn any_completion(&self, test: &mut dyn FnMut(Board) -> bool) -> bool {
        if self.missing() == 0 {
            return self.board.after_boards(&self.done).is_ok_and(test);
        }
        self.candidates().into_iter().any(|square| {
            let Some(game) = self.board.game(square) else {
                return false;
            };
            if !self.has_completion(square, Fate::Stays) {
                return false;
            }
            let mut may_vanish = None;
            game.any_turn(&mut |game| {
                let legal = self.board.fate(square, &game) == Fate::Stays
                    || *may_vanish
                        .get_or_insert_with(|| self.has_completion(square, Fate::Vanishes));
                legal && {
                    let mut next = self.clone();
                    next.done.push((square, game));
                    next.any_completion(test)
                }
            })
        })
    }
}

/// Returns the squares after `square` in the order of squares.
fn above(square: Square) -> Bitboard {
    Bitboard(!0 << square.index()).without(Bitboard::of(square))
}
