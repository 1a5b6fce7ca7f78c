//! A second implementation of Chakra: slow, obvious, and written from `docs/rules/chakra.md` alone.
//! It shares nothing with the rules of the engine; the tests compare the two.

mod text;

use std::collections::BTreeMap;

use crate::{
    board::{
        ANY, DIAGONAL, Direction, KNIGHT, ORTHOGONAL, Placement, Square, add, on_board, square_name,
    },
    harness::{ListingOracle, Oracle, TurnTest},
};

/// A chakra: where it lies, and whether it is in king mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Disc {
    at: Square,
    king_mode: bool,
}

/// The kinds that return, in the order of texts.
const RETURNING: &str = "QSMAC";

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct ChakraOracle {
    pieces: Placement,
    white_to_move: bool,
    /// White's, Black's; two of them or none.
    transmitters: [Vec<Disc>; 2],
    /// White's, Black's, as upper-case letters.
    pools: [Vec<char>; 2],
    halfmove_clock: u32,
    fullmove_number: u32,
    double_steps: bool,
}

fn side(white: bool) -> usize {
    usize::from(!white)
}

impl ChakraOracle {
    fn king(&self, white: bool) -> Square {
        self.pieces.king(white).expect("there is a king")
    }

    /// Whether a chakra of this player lies on the square.
    fn has_chakra(&self, white: bool, at: Square) -> bool {
        self.transmitters[side(white)]
            .iter()
            .any(|disc| disc.at == at)
    }

    /// Returns the other chakra of the Transmitter that has one on the square.
    fn other_chakra(&self, white: bool, at: Square) -> Option<Square> {
        let discs = &self.transmitters[side(white)];
        match discs.iter().position(|disc| disc.at == at) {
            Some(0) => Some(discs[1].at),
            Some(_) => Some(discs[0].at),
            None => None,
        }
    }

    /// Slides from a square until something stops it; the last square may hold an enemy (C16).
    fn slide(&self, white: bool, from: Square, direction: Direction, ends: &mut Vec<Square>) {
        let mut at = from;
        loop {
            at = add(at, direction);
            if !on_board(at) || self.pieces.is_of(at, white) {
                return;
            }
            ends.push(at);
            if self.pieces.at(at).is_some() || self.has_chakra(!white, at) {
                return;
            }
        }
    }

    /// Whether the courtesan sees its king, and in which direction (C6, C17).
    fn sight(&self, white: bool, from: Square) -> Option<Direction> {
        let king = self.king(white);
        let (right, up) = (king.0 - from.0, king.1 - from.1);
        if right != 0 && up != 0 && right.abs() != up.abs() {
            return None;
        }
        let direction = (right.signum(), up.signum());
        let mut at = add(from, direction);
        while at != king {
            if self.pieces.at(at).is_some() {
                return None;
            }
            at = add(at, direction);
        }
        Some(direction)
    }

    /// Returns the squares a piece pseudo-legally moves to without capturing, and those of enemies
    /// that it pseudo-legally captures, by its own power (C4 to C7, C16, C19).
    fn formal(&self, from: Square) -> (Vec<Square>, Vec<Square>) {
        let piece = self.pieces.at(from).expect("a piece stands here");
        let white = piece.white;
        let mut ends = Vec::new();
        let mut step = |directions: &[Direction]| {
            for &direction in directions {
                let to = add(from, direction);
                if on_board(to) && !self.pieces.is_of(to, white) {
                    ends.push(to);
                }
            }
        };
        match piece.letter {
            'K' => {
                step(&ANY);
                let enemy_king = self.king(!white);
                if let Some(barred) = self.other_chakra(!white, enemy_king) {
                    ends.retain(|&to| to != barred);
                }
            }
            'A' => step(&KNIGHT),
            'P' => return self.formal_pawn(from, white),
            'Q' => {
                for direction in ANY {
                    self.slide(white, from, direction, &mut ends);
                }
            }
            'S' => {
                step(&ANY);
                for direction in ORTHOGONAL {
                    self.slide(white, from, direction, &mut ends);
                }
            }
            'M' => {
                step(&ANY);
                for direction in DIAGONAL {
                    self.slide(white, from, direction, &mut ends);
                }
            }
            'C' => {
                step(&ANY);
                if let Some((right, up)) = self.sight(white, from) {
                    self.slide(white, from, (right, up), &mut ends);
                    self.slide(white, from, (-right, -up), &mut ends);
                }
            }
            other => panic!("no piece is called {other}"),
        }
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter()
            .partition(|&to| self.pieces.at(to).is_none())
    }

    fn formal_pawn(&self, from: Square, white: bool) -> (Vec<Square>, Vec<Square>) {
        let up = if white { 1 } else { -1 };
        let mut steps = Vec::new();
        let one = (from.0, from.1 + up);
        if on_board(one) && self.pieces.at(one).is_none() {
            steps.push(one);
            let two = (from.0, from.1 + 2 * up);
            let second = if white { 1 } else { 6 };
            if self.double_steps
                && from.1 == second
                && self.pieces.at(two).is_none()
                && !self.has_chakra(!white, one)
            {
                steps.push(two);
            }
        }
        let captures = [-1, 1]
            .map(|right| (from.0 + right, from.1 + up))
            .into_iter()
            .filter(|&to| self.pieces.is_of(to, !white))
            .collect();
        (steps, captures)
    }

