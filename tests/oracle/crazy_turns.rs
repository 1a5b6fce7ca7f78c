//! Whole turns of Crazy Chess: check, what happens at the end, and how games end.

use std::collections::BTreeMap;

use super::crazy::{Crazy, Man};

impl Crazy {
    /// K29: whether the king of White, or Black, would be captured by some movement.
    pub(crate) fn is_check(&self, white: bool) -> bool {
        let mut enemy = self.clone();
        enemy.white = !white;
        enemy.doubles = Vec::new();
        let movements = enemy.movements(true);
        movements
            .iter()
            .any(|result| result.after.lost[usize::from(!white)])
    }

    /// K33, the first two parts.
    fn settle(&mut self) {
        let white = self.white;
        for square in 0..64 {
            self.stacks[square].retain(|man| !man.ghost || man.white != white || man.fresh);
            for man in &mut self.stacks[square] {
                man.fresh = false;
                man.spent = false;
            }
            let first_rank = |man: Man| {
                if man.white {
                    square / 8 == 0
                } else {
                    square / 8 == 7
                }
            };
            if self
                .base(square)
                .is_some_and(|man| man.kind == 'P' && first_rank(man))
            {
                self.stacks[square].clear();
                self.reset = true;
            }
        }
    }

    /// The squares where pawns of White, or Black, promote.
    fn promoting(&self, white: bool) -> Vec<usize> {
        let rank = if white { 7 } else { 0 };
        let promotes = |&square: &usize| {
            self.base(square)
                .is_some_and(|man| man.kind == 'P' && man.white == white)
        };
        (8 * rank..8 * rank + 8).filter(promotes).collect()
    }

    fn promote(&mut self, kind: char) {
        for (white, kind) in [(self.white, kind), (!self.white, 'Q')] {
            for square in self.promoting(white) {
                self.stacks[square][0].kind = kind;
            }
        }
    }

    /// Every legal turn with the position after it.
    pub(crate) fn turns(&self) -> BTreeMap<String, Crazy> {
        let mut turns = BTreeMap::new();
        if self.lost != [false; 2] {
            return turns;
        }
        let own = usize::from(!self.white);
        for result in self.movements(false) {
            let mut after = result.after;
            if after.lost[own] && !result.suicide {
                continue;
            }
            after.settle();
            let letters = if after.promoting(self.white).is_empty() {
                "-"
            } else {
                "qrbn"
            };
            for letter in letters.chars() {
                let mut after = after.clone();
                after.promote(letter.to_ascii_uppercase());
                if !after.lost[own] && after.is_check(self.white) {
                    continue;
                }
                after.half = if after.reset { 0 } else { self.half + 1 };
                after.reset = false;
                after.full += u32::from(!self.white);
                after.white = !self.white;
                let mut text = result.text.clone();
                if letter != '-' {
                    text.push(letter);
                }
                assert!(turns.insert(text.clone(), after).is_none(), "{text} twice");
            }
        }
        turns
    }

    /// Turns to this depth.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let turns = self.turns();
        match depth {
            1 => turns.len() as u64,
            _ => turns.values().map(|after| after.perft(depth - 1)).sum(),
        }
    }

    /// How the game stands, repetition aside; `-` if it goes on.
    pub(crate) fn outcome(&self) -> &'static str {
        let bare = self.stacks.iter().flatten().count() == 2;
        match self.lost {
            [true, true] => "1/2-1/2 {kings lost}",
            [true, false] => "0-1 {king lost}",
            [false, true] => "1-0 {king lost}",
            _ if !self.turns().is_empty() && self.half >= 100 => "1/2-1/2 {100 plies}",
            _ if !self.turns().is_empty() && bare => "1/2-1/2 {bare kings}",
            _ if !self.turns().is_empty() => "-",
            _ if !self.is_check(self.white) => "1/2-1/2 {stalemate}",
            _ if self.white => "0-1 {checkmate}",
            _ => "1-0 {checkmate}",
        }
    }
}
