//! Chakra once more: slow, obvious, and written from `docs/rules/chakra.md` alone. It shares
//! nothing with the rules that play; the tests compare the two.

use std::collections::BTreeMap;

/// A square as file and rank, both 0 to 7.
pub(crate) type Square = (i32, i32);

/// A man: his letter in upper case, and whether he is White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) letter: char,
    pub(crate) white: bool,
}

/// A chakra: where it lies, and whether it is in king mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disc {
    pub(crate) at: Square,
    pub(crate) king_mode: bool,
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ANY: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The kinds that return, in the order of texts.
pub(crate) const RETURNING: &str = "QSMAC";

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Chakra {
    pub(crate) men: [[Option<Man>; 8]; 8],
    pub(crate) white_to_move: bool,
    /// White's, Black's; two of them or none.
    pub(crate) transmitters: [Vec<Disc>; 2],
    /// White's, Black's, as upper-case letters.
    pub(crate) pools: [Vec<char>; 2],
    pub(crate) half: u32,
    pub(crate) full: u32,
    pub(crate) double_steps: bool,
}

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub(crate) fn name((file, rank): Square) -> String {
    let file = char::from(b'a' + file as u8);
    format!("{file}{}", rank + 1)
}

fn side(white: bool) -> usize {
    usize::from(!white)
}

impl Chakra {
    pub(crate) fn squares() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    pub(crate) fn man(&self, (file, rank): Square) -> Option<Man> {
        self.men[rank as usize][file as usize]
    }

    pub(crate) fn set(&mut self, (file, rank): Square, man: Option<Man>) {
        self.men[rank as usize][file as usize] = man;
    }

    fn men_of(&self, white: bool) -> Vec<Square> {
        Chakra::squares()
            .filter(|&at| self.man(at).is_some_and(|man| man.white == white))
            .collect()
    }

    fn king(&self, white: bool) -> Square {
        let king = Man { letter: 'K', white };
        Chakra::squares()
            .find(|&at| self.man(at) == Some(king))
            .expect("there is a king")
    }

    /// Whether a chakra of this player lies on the square.
    fn has_chakra(&self, white: bool, at: Square) -> bool {
        self.transmitters[side(white)]
            .iter()
            .any(|disc| disc.at == at)
    }

    /// The other chakra of the Transmitter that has one on the square.
    fn other_chakra(&self, white: bool, at: Square) -> Option<Square> {
        let discs = &self.transmitters[side(white)];
        match discs.iter().position(|disc| disc.at == at) {
            Some(0) => Some(discs[1].at),
            Some(_) => Some(discs[0].at),
            None => None,
        }
    }

    /// Slides from a square until something stops it; the last square may hold an enemy (C16).
    fn slide(&self, white: bool, from: Square, (right, up): (i32, i32), ends: &mut Vec<Square>) {
        let mut at = from;
        loop {
            at = (at.0 + right, at.1 + up);
            if !on_board(at) || self.man(at).is_some_and(|man| man.white == white) {
                return;
            }
            ends.push(at);
            if self.man(at).is_some() || self.has_chakra(!white, at) {
                return;
            }
        }
    }

    /// Whether the courtesan sees her king, and in which direction (C6, C17).
    fn sight(&self, white: bool, from: Square) -> Option<(i32, i32)> {
        let king = self.king(white);
        let (right, up) = (king.0 - from.0, king.1 - from.1);
        if right != 0 && up != 0 && right.abs() != up.abs() {
            return None;
        }
        let direction = (right.signum(), up.signum());
        let mut at = (from.0 + direction.0, from.1 + direction.1);
        while at != king {
            if self.man(at).is_some() {
                return None;
            }
            at = (at.0 + direction.0, at.1 + direction.1);
        }
        Some(direction)
    }

    /// The squares a man formally moves to without capturing, and those of enemies he formally
    /// captures, by his own power (C4 to C7, C16, C19).
    fn formal(&self, from: Square) -> (Vec<Square>, Vec<Square>) {
        let man = self.man(from).expect("a man stands here");
        let white = man.white;
        let mut ends = Vec::new();
        let mut step = |directions: &[(i32, i32)]| {
            for &(right, up) in directions {
                let to = (from.0 + right, from.1 + up);
                if on_board(to) && self.man(to).is_none_or(|other| other.white != white) {
                    ends.push(to);
                }
            }
        };
        match man.letter {
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
            other => panic!("no man is called {other}"),
        }
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().partition(|&to| self.man(to).is_none())
    }

    fn formal_pawn(&self, from: Square, white: bool) -> (Vec<Square>, Vec<Square>) {
        let up = if white { 1 } else { -1 };
        let mut steps = Vec::new();
        let one = (from.0, from.1 + up);
        if on_board(one) && self.man(one).is_none() {
            steps.push(one);
            let two = (from.0, from.1 + 2 * up);
            let second = if white { 1 } else { 6 };
            if self.double_steps
                && from.1 == second
                && self.man(two).is_none()
                && !self.has_chakra(!white, one)
            {
                steps.push(two);
            }
        }
        let captures = [-1, 1]
            .map(|right| (from.0 + right, from.1 + up))
            .into_iter()
            .filter(|&to| on_board(to) && self.man(to).is_some_and(|other| other.white != white))
            .collect();
        (steps, captures)
    }

