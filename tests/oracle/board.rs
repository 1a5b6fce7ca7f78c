//! The 8x8 board shared by the slow implementations: squares, pieces and placement texts.

use rand::{RngExt, rngs::StdRng};

/// A square as file and rank, both 0 to 7.
pub(crate) type Square = (i32, i32);

/// A step or a leap: files to the right, ranks up.
pub(crate) type Direction = (i32, i32);

pub(crate) const ORTHOGONAL: [Direction; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [Direction; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(crate) const ANY: [Direction; 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
pub(crate) const KNIGHT: [Direction; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

pub(crate) fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub(crate) fn add(square: Square, direction: Direction) -> Square {
    (square.0 + direction.0, square.1 + direction.1)
}

/// Returns all squares in the order a1, b1, ... h8.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

/// Takes one of the squares at random.
pub(crate) fn take_random(squares: &mut Vec<Square>, rng: &mut StdRng) -> Square {
    squares.swap_remove(rng.random_range(0..squares.len()))
}

pub(crate) fn square_name((file, rank): Square) -> String {
    let file = char::from(b'a' + file as u8);
    format!("{file}{}", rank + 1)
}

/// Reads the name of a square.
pub(crate) fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    assert_eq!(bytes.len(), 2, "{text} is a square");
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

/// A piece: its letter in upper case, and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) letter: char,
    pub(crate) white: bool,
}

impl Piece {
    /// Returns the piece that a letter of a placement text stands for.
    pub(crate) fn read(letter: char) -> Piece {
        Piece {
            letter: letter.to_ascii_uppercase(),
            white: letter.is_ascii_uppercase(),
        }
    }

    fn write(self) -> char {
        if self.white {
            self.letter
        } else {
            self.letter.to_ascii_lowercase()
        }
    }
}

/// The piece on each square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement([[Option<Piece>; 8]; 8]);

impl Placement {
    /// Returns the piece on a square; `None` on a square off the board.
    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        if on_board(square) {
            self.0[square.1 as usize][square.0 as usize]
        } else {
            None
        }
    }

    pub(crate) fn set(&mut self, (file, rank): Square, piece: Option<Piece>) {
        self.0[rank as usize][file as usize] = piece;
    }

    /// Whether a piece of White (or Black) is on the square.
    pub(crate) fn is_of(&self, square: Square, white: bool) -> bool {
        self.at(square).is_some_and(|piece| piece.white == white)
    }

    /// Returns the squares of the pieces of White (or Black).
    pub(crate) fn squares_of(&self, white: bool) -> impl Iterator<Item = Square> {
        squares().filter(move |&square| self.is_of(square, white))
    }

    /// Returns all pieces, in the order of their squares.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.0.as_flattened().iter().flatten().copied()
    }

    /// Returns the square of the king of White (or Black).
    pub(crate) fn king(&self, white: bool) -> Option<Square> {
        let king = Piece { letter: 'K', white };
        squares().find(|&square| self.at(square) == Some(king))
    }

    /// Reads a valid placement text.
    pub(crate) fn read(text: &str) -> Placement {
        let mut placement = Placement::default();
        for (row, line) in text.split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as i32;
                } else {
                    placement.set((file, 7 - row as i32), Some(Piece::read(letter)));
                    file += 1;
                }
            }
        }
        placement
    }

    pub(crate) fn write(&self) -> String {
        let rows = self.0.iter().rev();
        let rows: Vec<String> = rows
            .map(|row| {
                join_row(
                    row.iter()
                        .map(|piece| piece.map(|piece| piece.write().into())),
                )
            })
            .collect();
        rows.join("/")
    }
}

/// Returns a row of a placement text: the texts of squares that are not empty, and the numbers of
/// empty ones between them.
pub(crate) fn join_row(row: impl Iterator<Item = Option<String>>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for square in row.map(Some).chain([None]) {
        if square == Some(None) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.extend(square.flatten());
    }
    text
}

/// `text`, or `-` for an empty one.
pub(crate) fn or_dash(text: String) -> String {
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Returns the letter of the side to move.
pub(crate) fn side_letter(white_to_move: bool) -> char {
    if white_to_move { 'w' } else { 'b' }
}
