//! Texts of positions, and positions without a past.

use rand::{Rng, RngExt};

use super::hop::{Hop, Man, Square, name, square};

impl Hop {
    /// Reads a position text, which must be a good one.
    pub(crate) fn read(text: &str) -> Hop {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 7, "{text}");
        let mut men = [[None; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as usize;
                } else {
                    men[7 - row][file] = Some(Man::new(letter));
                    file += 1;
                }
            }
        }
        let optional = |text: &str| (text != "-").then(|| square(text));
        let (white, black) = fields[6].split_once('/').expect("two hoppers");
        Hop {
            men,
            white_to_move: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed_over: optional(fields[3]),
            half: fields[4].parse().expect("a number"),
            full: fields[5].parse().expect("a number"),
            hoppers: [optional(white), optional(black)],
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
        let dash = |square: Option<Square>| square.map_or("-".to_owned(), name);
        format!(
            "{} {} {} {} {} {} {}/{}",
            rows.join("/"),
            if self.white_to_move { "w" } else { "b" },
            if self.castling.is_empty() {
                "-"
            } else {
                &self.castling
            },
            dash(self.passed_over),
            self.half,
            self.full,
            dash(self.hoppers[0]),
            dash(self.hoppers[1]),
        )
    }

    /// A position with some men anywhere, many of them pawns, and mostly with both hoppers.
    pub(crate) fn random(rng: &mut impl Rng) -> Hop {
        const LETTERS: [char; 16] = [
            'Q', 'R', 'B', 'N', 'P', 'P', 'P', 'P', 'q', 'r', 'b', 'n', 'p', 'p', 'p', 'p',
        ];
        loop {
            let mut hop = Hop::read("8/8/8/8/8/8/8/8 w - - 0 30 -/-");
            hop.white_to_move = rng.random();
            let mut free: Vec<Square> = Hop::squares().collect();
            let mut take = |n: usize| free.swap_remove(n % free.len());
            for letter in ['K', 'k'] {
                let at = take(rng.random_range(0..1 << 20));
                hop.set(at, Some(Man::new(letter)));
            }
            for _ in 0..rng.random_range(0..14) {
                let letter = LETTERS[rng.random_range(0..LETTERS.len())];
                let at = take(rng.random_range(0..1 << 20));
                let outer = at.1 == 0 || at.1 == 7;
                if !(outer && letter.eq_ignore_ascii_case(&'p')) {
                    hop.set(at, Some(Man::new(letter)));
                }
            }
            for hopper in 0..2 {
                let at = take(rng.random_range(0..1 << 20));
                hop.hoppers[hopper] = rng.random_bool(0.9).then_some(at);
            }
            if !hop.is_attacked(!hop.white_to_move) {
                return hop;
            }
        }
    }
}
