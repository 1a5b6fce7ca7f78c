//! Texts of Crazy Chess positions, and random ones.

use rand::{Rng, RngExt, seq::IndexedRandom};

use super::crazy::{Crazy, Man, name};

fn square(text: &str) -> usize {
    let bytes = text.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

fn man(letter: char) -> Man {
    Man {
        white: letter.is_ascii_uppercase(),
        kind: letter.to_ascii_uppercase(),
        ghost: false,
        fresh: false,
        spent: false,
    }
}

fn letter(man: Man) -> String {
    let letter = if man.white {
        man.kind
    } else {
        man.kind.to_ascii_lowercase()
    };
    format!("{letter}{}", if man.ghost { "~" } else { "" })
}

impl Crazy {
    /// Reads a sound text.
    pub(crate) fn read(text: &str) -> Crazy {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut stacks = vec![Vec::new(); 64];
        for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
            let (mut file, mut inside) = (0, false);
            for letter in row.chars() {
                match letter {
                    '(' => inside = true,
                    ')' => {
                        inside = false;
                        file += 1;
                    }
                    '~' => {
                        let at: usize = 8 * rank + file - usize::from(!inside);
                        let stack: &mut Vec<Man> = &mut stacks[at];
                        stack.last_mut().expect("a ghost follows a bishop").ghost = true;
                    }
                    '1'..='8' => file += letter as usize - '0' as usize,
                    _ => {
                        stacks[8 * rank + file].push(man(letter));
                        file += usize::from(!inside);
                    }
                }
            }
        }
        let doubles = match fields[3] {
            "-" => Vec::new(),
            list => list
                .split(',')
                .map(|entry| (square(&entry[..2]), square(&entry[2..])))
                .collect(),
        };
        Crazy {
            stacks,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            doubles,
            half: fields[4].parse().expect("a number"),
            full: fields[5].parse().expect("a number"),
            reset: false,
            lost: [false; 2],
        }
    }

    /// The text of the position.
    pub(crate) fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for stack in &self.stacks[8 * rank..8 * rank + 8] {
                if stack.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                let men: String = stack.iter().map(|&man| letter(man)).collect();
                if stack.len() > 1 {
                    row.extend(["(", &men, ")"]);
                } else {
                    row += &men;
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let mut doubles = self.doubles.clone();
        doubles.sort_unstable();
        let doubles: Vec<String> = doubles
            .into_iter()
            .map(|(passed, pawn)| name(passed) + &name(pawn))
            .collect();
        let or_none = |text: String| {
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        format!(
            "{} {} {} {} {} {}",
            rows.join("/"),
            if self.white { 'w' } else { 'b' },
            or_none(self.castling.clone()),
            or_none(doubles.join(",")),
            self.half,
            self.full
        )
    }

    /// A random position with stacks and ghosts, crowded or not; the side not to move may be in
    /// check.
    pub(crate) fn random(rng: &mut impl Rng) -> Crazy {
        let mut stacks: Vec<Vec<Man>> = vec![Vec::new(); 64];
        let near = rng.random_bool(0.5);
        let centre = rng.random_range(0..64usize);
        let spot = |rng: &mut dyn FnMut(usize) -> usize| {
            if !near {
                return rng(64);
            }
            let file = (centre % 8 + rng(5)).saturating_sub(2).min(7);
            let rank = (centre / 8 + rng(5)).saturating_sub(2).min(7);
            8 * rank + file
        };
        let mut men = vec!['K', 'k'];
        for black in [false, true] {
            for _ in 0..rng.random_range(1..14) {
                let kind = *b"PPPPNNBBBRRRRQQ".choose(rng).expect("there are kinds") as char;
                men.push(if black {
                    kind.to_ascii_lowercase()
                } else {
                    kind
                });
            }
        }
        let loads = rng.random_range(0.0..0.6);
        for letter in men {
            let mut man = man(letter);
            man.ghost = man.kind == 'B' && rng.random_bool(0.2);
            for _ in 0..50 {
                let mut below = |n: usize| rng.random_range(0..n);
                let at = spot(&mut below);
                let outer = at / 8 == 0 || at / 8 == 7;
                let rook = stacks[at].first().is_some_and(|base| base.kind == 'R');
                let free = stacks[at].is_empty() && !(man.kind == 'P' && outer);
                if free && rng.random_bool(1.0 - loads) || rook && rng.random_bool(loads) {
                    stacks[at].push(man);
                    break;
                }
            }
        }
        for king in ['K', 'k'] {
            if !stacks
                .iter()
                .flatten()
                .any(|&known| letter(known) == king.to_string())
            {
                let free: Vec<usize> = (0..64).filter(|&at| stacks[at].is_empty()).collect();
                stacks[*free.choose(rng).expect("the board is not full")].push(man(king));
            }
        }
        let mut pos = Crazy {
            stacks,
            white: rng.random_bool(0.5),
            castling: String::new(),
            doubles: Vec::new(),
            half: rng.random_range(0..120),
            full: rng.random_range(1..60),
            reset: false,
            lost: [false; 2],
        };
        for (right, king, rook) in [('K', 4, 7), ('Q', 4, 0), ('k', 60, 63), ('q', 60, 56)] {
            let side = if right == 'K' || right == 'Q' {
                ["K", "R"]
            } else {
                ["k", "r"]
            };
            let home = [king, rook].map(|at: usize| pos.stacks[at].first().map(|&man| letter(man)));
            if home == side.map(|man| Some(man.to_owned())) {
                pos.castling.push(right);
            }
        }
        pos.random_double_steps(rng);
        pos
    }

    fn random_double_steps(&mut self, rng: &mut impl Rng) {
        let (third, second, ahead) = if self.white { (5, 6, -8) } else { (2, 1, 8i32) };
        for passed in 0..64usize {
            let ends: &[i32] = match passed / 8 {
                rank if rank == third => &[ahead],
                rank if rank == second && !matches!(passed % 8, 0 | 7) => &[1, -1],
                _ => continue,
            };
            let by = *ends.choose(rng).expect("there are ends");
            let pawn = (passed as i32 + by) as usize;
            let ready = |man: &Man| man.kind == 'P' && man.white != self.white;
            let stands = self.stacks[pawn].first().is_some_and(ready);
            if stands && self.stacks[passed].is_empty() && rng.random_bool(0.5) {
                self.doubles.push((passed, pawn));
            }
        }
    }
}
