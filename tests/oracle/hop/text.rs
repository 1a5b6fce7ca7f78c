//! Texts of positions, and positions without a past.

use jabberwock_variants::hop::Hop;
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use super::HopOracle;
use crate::{
    board::{Piece, Placement, or_dash, side_letter, square, square_name, squares, take_random},
    harness::Oracle,
};

impl Oracle for HopOracle {
    type Game = Hop;

    const NAMES: &'static [&'static str] = &["hop"];

    fn game(&self) -> Hop {
        Hop
    }

    fn read(_: &str, text: &str) -> HopOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 7, "{text}");
        let optional = |text: &str| (text != "-").then(|| square(text));
        let (white, black) = fields[6].split_once('/').expect("two hoppers");
        HopOracle {
            pieces: Placement::read(fields[0]),
            white_to_move: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed_over: optional(fields[3]),
            halfmove_clock: fields[4].parse().expect("a number"),
            fullmove_number: fields[5].parse().expect("a number"),
            hoppers: [optional(white), optional(black)],
        }
    }

    fn write(&self) -> String {
        let optional = |square: Option<_>| square.map_or("-".to_owned(), square_name);
        format!(
            "{} {} {} {} {} {} {}/{}",
            self.pieces.write(),
            side_letter(self.white_to_move),
            or_dash(self.castling.clone()),
            optional(self.passed_over),
            self.halfmove_clock,
            self.fullmove_number,
            optional(self.hoppers[0]),
            optional(self.hoppers[1]),
        )
    }

    /// Returns a position with some pieces anywhere, many of them pawns, and mostly with both
    /// hoppers.
    fn random(rng: &mut StdRng) -> HopOracle {
        let letters: Vec<char> = "QRBNPPPPqrbnpppp".chars().collect();
        let mut hop = HopOracle::read("hop", "8/8/8/8/8/8/8/8 w - - 0 30 -/-");
        hop.white_to_move = rng.random();
        hop.halfmove_clock = rng.random_range(0..120);
        let mut free = squares().collect();
        for letter in ['K', 'k'] {
            let at = take_random(&mut free, rng);
            hop.pieces.set(at, Some(Piece::read(letter)));
        }
        for _ in 0..rng.random_range(0..14) {
            let letter = *letters.choose(rng).expect("letters");
            let at = take_random(&mut free, rng);
            let outer = at.1 == 0 || at.1 == 7;
            if !(outer && letter.eq_ignore_ascii_case(&'p')) {
                hop.pieces.set(at, Some(Piece::read(letter)));
            }
        }
        for hopper in 0..2 {
            let at = take_random(&mut free, rng);
            hop.hoppers[hopper] = rng.random_bool(0.9).then_some(at);
        }
        hop
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
}
