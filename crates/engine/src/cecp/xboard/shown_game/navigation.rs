//! Navigation back and forth in a game on `XBoard`'s board.

use super::{Opening, ShownGame};
use crate::cecp::xboard::{board::Board, ply::Received};

/// The way to a position of the game: turns to be taken back, then turns to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cecp) struct Steps {
    pub(in crate::cecp) back: usize,
    pub(in crate::cecp) on: Vec<String>,
}

impl ShownGame {
    /// Whether nothing has been played.
    pub(in crate::cecp) fn is_untouched(&self) -> bool {
        self.turns.is_empty() && self.plies() == 0
    }

    /// Whether `text` is the next ply of the turn that was stepped back over.
    pub(in crate::cecp) fn continues_line(&self, text: &str) -> bool {
        let ply = Received::parse(text, self.size());
        let next = self.turns.get(self.done);
        next.is_some_and(|shown| {
            shown.plies.starts_with(&self.received)
                && shown.plies.get(self.received.len()) == ply.as_ref()
        })
    }

    /// Removes the turns that were stepped back over.
    pub(in crate::cecp) fn clear_line(&mut self) {
        self.turns.truncate(self.done);
    }

    /// Clears the plies of an unfinished turn, which were taken back; returns their number.
    pub(in crate::cecp) fn drop_unfinished(&mut self) -> usize {
        self.answers.clear();
        std::mem::take(&mut self.received).len()
    }

    /// Goes back by `count` plies; returns the number of turns to be taken back. `None` if there
    /// are not so many plies.
    pub(in crate::cecp) fn back(&mut self, count: usize) -> Option<usize> {
        if count > self.plies() {
            return None;
        }
        self.answers.clear();
        let mut turns = 0;
        let mut left = count;
        loop {
            let now = left.min(self.received.len());
            self.received.truncate(self.received.len() - now);
            left -= now;
            if left == 0 {
                break;
            }
            if self.done == self.base {
                self.opening = Opening::Due;
                break;
            }
            self.done -= 1;
            turns += 1;
            self.received = self.turns[self.done].plies.clone();
        }
        if turns > 0 {
            self.clear_position();
        }
        Some(turns)
    }

    /// Goes back by a whole turn, when none is unfinished. A refusal and the turn that it refuses
    /// are taken back together, and have no plies. Returns the numbers of turns and of plies;
    /// `None` at the start.
    pub(in crate::cecp) fn back_turn(&mut self) -> Option<(usize, usize)> {
        if self.done == self.base {
            return None;
        }
        self.clear_position();
        let mut turns = 1;
        self.done -= 1;
        if self.turns[self.done].is_refusal && self.done > self.base {
            self.done -= 1;
            turns += 1;
        }
        Some((turns, self.turns[self.done].plies.len()))
    }

    /// Goes to the position of the game whose board is that of `fen`, the nearest before the
    /// present one, or else the nearest after it. `None` if there is no such position.
    pub(in crate::cecp) fn go_to(&mut self, fen: &str) -> Option<Steps> {
        let shown = self.layout.read_fen(fen)?;
        let is_there = |board: &Board| board.squares == shown.squares && board.side == shown.side;
        // Positions as (turns made, whether White has passed if it must, plies of the next turn).
        let mut places = Vec::new();
        if self.opening != Opening::Plain
            && shown.squares == self.start.squares
            && shown.side != self.start.side
        {
            places.push((self.base, false, 0));
        }
        if is_there(&self.start) {
            places.push((self.base, true, 0));
        }
        for (index, shown) in self.turns.iter().enumerate() {
            for (ply, board) in shown.boards.iter().enumerate() {
                if is_there(board) {
                    let is_last = ply + 1 == shown.boards.len();
                    places.push(if is_last {
                        (index + 1, true, 0)
                    } else {
                        (index, true, ply + 1)
                    });
                }
            }
        }
        let has_passed = self.opening != Opening::Due;
        let now = (self.done, has_passed, self.received.len());
        let before = places.iter().rev().find(|&&place| place <= now);
        let &(done, has_passed, plies) = before.or_else(|| places.first())?;
        if self.opening != Opening::Plain {
            self.opening = if has_passed {
                Opening::Passed
            } else {
                Opening::Due
            };
        }
        let on = self.turns.get(self.done..done).unwrap_or_default();
        let steps = Steps {
            back: self.done.saturating_sub(done),
            on: on.iter().map(|shown| shown.turn.clone()).collect(),
        };
        if done != self.done {
            self.clear_position();
        }
        self.answers.clear();
        self.received = match self.turns.get(done) {
            Some(shown) => shown.plies[..plies].to_vec(),
            None => Vec::new(),
        };
        self.done = done;
        Some(steps)
    }
}