    /// Where a man formally ends: by his own power or by transmission (C14), and whether he may
    /// transmit back to where he stands (C15).
    fn ends(&self, from: Square) -> (Vec<Square>, bool) {
        let white = self.man(from).expect("a man stands here").white;
        let (steps, captures) = self.formal(from);
        let mut ends = [steps.clone(), captures].concat();
        let mut passes = false;
        for step in steps {
            let Some(other) = self.other_chakra(white, step) else {
                continue;
            };
            if other == from {
                passes = true;
            } else if self.man(other).is_none_or(|man| man.white != white) {
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
        self.men_of(!white)
            .into_iter()
            .any(|from| self.ends(from).0.contains(&king))
    }

    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked(self.white_to_move)
    }

    /// Whether the player who has just moved may leave the position so.
    pub(crate) fn is_sound(&self) -> bool {
        !self.is_attacked(!self.white_to_move)
    }

    /// The position after a turn has changed the board.
    fn next(mut self, resets: bool) -> Chakra {
        self.half = if resets { 0 } else { self.half + 1 };
        self.full += u32::from(!self.white_to_move);
        self.white_to_move = !self.white_to_move;
        self
    }

    /// A man moves (C13, C18); what he becomes is in `promotion`.
    fn moved(&self, from: Square, to: Square, promotion: Option<char>) -> Chakra {
        let white = self.white_to_move;
        let mut after = self.clone();
        let mut man = self.man(from).expect("a man stands here");
        let mut resets = man.letter == 'P';
        if let Some(captured) = self.man(to) {
            resets = true;
            if captured.letter != 'P' {
                after.pools[side(!white)].push(captured.letter);
            }
        } else if man.letter == 'K' && self.has_chakra(!white, to) {
            resets = true;
            after.transmitters[side(!white)].clear();
        }
        if let Some(letter) = promotion {
            man.letter = letter;
            let pool = &mut after.pools[side(white)];
            let index = pool.iter().position(|&waiting| waiting == letter);
            pool.remove(index.expect("he waits"));
        }
        after.set(from, None);
        after.set(to, Some(man));
        after.next(resets)
    }

    /// The turns of men, legal or not.
    fn men_turns(&self) -> Vec<(String, Chakra)> {
        let white = self.white_to_move;
        let last = if white { 7 } else { 0 };
        let mut turns = Vec::new();
        for from in self.men_of(white) {
            let (ends, passes) = self.ends(from);
            if passes {
                turns.push(("@@@@".to_owned(), self.clone().next(false)));
            }
            for to in ends {
                let text = format!("{}{}", name(from), name(to));
                let pawn = self.man(from).is_some_and(|man| man.letter == 'P');
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

    /// The turns of chakras, legal or not (C12).
    fn chakra_turns(&self) -> Vec<(String, Chakra)> {
        let mine = side(self.white_to_move);
        let mut turns = Vec::new();
        for (index, &disc) in self.transmitters[mine].iter().enumerate() {
            if self.man(disc.at).is_some() {
                continue;
            }
            let mut put = |to: Square, turned: bool| {
                let mut after = self.clone();
                let king_mode = disc.king_mode != turned;
                after.transmitters[mine][index] = Disc { at: to, king_mode };
                let mark = if turned { "+" } else { "" };
                let text = format!("{}{}{mark}", name(disc.at), name(to));
                turns.push((text, after.next(false)));
            };
            put(disc.at, true);
            let directions = if disc.king_mode { ANY } else { KNIGHT };
            for (right, up) in directions {
                let to = (disc.at.0 + right, disc.at.1 + up);
                let free = on_board(to)
                    && self.man(to).is_none()
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

    /// Every legal turn by its text, and the position after it.
    pub(crate) fn turns(&self) -> BTreeMap<String, Chakra> {
        [self.men_turns(), self.chakra_turns()]
            .concat()
            .into_iter()
            .filter(|(_, after)| after.is_sound())
            .collect()
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        turns.values().map(|after| after.perft(depth - 1)).sum()
    }

    /// How the game has ended, counts of plies and repetition aside (C22, C23).
    pub(crate) fn outcome(&self) -> Option<String> {
        if self.turns().is_empty() {
            let text = match (self.is_check(), self.white_to_move) {
                (true, true) => "0-1 {checkmate}",
                (true, false) => "1-0 {checkmate}",
                (false, _) => "1/2-1/2 {stalemate}",
            };
            return Some(text.to_owned());
        }
        let bare = Chakra::squares()
            .filter_map(|at| self.man(at))
            .all(|man| man.letter == 'K');
        let gone = self.transmitters.iter().all(Vec::is_empty);
        (bare && gone).then(|| "1/2-1/2 {bare kings}".to_owned())
    }
}
