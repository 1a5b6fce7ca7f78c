//! A second implementation of Chaotic Chess: slow, obvious, and written from
//! `docs/rules/chaotic.md` alone. It shares nothing with the rules of the engine; the tests compare
//! the two.

use std::collections::BTreeMap;

use jabberwock_variants::chaotic::Chaotic;
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use crate::{
    board::{
        DIAGONAL, Direction, KNIGHT, ORTHOGONAL, Piece, Placement, Square, add, on_board,
        side_letter, square, square_name, squares, take_random,
    },
    harness::{ListingOracle, Oracle, TurnTest},
};

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct ChaoticOracle {
    pieces: Placement,
    white_to_move: bool,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl ChaoticOracle {
    fn is_empty(&self, square: Square) -> bool {
        on_board(square) && self.pieces.at(square).is_none()
    }

    /// Whether a merchant of White (or Black) stands orthogonally beside the square.
    fn merchant_beside(&self, square: Square, white: bool) -> bool {
        let merchant = Piece { letter: 'M', white };
        ORTHOGONAL
            .iter()
            .any(|&step| self.pieces.at(add(square, step)) == Some(merchant))
    }

    /// X7.
    fn is_immobilised(&self, square: Square) -> bool {
        self.pieces.at(square).is_some_and(|piece| {
            "KNAR".contains(piece.letter)
                && self.merchant_beside(square, !piece.white)
                && !self.merchant_beside(square, piece.white)
        })
    }

    /// Whether the piece on `from` may go to `to`, whose king may be in check afterwards, and may
    /// capture there if an enemy is there, even a king.
    fn can_go(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.pieces.at(from) else {
            return false;
        };
        if self.is_immobilised(from) || self.pieces.is_of(to, piece.white) {
            return false;
        }
        let difference = (to.0 - from.0, to.1 - from.1);
        let king_step = difference.0.abs().max(difference.1.abs()) == 1;
        let knight_jump = KNIGHT.contains(&difference);
        let there = self.pieces.at(to);
        let captures = there.is_some();
        let pawn_there = there.is_some_and(|victim| victim.letter == 'P');
        match piece.letter {
            'K' => king_step,
            'N' => knight_jump,
            'R' => self.slides(from, to, &ORTHOGONAL) && !pawn_there,
            'A' => knight_jump || self.slides(from, to, &DIAGONAL) && !pawn_there,
            'M' => king_step && !captures,
            'P' => self.slides(from, to, &ORTHOGONAL) && !captures,
            letter => panic!("no piece is called {letter}"),
        }
    }

    /// Whether `to` lies in one of `directions` from `from` with nothing between.
    fn slides(&self, from: Square, to: Square, directions: &[Direction]) -> bool {
        directions.iter().any(|&step| {
            let mut at = add(from, step);
            while at != to && self.is_empty(at) {
                at = add(at, step);
            }
            at == to
        })
    }

    /// Returns the position after a turn, and whether it captures.
    fn after(&self, from: Square, to: Square) -> (ChaoticOracle, bool) {
        let piece = self.pieces.at(from).expect("a piece");
        let mut after = self.clone();
        let mut captures = self.pieces.at(to).is_some();
        after.pieces.set(from, None);
        after.pieces.set(to, Some(piece));
        if piece.letter == 'M' {
            // X10.
            for step in ORTHOGONAL {
                let (near, far) = (add(to, step), add(add(to, step), step));
                let victim = after.pieces.at(near);
                let is_prey = victim
                    .is_some_and(|victim| victim.white != piece.white && victim.letter != 'P');
                if is_prey && after.pieces.at(far) == Some(piece) {
                    after.pieces.set(near, None);
                    captures = true;
                }
            }
        }
        if piece.letter == 'P' {
            // X14.
            let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            let pushed = add(to, step);
            if let Some(agent) = self.pieces.at(pushed) {
                // X15, read off the position before.
                let held = agent.letter == 'M'
                    || self.is_immobilised(pushed)
                    || self.merchant_beside(pushed, agent.white);
                let mut end = pushed;
                while self.is_empty(add(end, step)) {
                    end = add(end, step);
                }
                if !held && end != pushed {
                    after.pieces.set(pushed, None);
                    after.pieces.set(end, Some(agent));
                }
            }
        }
        after.halfmove_clock = if captures { 0 } else { self.halfmove_clock + 1 };
        after.fullmove_number = self.fullmove_number + u32::from(!self.white_to_move);
        after.white_to_move = !self.white_to_move;
        (after, captures)
    }

    /// Whether the king of White (or Black) is in check (X17).
    fn is_attacked(&self, white: bool) -> bool {
        let Some(king) = self.pieces.king(white) else {
            return false;
        };
        let mut enemies = self.pieces.squares_of(!white);
        enemies.any(|from| self.can_go(from, king))
    }

    /// X18: only a king and pawns are left.
    fn is_bare(&self, white: bool) -> bool {
        let mut army = self.pieces.pieces().filter(|piece| piece.white == white);
        army.all(|piece| "KP".contains(piece.letter))
    }

    /// Whether `turn` captures.
    fn captures(&self, turn: &str) -> bool {
        let (from, to) = (square(&turn[..2]), square(&turn[2..]));
        self.after(from, to).1
    }

    /// Whether `turn` is a merchant's step.
    fn is_merchant_step(&self, turn: &str) -> bool {
        let piece = self.pieces.at(square(&turn[..2]));
        piece.is_some_and(|piece| piece.letter == 'M')
    }
}

impl Oracle for ChaoticOracle {
    type Game = Chaotic;

    const NAMES: &'static [&'static str] = &["chaotic"];

    fn game(&self) -> Chaotic {
        Chaotic
    }

    fn read(_: &str, text: &str) -> ChaoticOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 6, "{text}");
        ChaoticOracle {
            pieces: Placement::read(fields[0]),
            white_to_move: fields[1] == "w",
            halfmove_clock: fields[4].parse().expect("a number"),
            fullmove_number: fields[5].parse().expect("a number"),
        }
    }

    fn write(&self) -> String {
        format!(
            "{} {} - - {} {}",
            self.pieces.write(),
            side_letter(self.white_to_move),
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    /// Returns a position with pieces anywhere on a part of the board, many of them merchants and
    /// pawns.
    fn random(rng: &mut StdRng) -> ChaoticOracle {
        let letters: Vec<char> = "MMNARPPPmmnarppp".chars().collect();
        let mut chaotic = ChaoticOracle::read("chaotic", "8/8/8/8/8/8/8/8 w - - 3 30");
        chaotic.white_to_move = rng.random();
        chaotic.halfmove_clock = rng.random_range(0..120);
        let (width, height) = (rng.random_range(3..=8), rng.random_range(3..=8));
        let mut free: Vec<Square> = squares()
            .filter(|&(file, rank)| file < width && rank < height)
            .collect();
        let count = rng.random_range(1..16).min(free.len() - 2);
        let others = (0..count).map(|_| *letters.choose(rng).expect("letters"));
        let letters: Vec<char> = ['K', 'k'].into_iter().chain(others).collect();
        for letter in letters {
            let at = take_random(&mut free, rng);
            chaotic.pieces.set(at, Some(Piece::read(letter)));
        }
        chaotic
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn is_check(&self) -> bool {
        self.is_attacked(self.white_to_move)
    }

    fn is_opponent_in_check(&self) -> bool {
        self.is_attacked(!self.white_to_move)
    }

    /// X12, X18.
    fn decided(&self) -> Option<String> {
        let us = self.white_to_move;
        let lost_king = [true, false]
            .into_iter()
            .find(|&white| self.pieces.king(white).is_none());
        let lost_army = || [us, !us].into_iter().find(|&white| self.is_bare(white));
        let (white_lost, reason) = match lost_king {
            Some(white) => (white, "backstab"),
            None => (lost_army()?, "bare army"),
        };
        let points = if white_lost { "0-1" } else { "1-0" };
        Some(format!("{points} {{{reason}}}"))
    }
}

impl ListingOracle for ChaoticOracle {
    const RARE: &'static [TurnTest<ChaoticOracle>] = &[
        |before, turn, after| before.captures(turn) && after.decided().is_none(),
        |before, turn, _| before.is_merchant_step(turn),
    ];

    const LENGTH: u32 = 120;

    fn starts() -> Vec<ChaoticOracle> {
        let start = "knarm3/narmr3/pppppppp/8/8/PPPPPPPP/3RMRAN/3MRANK w - - 0 1";
        vec![ChaoticOracle::read("chaotic", start)]
    }

    fn turns(&self) -> BTreeMap<String, ChaoticOracle> {
        let mut turns = BTreeMap::new();
        if self.decided().is_some() {
            return turns;
        }
        for from in self.pieces.squares_of(self.white_to_move) {
            for to in squares().filter(|&to| to != from && self.can_go(from, to)) {
                let (after, _) = self.after(from, to);
                // X12, X17.
                let wins = after.pieces.king(!self.white_to_move).is_none();
                if wins || !after.is_attacked(self.white_to_move) {
                    turns.insert(format!("{}{}", square_name(from), square_name(to)), after);
                }
            }
        }
        turns
    }

    /// Only captures are noisy.
    fn is_noisy(&self, turn: &str) -> Option<bool> {
        Some(self.captures(turn))
    }

    /// X20.
    fn draw(&self) -> Option<&'static str> {
        (self.halfmove_clock >= 100).then_some("100 plies")
    }
}