    /// Returns the squares where a piece pseudo-legally ends, by its own power or by transmission
    /// (C14), and whether it may transmit back to its own square (C15).
    fn ends(&self, from: Square) -> (Vec<Square>, bool) {
        let white = self.pieces.at(from).expect("a piece stands here").white;
        let (steps, captures) = self.formal(from);
        let mut ends = [steps.clone(), captures].concat();
        let mut passes = false;
        for step in steps {
            let Some(other) = self.other_chakra(white, step) else {
                continue;
            };
            if other == from {
                passes = true;
            } else if !self.pieces.is_of(other, white) {
                ends.push(other);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        (ends, passes)
    }

    /// Whether this player's king could be captured in one move (C21).
    fn is_attacked(&self, white: bool) -> bool {
        let king = self.king(white);
        self.pieces
            .squares_of(!white)
            .any(|from| self.ends(from).0.contains(&king))
    }

    /// Returns the position after a turn has changed the board.
    fn next(mut self, resets: bool) -> ChakraOracle {
        self.halfmove_clock = if resets { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += u32::from(!self.white_to_move);
        self.white_to_move = !self.white_to_move;
        self
    }

    /// Returns a piece moves (C13, C18); `promotion` is the letter of what it becomes.
    fn moved(&self, from: Square, to: Square, promotion: Option<char>) -> ChakraOracle {
        let white = self.white_to_move;
        let mut after = self.clone();
        let mut piece = self.pieces.at(from).expect("a piece stands here");
        let mut resets = piece.letter == 'P';
        if let Some(captured) = self.pieces.at(to) {
            resets = true;
            if captured.letter != 'P' {
                after.pools[side(!white)].push(captured.letter);
            }
        } else if piece.letter == 'K' && self.has_chakra(!white, to) {
            resets = true;
            after.transmitters[side(!white)].clear();
        }
        if let Some(letter) = promotion {
            piece.letter = letter;
            let pool = &mut after.pools[side(white)];
            let index = pool.iter().position(|&waiting| waiting == letter);
            pool.remove(index.expect("a piece that waits"));
        }
        after.pieces.set(from, None);
        after.pieces.set(to, Some(piece));
        after.next(resets)
    }

    /// Returns the turns of pieces, legal or not.
    fn piece_turns(&self) -> Vec<(String, ChakraOracle)> {
        let white = self.white_to_move;
        let last = if white { 7 } else { 0 };
        let mut turns = Vec::new();
        for from in self.pieces.squares_of(white) {
            let (ends, passes) = self.ends(from);
            if passes {
                turns.push(("@@@@".to_owned(), self.clone().next(false)));
            }
            for to in ends {
                let text = format!("{}{}", square_name(from), square_name(to));
                let pawn = self
                    .pieces
                    .at(from)
                    .is_some_and(|piece| piece.letter == 'P');
                if pawn && to.1 == last {
                    for &letter in &self.pools[side(white)] {
                        let text = format!("{text}{}", letter.to_ascii_lowercase());
                        turns.push((text, self.moved(from, to, Some(letter))));
                    }
                } else {
                    turns.push((text, self.moved(from, to, None)));
                }
            }
        }
        turns
    }

    /// Returns the turns of chakras, legal or not (C12).
    fn chakra_turns(&self) -> Vec<(String, ChakraOracle)> {
        let mine = side(self.white_to_move);
        let mut turns = Vec::new();
        for (index, &disc) in self.transmitters[mine].iter().enumerate() {
            if self.pieces.at(disc.at).is_some() {
                continue;
            }
            let mut put = |to: Square, turned: bool| {
                let mut after = self.clone();
                let king_mode = disc.king_mode != turned;
                after.transmitters[mine][index] = Disc { at: to, king_mode };
                let mark = if turned { "+" } else { "" };
                let text = format!("{}{}{mark}", square_name(disc.at), square_name(to));
                turns.push((text, after.next(false)));
            };
            put(disc.at, true);
            let directions = if disc.king_mode { ANY } else { KNIGHT };
            for direction in directions {
                let to = add(disc.at, direction);
                let free = on_board(to)
                    && self.pieces.at(to).is_none()
                    && !self.has_chakra(true, to)
                    && !self.has_chakra(false, to);
                if free {
                    put(to, false);
                    put(to, true);
                }
            }
        }
        turns
    }

    /// Whether the turn to `after` is a capture, a promotion, a pass or a transmission.
    fn is_rare(&self, turn: &str, after: &ChakraOracle) -> bool {
        let transmits = |disc: &Disc| {
            let there = after.pieces.at(disc.at);
            there.is_some() && self.pieces.at(disc.at) != there
        };
        after.pieces.pieces().count() < self.pieces.pieces().count()
            || turn.len() == 5
            || turn == "@@@@"
            || after.transmitters.iter().flatten().any(transmits)
    }
}

impl ListingOracle for ChakraOracle {
    const RARE: &'static [TurnTest<ChakraOracle>] = &[ChakraOracle::is_rare];

    const LENGTH: u32 = 120;

    fn starts() -> Vec<ChakraOracle> {
        let start = "acmqksca/1pppppp1/8/8/8/8/1PPPPPP1/ACMQKSCA w a2n,h2n/a7n,h7n - 0 1";
        ["chakra-modern", "chakra", "chakra"]
            .map(|name| ChakraOracle::read(name, start))
            .to_vec()
    }

    fn turns(&self) -> BTreeMap<String, ChakraOracle> {
        [self.piece_turns(), self.chakra_turns()]
            .concat()
            .into_iter()
            .filter(|(_, after)| !after.is_opponent_in_check())
            .collect()
    }

    /// C23.
    fn draw(&self) -> Option<&'static str> {
        if self.halfmove_clock >= 100 {
            return Some("100 plies");
        }
        let bare = self.pieces.pieces().all(|piece| piece.letter == 'K');
        let no_chakras = self.transmitters.iter().all(Vec::is_empty);
        (bare && no_chakras).then_some("bare kings")
    }
}
