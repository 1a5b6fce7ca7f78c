//! Texts of Crazy Chess positions, and random ones.

use jabberwock_variants::crazy::Crazy;
use rand::{
    RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};

use super::{CrazyOracle, StackPiece, name};
use crate::{
    board::{self, join_row, or_dash, side_letter},
    harness::Oracle,
};

type Stacks = Vec<Vec<StackPiece>>;

fn square(text: &str) -> usize {
    let (file, rank) = board::square(text);
    (8 * rank + file) as usize
}

fn piece(letter: char) -> StackPiece {
    StackPiece {
        white: letter.is_ascii_uppercase(),
        kind: letter.to_ascii_uppercase(),
        ghost: false,
        fresh: false,
        spent: false,
    }
}

fn letter(piece: StackPiece) -> String {
    let letter = if piece.white {
        piece.kind
    } else {
        piece.kind.to_ascii_lowercase()
    };
    format!("{letter}{}", if piece.ghost { "~" } else { "" })
}

/// Reads a placement text.
fn read_stacks(text: &str) -> Stacks {
    let mut stacks: Stacks = vec![Vec::new(); 64];
    for (row, rank) in text.split('/').zip((0..8).rev()) {
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
                    let bishop = stacks[at].last_mut();
                    bishop.expect("a ghost follows a bishop").ghost = true;
                }
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    stacks[8 * rank + file].push(piece(letter));
                    file += usize::from(!inside);
                }
            }
        }
    }
    stacks
}

fn write_stack(stack: &[StackPiece]) -> Option<String> {
    let pieces: String = stack.iter().map(|&piece| letter(piece)).collect();
    match stack.len() {
        0 => None,
        1 => Some(pieces),
        _ => Some(format!("({pieces})")),
    }
}

impl Oracle for CrazyOracle {
    type Game = Crazy;

    const NAMES: &'static [&'static str] = &["crazy-free"];

    fn game(&self) -> Crazy {
        Crazy
    }

    fn read(_: &str, text: &str) -> CrazyOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 6, "{text}");
        let doubles = fields[3].split(',').filter(|&entry| entry != "-");
        CrazyOracle {
            stacks: read_stacks(fields[0]),
            white_to_move: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            doubles: doubles
                .map(|entry| (square(&entry[..2]), square(&entry[2..])))
                .collect(),
            halfmove_clock: fields[4].parse().expect("a number"),
            fullmove_number: fields[5].parse().expect("a number"),
            reset: false,
            lost: [false; 2],
        }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self
            .stacks
            .chunks(8)
            .rev()
            .map(|row| join_row(row.iter().map(|stack| write_stack(stack))))
            .collect();
        let mut doubles = self.doubles.clone();
        doubles.sort_unstable();
        let doubles: Vec<String> = doubles
            .into_iter()
            .map(|(passed, pawn)| name(passed) + &name(pawn))
            .collect();
        format!(
            "{} {} {} {} {} {}",
            rows.join("/"),
            side_letter(self.white_to_move),
            or_dash(self.castling.clone()),
            or_dash(doubles.join(",")),
            self.halfmove_clock,
            self.fullmove_number
        )
    }

    /// Returns a random position with stacks and ghosts, crowded or not.
    fn random(rng: &mut StdRng) -> CrazyOracle {
        let mut crazy = CrazyOracle {
            stacks: random_stacks(rng),
            white_to_move: rng.random_bool(0.5),
            castling: String::new(),
            doubles: Vec::new(),
            halfmove_clock: rng.random_range(0..120),
            fullmove_number: rng.random_range(1..60),
            reset: false,
            lost: [false; 2],
        };
        for (right, king, rook) in [('K', 4, 7), ('Q', 4, 0), ('k', 60, 63), ('q', 60, 56)] {
            let home = |at: usize, kind: char| {
                let white = right.is_ascii_uppercase();
                let base = crazy.base(at);
                base.is_some_and(|base| base.kind == kind && base.white == white)
            };
            if home(king, 'K') && home(rook, 'R') {
                crazy.castling.push(right);
            }
        }
        crazy.random_double_steps(rng);
        crazy
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn is_check(&self) -> bool {
        self.lost == [false; 2] && self.is_attacked(self.white_to_move)
    }

    fn is_opponent_in_check(&self) -> bool {
        self.is_attacked(!self.white_to_move)
    }

    /// K30.
    fn decided(&self) -> Option<String> {
        let text = match self.lost {
            [false, false] => return None,
            [true, true] => "1/2-1/2 {kings lost}",
            [true, false] => "0-1 {king lost}",
            [false, true] => "1-0 {king lost}",
        };
        Some(text.to_owned())
    }
}

