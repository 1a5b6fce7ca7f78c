//! Whole turns of Crazy Chess: check, what happens at the end, and how games end.

use std::collections::BTreeMap;

use super::{CrazyOracle, StackPiece};
use crate::harness::{ListingOracle, Oracle as _, TurnTest};

impl CrazyOracle {
    /// K29: whether the king of White, or Black, would be captured by some movement.
    pub(super) fn is_attacked(&self, white: bool) -> bool {
        let mut enemy = self.clone();
        enemy.white_to_move = !white;
        enemy.doubles = Vec::new();
        let movements = enemy.movements(true);
        movements
            .iter()
            .any(|result| result.after.lost[usize::from(!white)])
    }

    /// K33, the first two parts.
    fn settle(&mut self) {
        let white = self.white_to_move;
        for square in 0..64 {
            self.stacks[square].retain(|piece| !piece.ghost || piece.white != white || piece.fresh);
            for piece in &mut self.stacks[square] {
                piece.fresh = false;
                piece.spent = false;
            }
            let first_rank = |piece: StackPiece| {
                if piece.white {
                    square / 8 == 0
                } else {
                    square / 8 == 7
                }
            };
            if self
                .base(square)
                .is_some_and(|piece| piece.kind == 'P' && first_rank(piece))
            {
                self.stacks[square].clear();
                self.reset = true;
            }
        }
    }

    /// Returns the squares where pawns of White, or Black, promote.
    fn promoting(&self, white: bool) -> Vec<usize> {
        let rank = if white { 7 } else { 0 };
        let promotes = |&square: &usize| {
            self.base(square)
                .is_some_and(|piece| piece.kind == 'P' && piece.white == white)
        };
        (8 * rank..8 * rank + 8).filter(promotes).collect()
    }

    fn promote(&mut self, kind: char) {
        for (white, kind) in [(self.white_to_move, kind), (!self.white_to_move, 'Q')] {
            for square in self.promoting(white) {
                self.stacks[square][0].kind = kind;
            }
        }
    }

    /// Whether a turn captures something that has effects, and the game goes on.
    fn has_effects(&self, _: &str, after: &CrazyOracle) -> bool {
        let pieces = |crazy: &CrazyOracle| crazy.stacks.iter().flatten().count();
        let ghosts = |crazy: &CrazyOracle| {
            let pieces = crazy.stacks.iter().flatten();
            pieces.filter(|piece| piece.ghost).count()
        };
        after.lost == [false; 2]
            && (pieces(self) > pieces(after) + 1 || ghosts(after) > ghosts(self))
    }
}

impl ListingOracle for CrazyOracle {
    const RARE: &'static [TurnTest<CrazyOracle>] = &[
        // Inside a rook, a disguise, or a capture on a knight's path or all round.
        |_, turn, _| turn.contains(['^', '=', 'x', '*']),
        CrazyOracle::has_effects,
    ];

    const LENGTH: u32 = 80;

    fn starts() -> Vec<CrazyOracle> {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        vec![CrazyOracle::read("crazy-free", start)]
    }

    fn turns(&self) -> BTreeMap<String, CrazyOracle> {
        let mut turns = BTreeMap::new();
        if self.lost != [false; 2] {
            return turns;
        }
        let own = usize::from(!self.white_to_move);
        for result in self.movements(false) {
            let mut after = result.after;
            if after.lost[own] && !result.suicide {
                continue;
            }
            after.settle();
            let letters = if after.promoting(self.white_to_move).is_empty() {
                "-"
            } else {
                "qrbn"
            };
            for letter in letters.chars() {
                let mut after = after.clone();
                after.promote(letter.to_ascii_uppercase());
                if !after.lost[own] && after.is_attacked(self.white_to_move) {
                    continue;
                }
                after.halfmove_clock = if after.reset {
                    0
                } else {
                    self.halfmove_clock + 1
                };
                after.reset = false;
                after.fullmove_number += u32::from(!self.white_to_move);
                after.white_to_move = !self.white_to_move;
                let mut text = result.text.clone();
                if letter != '-' {
                    text.push(letter);
                }
                assert!(turns.insert(text.clone(), after).is_none(), "{text} twice");
            }
        }
        turns
    }

    /// K32.
    fn draw(&self) -> Option<&'static str> {
        if self.halfmove_clock >= 100 {
            return Some("100 plies");
        }
        let bare = self.stacks.iter().flatten().count() == 2;
        bare.then_some("bare kings")
    }
}
