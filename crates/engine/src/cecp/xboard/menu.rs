//! Squares that represent the choices at the end square of a move.
//!
//! After the end square, which is marked like one on the path, a promotion is chosen by clicking a
//! piece of its kind on the board, and the only other choice by clicking the start square. Clicking
//! the end square again skips choices.

use jabberwock_variants::xboard::XBoardParent;

use super::{
    board::Piece,
    clicks::{Clicked, End, Open},
    shown_game::ShownGame,
    square::Square,
};
use crate::session::Session;

/// A square that represents a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MenuItem {
    pub(super) square: Square,
    /// The letter of the piece that a promotion chooses, upper case.
    pub(super) letter: Option<u8>,
    pub(super) turns: Vec<String>,
}

impl ShownGame {
    /// Returns the squares that represent the choices among `ends`, which the clicks of `path` lead
    /// to.
    pub(super) fn menu(
        &self,
        clicked: &Clicked<'_>,
        path: &[Square],
        ends: &[End],
    ) -> Vec<MenuItem> {
        let ([from, .., to], [_, _, ..]) = (path, ends) else {
            return Vec::new();
        };
        let targets = clicked.targets();
        let is_free =
            |square: &Square| !targets.contains_key(square) && !path[1..].contains(square);
        let mut items = Vec::new();
        let mut others = ends.iter().filter(|end| end.open == Open::Choice);
        if let (Some(other), None) = (others.next(), others.next())
            && is_free(from)
        {
            items.push(MenuItem {
                square: *from,
                letter: None,
                turns: other.turns.clone(),
            });
        }
        for end in ends {
            let Open::Promotion(letter) = end.open else {
                continue;
            };
            let mut squares = self.squares_of(letter);
            squares.retain(|square| is_free(square) && square != from);
            if squares.is_empty() {
                let free = self.empty_squares_near(*to);
                let is_used = |square: &Square| items.iter().any(|item| item.square == *square);
                squares = free
                    .filter(is_free)
                    .filter(|square| !is_used(square))
                    .take(1)
                    .collect();
            }
            items.extend(squares.into_iter().map(|square| MenuItem {
                square,
                letter: Some(letter),
                turns: end.turns.clone(),
            }));
        }
        items
    }

    /// Returns the letters of the promotions that clicking `square` after `path` leaves open, as in
    /// `choice`; `None` if there are none.
    pub(super) fn letters(
        &mut self,
        session: &dyn Session,
        path: &[Square],
        square: Square,
    ) -> Option<String> {
        self.table(session);
        let table = self.known_table()?;
        let clicked = Clicked::new(session, self.layout(), path);
        let ends = clicked.ends(table);
        let items = self.menu(&clicked, path, &ends);
        let chosen = items.iter().find(|item| item.square == square);
        let mut letters: Vec<u8> = match chosen {
            Some(item) => item.letter.into_iter().collect(),
            None if self.layout().rules.parent == XBoardParent::Lion => {
                let ends = clicked.step(square).ends(table);
                ends.iter().filter_map(|end| end.open.letter()).collect()
            }
            None => Vec::new(),
        };
        letters.dedup();
        let side = self.board().side;
        let text: String = letters
            .into_iter()
            .map(|letter| Piece::new(letter, side).character())
            .collect();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the squares of the pieces with this letter, of either side.
    fn squares_of(&self, letter: u8) -> Vec<Square> {
        let squares = self.board().squares.iter().enumerate();
        squares
            .filter(|(_, piece)| piece.is_some_and(|piece| piece.letter() == letter))
            .map(|(square, _)| square as Square)
            .collect()
    }

    /// Returns the empty squares of the file of `to`, the nearest first, then those of all files.
    fn empty_squares_near(&self, to: Square) -> impl Iterator<Item = Square> {
        let size = self.size();
        let mut squares: Vec<Square> = (0..size.squares())
            .filter(|&square| self.board().squares[square].is_none())
            .map(|square| square as Square)
            .collect();
        squares.sort_by_key(|&square| {
            let files = size.file(square).abs_diff(size.file(to));
            (files, size.rank(square).abs_diff(size.rank(to)))
        });
        squares.into_iter()
    }
}

impl Open {
    /// Returns the letter of the piece that a promotion chooses.
    pub(super) fn letter(self) -> Option<u8> {
        match self {
            Open::Promotion(letter) => Some(letter),
            Open::Nothing | Open::Choice => None,
        }
    }
}