/// Whether a side may have `letters`: eight pawns at most, pieces beyond the array counted (K43).
fn has_enough_pawns(letters: &[char]) -> bool {
    let count = |kind: char| letters.iter().filter(|&&letter| letter == kind).count();
    let promoted = [('Q', 1), ('R', 2), ('B', 2), ('N', 2)];
    let promoted = promoted.map(|(kind, array)| count(kind).saturating_sub(array));
    count('P') + promoted.into_iter().sum::<usize>() <= 8
}

/// Returns the kings, and some other pieces of both sides.
fn random_letters(rng: &mut StdRng) -> Vec<char> {
    let mut letters = vec!['K', 'k'];
    for black in [false, true] {
        let mut side = Vec::new();
        for _ in 0..rng.random_range(1..14) {
            side.push("PPPPNNBBBRRRRQQ".chars().choose(rng).expect("letters"));
            if !has_enough_pawns(&side) {
                side.pop();
            }
        }
        for letter in side {
            letters.push(if black {
                letter.to_ascii_lowercase()
            } else {
                letter
            });
        }
    }
    letters
}

/// Now and then puts a side's king and rooks where they castle from. Returns which sides'.
fn set_home(stacks: &mut Stacks, letters: &mut Vec<char>, rng: &mut StdRng) -> [bool; 2] {
    [("KRR", 0), ("krr", 56)].map(|(home, first)| {
        let is_home = rng.random_bool(0.2);
        for (letter, file) in home.chars().zip([4, 0, 7]).filter(|_| is_home) {
            if let Some(index) = letters.iter().position(|&known| known == letter) {
                letters.remove(index);
                stacks[first + file].push(piece(letter));
            }
        }
        is_home
    })
}

/// Pieces anywhere or near each other, on the board and inside rooks. Some find no place.
fn random_stacks(rng: &mut StdRng) -> Stacks {
    let mut stacks: Stacks = vec![Vec::new(); 64];
    let near = rng.random_bool(0.5);
    let centre = (rng.random_range(0..8), rng.random_range(0..8));
    let spot = |rng: &mut StdRng| {
        let mut near_to = |middle: usize| {
            let offset: usize = rng.random_range(0..5);
            (middle + offset).saturating_sub(2).min(7)
        };
        if near {
            8 * near_to(centre.1) + near_to(centre.0)
        } else {
            rng.random_range(0..64)
        }
    };
    let loads = rng.random_range(0.0..0.6);
    let mut letters = random_letters(rng);
    let homes = set_home(&mut stacks, &mut letters, rng);
    for letter in letters {
        let mut piece = piece(letter);
        piece.ghost = piece.kind == 'B' && rng.random_bool(0.2);
        for _ in 0..50 {
            let is_rook = |&at: &usize| stacks[at].first().is_some_and(|base| base.kind == 'R');
            let rooks = (0..64).filter(is_rook).choose(rng);
            let at = rooks
                .filter(|_| rng.random_bool(loads))
                .unwrap_or_else(|| spot(rng));
            let outer = at / 8 == 0 || at / 8 == 7;
            let rook = is_rook(&at);
            // The ways of castling stay open.
            let closed = homes[0] && at / 8 == 0 || homes[1] && at / 8 == 7;
            let free = stacks[at].is_empty() && !closed && !(piece.kind == 'P' && outer);
            if free && rng.random_bool(1.0 - loads) || rook && rng.random_bool(loads) {
                stacks[at].push(piece);
                break;
            }
        }
    }
    for king in ['K', 'k'].map(piece) {
        if !stacks.iter().flatten().any(|&known| known == king) {
            let free: Vec<usize> = (0..64).filter(|&at| stacks[at].is_empty()).collect();
            stacks[*free.choose(rng).expect("the board is not full")].push(king);
        }
    }
    stacks
}

impl CrazyOracle {
    fn random_double_steps(&mut self, rng: &mut StdRng) {
        let (third, second, ahead) = if self.white_to_move {
            (5, 6, -8)
        } else {
            (2, 1, 8i32)
        };
        for passed in 0..64usize {
            let ends: &[i32] = match passed / 8 {
                rank if rank == third => &[ahead],
                rank if rank == second && !matches!(passed % 8, 0 | 7) => &[1, -1],
                _ => continue,
            };
            let by = *ends.choose(rng).expect("there are ends");
            let pawn = (passed as i32 + by) as usize;
            let ready = |piece: &StackPiece| piece.kind == 'P' && piece.white != self.white_to_move;
            let stands = self.stacks[pawn].first().is_some_and(ready);
            if stands && self.stacks[passed].is_empty() && rng.random_bool(0.5) {
                self.doubles.push((passed, pawn));
            }
        }
    }
}
