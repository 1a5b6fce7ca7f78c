//! Chaotic Chess once more: slow, obvious, and written from `docs/rules/chaotic.md` alone. It shares
//! nothing with the rules that play; the tests compare the two.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};

/// A square as file and rank, both 0 to 7.
type Square = (i32, i32);

const ORTHOGONAL: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Square; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

fn add(square: Square, step: Square) -> Square {
    (square.0 + step.0, square.1 + step.1)
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn name((file, rank): Square) -> String {
    let file = char::from(b'a' + file as u8);
    format!("{file}{}", rank + 1)
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn is_white(man: char) -> bool {
    man.is_ascii_uppercase()
}

fn kind(man: char) -> char {
    man.to_ascii_uppercase()
}

/// A position; men are the letters of its text.
#[derive(Clone, Debug)]
pub(crate) struct Chaotic {
    men: [[Option<char>; 8]; 8],
    white_to_move: bool,
    half: u32,
    full: u32,
}

impl Chaotic {
    /// What stands on a square; nothing stands off the board.
    fn man(&self, square: Square) -> Option<char> {
        if on_board(square) {
            self.men[square.1 as usize][square.0 as usize]
        } else {
            None
        }
    }

    fn set(&mut self, (file, rank): Square, man: Option<char>) {
        self.men[rank as usize][file as usize] = man;
    }

    fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.man(square).is_none()
    }

    /// Whether a merchant of White (or Black) stands orthogonally beside the square.
    fn merchant_beside(&self, square: Square, white: bool) -> bool {
        let merchant = if white { 'M' } else { 'm' };
        ORTHOGONAL
            .iter()
            .any(|&step| self.man(add(square, step)) == Some(merchant))
    }

    /// X7.
    fn is_immobilised(&self, square: Square) -> bool {
        let Some(man) = self.man(square) else {
            return false;
        };
        "KNAR".contains(kind(man))
            && self.merchant_beside(square, !is_white(man))
            && !self.merchant_beside(square, is_white(man))
    }

    /// Whether the man on `from` may go to `to`, whose king may be in check afterwards, and may
    /// capture there if an enemy stands there, a king too.
    fn can_go(&self, from: Square, to: Square) -> bool {
        let Some(man) = self.man(from) else {
            return false;
        };
        if self.is_immobilised(from) || self.man(to).is_some_and(|at| is_white(at) == is_white(man))
        {
            return false;
        }
        let difference = (to.0 - from.0, to.1 - from.1);
        let king_step = difference.0.abs().max(difference.1.abs()) == 1;
        let knight_jump = KNIGHT.contains(&difference);
        let captures = self.man(to).is_some();
        let pawn_there = self.man(to).is_some_and(|at| kind(at) == 'P');
        match kind(man) {
            'K' => king_step,
            'N' => knight_jump,
            'R' => self.slides(from, to, &ORTHOGONAL) && !pawn_there,
            'A' => knight_jump || self.slides(from, to, &DIAGONAL) && !pawn_there,
            'M' => king_step && !captures,
            'P' => self.slides(from, to, &ORTHOGONAL) && !captures,
            letter => panic!("no man is called {letter}"),
        }
    }

    /// Whether `to` lies in one of `directions` from `from` with nothing between.
    fn slides(&self, from: Square, to: Square, directions: &[Square]) -> bool {
        directions.iter().any(|&step| {
            let mut at = add(from, step);
            while at != to && self.is_empty(at) {
                at = add(at, step);
            }
            at == to
        })
    }

    /// The position after a turn, and whether it captures.
    fn after(&self, from: Square, to: Square) -> (Chaotic, bool) {
        let man = self.man(from).expect("a man");
        let mut after = self.clone();
        let mut captures = self.man(to).is_some();
        after.set(from, None);
        after.set(to, Some(man));
        if kind(man) == 'M' {
            // X10.
            for step in ORTHOGONAL {
                let (near, far) = (add(to, step), add(add(to, step), step));
                let prey = after
                    .man(near)
                    .is_some_and(|victim| is_white(victim) != is_white(man) && kind(victim) != 'P');
                if prey && after.man(far) == Some(man) {
                    after.set(near, None);
                    captures = true;
                }
            }
        }
        if kind(man) == 'P' {
            // X14.
            let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            let pushed = add(to, step);
            if let Some(agent) = self.man(pushed) {
                // X15, read off the position before.
                let held = kind(agent) == 'M'
                    || self.is_immobilised(pushed)
                    || self.merchant_beside(pushed, is_white(agent));
                let mut end = pushed;
                while self.is_empty(add(end, step)) {
                    end = add(end, step);
                }
                if !held && end != pushed {
                    after.set(pushed, None);
                    after.set(end, Some(agent));
                }
            }
        }
        after.half = if captures { 0 } else { self.half + 1 };
        after.full = self.full + u32::from(!self.white_to_move);
        after.white_to_move = !self.white_to_move;
        (after, captures)
    }

    fn king(&self, white: bool) -> Option<Square> {
        let king = if white { 'K' } else { 'k' };
        squares().find(|&square| self.man(square) == Some(king))
    }

    /// X17.
    fn is_attacked(&self, white: bool) -> bool {
        let Some(king) = self.king(white) else {
            return false;
        };
        squares()
            .filter(|&from| self.man(from).is_some_and(|man| is_white(man) != white))
            .any(|from| self.can_go(from, king))
    }

    /// Whether the player to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked(self.white_to_move)
    }

    /// X18: only a king and pawns are left.
    fn is_bare(&self, white: bool) -> bool {
        squares()
            .filter_map(|square| self.man(square))
            .filter(|&man| is_white(man) == white)
            .all(|man| "KP".contains(kind(man)))
    }

    /// The end that the board shows without looking for turns: X12, X18.
    pub(crate) fn decided(&self) -> Option<&'static str> {
        let us = self.white_to_move;
        if self.king(true).is_none() {
            Some("0-1 {backstab}")
        } else if self.king(false).is_none() {
            Some("1-0 {backstab}")
        } else if self.is_bare(us) {
            Some(if us {
                "0-1 {bare army}"
            } else {
                "1-0 {bare army}"
            })
        } else if self.is_bare(!us) {
            Some(if us {
                "1-0 {bare army}"
            } else {
                "0-1 {bare army}"
            })
        } else {
            None
        }
    }

    /// Every end but those by count.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        if self.decided().is_some() {
            self.decided()
        } else if !self.turns().is_empty() {
            None
        } else if !self.is_check() {
            Some("1/2-1/2 {stalemate}")
        } else if self.white_to_move {
            Some("0-1 {checkmate}")
        } else {
            Some("1-0 {checkmate}")
        }
    }

    /// Every legal turn by its text, with the position it leads to.
    pub(crate) fn turns(&self) -> BTreeMap<String, Chaotic> {
        let mut turns = BTreeMap::new();
        if self.decided().is_some() {
            return turns;
        }
        for from in squares() {
            let own = |man| is_white(man) == self.white_to_move;
            if !self.man(from).is_some_and(own) {
                continue;
            }
            for to in squares().filter(|&to| to != from && self.can_go(from, to)) {
                let (after, _) = self.after(from, to);
                // X12, X17.
                let wins = after.king(!self.white_to_move).is_none();
                if wins || !after.is_attacked(self.white_to_move) {
                    turns.insert(format!("{}{}", name(from), name(to)), after);
                }
            }
        }
        turns
    }

    /// Whether `turn` captures.
    pub(crate) fn captures(&self, turn: &str) -> bool {
        let (from, to) = (square(&turn[..2]), square(&turn[2..]));
        self.after(from, to).1
    }

    /// Whether `turn` is a merchant's step.
    pub(crate) fn trades(&self, turn: &str) -> bool {
        self.man(square(&turn[..2]))
            .is_some_and(|man| kind(man) == 'M')
    }

    /// The number of sequences of `depth` turns.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let turns = self.turns();
        if depth <= 1 {
            return turns.len() as u64;
        }
        turns.values().map(|after| after.perft(depth - 1)).sum()
    }

    /// Reads a position text, which must be a good one.
    pub(crate) fn read(text: &str) -> Chaotic {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 6, "{text}");
        let mut men = [[None; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as usize;
                } else {
                    men[7 - row][file] = Some(letter);
                    file += 1;
                }
            }
        }
        Chaotic {
            men,
            white_to_move: fields[1] == "w",
            half: fields[4].parse().expect("a number"),
            full: fields[5].parse().expect("a number"),
        }
    }

    /// The canonical text.
    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = self.men.iter().rev().map(row).collect();
        format!(
            "{} {} - - {} {}",
            rows.join("/"),
            if self.white_to_move { "w" } else { "b" },
            self.half,
            self.full,
        )
    }

    /// A position with men anywhere on a part of the board, many of them merchants and pawns.
    pub(crate) fn random(rng: &mut impl Rng) -> Chaotic {
        const LETTERS: &[u8] = b"MMNARPPPmmnarppp";
        loop {
            let mut pos = Chaotic::read("8/8/8/8/8/8/8/8 w - - 3 30");
            pos.white_to_move = rng.random();
            let (width, height) = (rng.random_range(3..=8), rng.random_range(3..=8));
            let mut free: Vec<Square> = squares()
                .filter(|&(file, rank)| file < width && rank < height)
                .collect();
            let mut put = |letter: u8, rng: &mut dyn Rng| {
                if !free.is_empty() {
                    let at = free.swap_remove(rng.next_u32() as usize % free.len());
                    pos.set(at, Some(char::from(letter)));
                }
            };
            put(b'K', rng);
            put(b'k', rng);
            for _ in 0..rng.random_range(1..16) {
                let letter = LETTERS[rng.random_range(0..LETTERS.len())];
                put(letter, rng);
            }
            if !pos.is_attacked(!pos.white_to_move) {
                return pos;
            }
        }
    }
}

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn row(men: &[Option<char>; 8]) -> String {
    let mut line = String::new();
    let mut empty = 0;
    for man in men {
        if let Some(man) = man {
            if empty > 0 {
                line.push_str(&empty.to_string());
            }
            line.push(*man);
            empty = 0;
        } else {
            empty += 1;
        }
    }
    if empty > 0 {
        line.push_str(&empty.to_string());
    }
    line
}
