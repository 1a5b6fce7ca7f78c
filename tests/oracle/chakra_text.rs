//! Texts of positions, and positions without a past.

use rand::{Rng, RngExt, seq::IndexedRandom};

use super::chakra::{Chakra, Disc, Man, RETURNING, Square, name};

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

impl Chakra {
    /// Reads a position text, which must be a good one.
    pub(crate) fn read(text: &str, double_steps: bool) -> Chakra {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 6, "{text}");
        let mut men = [[None; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as usize;
                } else {
                    men[7 - row][file] = Some(Man {
                        letter: letter.to_ascii_uppercase(),
                        white: letter.is_ascii_uppercase(),
                    });
                    file += 1;
                }
            }
        }
        let disc = |text: &str| Disc {
            at: square(text),
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
        Chakra {
            men,
            white_to_move: fields[1] == "w",
            transmitters,
            pools,
            half: fields[4].parse().expect("a number"),
            full: fields[5].parse().expect("a number"),
            double_steps,
        }
    }

    /// The canonical text.
    pub(crate) fn write(&self) -> String {
        let mut rows = Vec::new();
        for row in self.men.iter().rev() {
            let mut line = String::new();
            let mut empty = 0;
            for man in row {
                let Some(man) = man else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    line.push_str(&empty.to_string());
                    empty = 0;
                }
                line.push(if man.white {
                    man.letter
                } else {
                    man.letter.to_ascii_lowercase()
                });
            }
            if empty > 0 {
                line.push_str(&empty.to_string());
            }
            rows.push(line);
        }
        let transmitter = |discs: &Vec<Disc>| {
            let mut discs = discs.clone();
            discs.sort_by_key(|disc| (disc.at.1, disc.at.0));
            let mode = |disc: &Disc| if disc.king_mode { 'k' } else { 'n' };
            let texts: Vec<String> = discs
                .iter()
                .map(|disc| format!("{}{}", name(disc.at), mode(disc)))
                .collect();
            if texts.is_empty() {
                "-".to_owned()
            } else {
                texts.join(",")
            }
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
        if pools.is_empty() {
            pools.push('-');
        }
        format!(
            "{} {} {}/{} {pools} {} {}",
            rows.join("/"),
            if self.white_to_move { "w" } else { "b" },
            transmitter(&self.transmitters[0]),
            transmitter(&self.transmitters[1]),
            self.half,
            self.full,
        )
    }

    /// A position with men of the array anywhere, or captured, and mostly with both Transmitters,
    /// often under men.
    pub(crate) fn random(rng: &mut impl Rng, double_steps: bool) -> Chakra {
        let empty = "8/8/8/8/8/8/8/8 w -/- - 3 30";
        loop {
            let mut chakra = Chakra::read(empty, double_steps);
            chakra.white_to_move = rng.random();
            let density = rng.random_range(0.1..0.9);
            let mut free: Vec<Square> = Chakra::squares().collect();
            for (index, white) in [true, false].into_iter().enumerate() {
                for letter in "KQSMAACCPPPPPP".chars() {
                    let at = free[rng.random_range(0..free.len())];
                    let last = if white { 7 } else { 0 };
                    if letter == 'K' || rng.random_bool(density) && (letter != 'P' || at.1 != last)
                    {
                        free.retain(|&other| other != at);
                        chakra.set(at, Some(Man { letter, white }));
                    } else if letter != 'P' && rng.random_bool(0.7) {
                        chakra.pools[index].push(letter);
                    }
                }
            }
            let mut bare: Vec<Square> = Chakra::squares().collect();
            for index in 0..2 {
                if rng.random_bool(0.1) {
                    continue;
                }
                for _ in 0..2 {
                    let under = rng.random_bool(0.4);
                    let wanted: Vec<Square> = bare
                        .iter()
                        .copied()
                        .filter(|&at| !under || chakra.man(at).is_some())
                        .collect();
                    let at = *wanted.choose(rng).unwrap_or(&bare[0]);
                    bare.retain(|&other| other != at);
                    let king_mode = rng.random();
                    chakra.transmitters[index].push(Disc { at, king_mode });
                }
            }
            if chakra.is_sound() {
                return chakra;
            }
        }
    }
}
