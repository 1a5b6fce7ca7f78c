//! Texts of positions, and positions without a past.

use jabberwock_variants::chakra::Chakra;
use rand::{RngExt, rngs::StdRng, seq::IteratorRandom};

use super::{ChakraOracle, Disc, RETURNING};
use crate::{
    board::{
        Piece, Placement, Square, or_dash, side_letter, square, square_name, squares, take_random,
    },
    harness::Oracle,
};

impl Oracle for ChakraOracle {
    type Game = Chakra;

    const NAMES: &'static [&'static str] = &["chakra", "chakra-modern"];

    fn game(&self) -> Chakra {
        if self.double_steps {
            Chakra::CLASSIC
        } else {
            Chakra::MODERN
        }
    }

    fn read(name: &str, text: &str) -> ChakraOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 6, "{text}");
        let disc = |text: &str| Disc {
            at: square(&text[..2]),
            king_mode: text.ends_with('k'),
        };
        let (white, black) = fields[2].split_once('/').expect("two Transmitters");
        let transmitters =
            [white, black].map(|text| text.split(',').filter(|&at| at != "-").map(disc).collect());
        let letters = fields[3].replace('-', "");
        let pools = [true, false].map(|white| {
            let own = letters
                .chars()
                .filter(|letter| letter.is_ascii_uppercase() == white);
            own.map(|letter| letter.to_ascii_uppercase()).collect()
        });
        ChakraOracle {
            pieces: Placement::read(fields[0]),
            white_to_move: fields[1] == "w",
            transmitters,
            pools,
            halfmove_clock: fields[4].parse().expect("a number"),
            fullmove_number: fields[5].parse().expect("a number"),
            double_steps: name == "chakra",
        }
    }

    fn write(&self) -> String {
        let transmitter = |discs: &Vec<Disc>| {
            let mut discs = discs.clone();
            discs.sort_by_key(|disc| (disc.at.1, disc.at.0));
            let mode = |disc: &Disc| if disc.king_mode { 'k' } else { 'n' };
            let texts: Vec<String> = discs
                .iter()
                .map(|disc| format!("{}{}", square_name(disc.at), mode(disc)))
                .collect();
            or_dash(texts.join(","))
        };
        let mut pools = String::new();
        for (index, pool) in self.pools.iter().enumerate() {
            for letter in RETURNING.chars() {
                let count = pool.iter().filter(|&&waiting| waiting == letter).count();
                let written = if index == 0 {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                };
                pools.extend(std::iter::repeat_n(written, count));
            }
        }
        format!(
            "{} {} {}/{} {} {} {}",
            self.pieces.write(),
            side_letter(self.white_to_move),
            transmitter(&self.transmitters[0]),
            transmitter(&self.transmitters[1]),
            or_dash(pools),
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    /// Returns a position with pieces of the array anywhere, or captured, and mostly with both
    /// Transmitters, often under pieces.
    fn random(rng: &mut StdRng) -> ChakraOracle {
        let name = if rng.random_bool(0.6) {
            "chakra"
        } else {
            "chakra-modern"
        };
        let mut chakra = ChakraOracle::read(name, "8/8/8/8/8/8/8/8 w -/- - 3 30");
        chakra.white_to_move = rng.random();
        chakra.halfmove_clock = rng.random_range(0..120);
        chakra.set_random_pieces(rng);
        chakra.set_random_chakras(rng);
        chakra
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

impl ChakraOracle {
    fn set_random_pieces(&mut self, rng: &mut StdRng) {
        let density = rng.random_range(0.1..0.9);
        let mut free: Vec<Square> = squares().collect();
        for (index, white) in [true, false].into_iter().enumerate() {
            let last = if white { 7 } else { 0 };
            for letter in "KQSMAACCPPPPPP".chars() {
                let at = take_random(&mut free, rng);
                if letter == 'K' || rng.random_bool(density) && (letter != 'P' || at.1 != last) {
                    self.pieces.set(at, Some(Piece { letter, white }));
                } else if letter != 'P' && rng.random_bool(0.7) {
                    self.pools[index].push(letter);
                }
            }
        }
    }

    fn set_random_chakras(&mut self, rng: &mut StdRng) {
        let mut free: Vec<Square> = squares().collect();
        for transmitter in &mut self.transmitters {
            if rng.random_bool(0.1) {
                continue;
            }
            for _ in 0..2 {
                let under = rng.random_bool(0.4);
                let wanted = free
                    .iter()
                    .copied()
                    .filter(|&at| !under || self.pieces.at(at).is_some())
                    .choose(rng);
                let at = wanted.unwrap_or(free[0]);
                free.retain(|&other| other != at);
                let king_mode = rng.random();
                transmitter.push(Disc { at, king_mode });
            }
        }
    }
}
