//! Attack tables of the 8x8 board.

use jabberwock_game::Color;

pub use super::sliders::{bishop, rook};
use super::{bitboard::Bitboard, sliders, square::Square};

type BySquare = [Bitboard; 64];

/// Returns, for every square, the targets of leaps by `steps` (files, ranks).
pub const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> BySquare {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < N {
            if let Some(to) = offset(from, steps[n]) {
                table[from].0 |= 1 << to;
            }
            n += 1;
        }
        from += 1;
    }
    table
}

const fn offset(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = from as i32 % 8 + files;
    let rank = from as i32 / 8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT: BySquare = leaps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: BySquare = leaps(DIRECTIONS);
static PAWN: [BySquare; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

/// Squares between two squares, and whole lines through them, by both.
struct Alignment {
    between: [BySquare; 64],
    line: [BySquare; 64],
}

static ALIGNMENT: Alignment = {
    let mut table = Alignment {
        between: [[Bitboard::EMPTY; 64]; 64],
        line: [[Bitboard::EMPTY; 64]; 64],
    };
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < 8 {
            let (files, ranks) = DIRECTIONS[n];
            let whole = 1 << from | ray(from, (files, ranks)) | ray(from, (-files, -ranks));
            let mut passed = 0;
            let mut square = from;
            while let Some(to) = offset(square, (files, ranks)) {
                table.between[from][to] = Bitboard(passed);
                table.line[from][to] = Bitboard(whole);
                passed |= 1 << to;
                square = to;
            }
            n += 1;
        }
        from += 1;
    }
    table
};

const fn ray(from: usize, direction: (i32, i32)) -> u64 {
    let mut squares = 0;
    let mut square = from;
    while let Some(to) = offset(square, direction) {
        squares |= 1 << to;
        square = to;
    }
    squares
}

/// Returns the squares attacked by a knight on `square`.
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares attacked by a king on `square`.
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares attacked by `color`'s pawn on `square`.
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares attacked by `color`'s pawns on `squares`.
pub fn pawns(color: Color, squares: Bitboard) -> Bitboard {
    let ahead = squares.ahead(color);
    ahead.east() | ahead.west()
}

/// Returns the squares attacked by a queen on `square`, given the `occupied` squares.
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the diagonals through `square`, without it.
pub fn diagonals(square: Square) -> Bitboard {
    sliders::LINES[square.index()].0
}

/// Returns the rank and file through `square`, without it.
pub fn straights(square: Square) -> Bitboard {
    sliders::LINES[square.index()].1
}

/// Returns the squares between two on one line, without them; empty if they are on none.
pub fn between(a: Square, b: Square) -> Bitboard {
    ALIGNMENT.between[a.index()][b.index()]
}

/// Returns the whole line (rank, file or diagonal) through two squares; empty if they are on none.
pub fn line(a: Square, b: Square) -> Bitboard {
    ALIGNMENT.line[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::*;

    fn set(names: &str) -> Bitboard {
        names
            .split(' ')
            .map(|name| Square::parse(name).expect("a square"))
            .collect()
    }

    #[test]
    fn leapers_stay_on_the_board() {
        assert_eq!(knight(Square::A1), set("b3 c2"));
        assert_eq!(king(Square::H8), set("g8 g7 h7"));
        assert_eq!(pawn(Color::White, Square::A2), set("b3"));
        assert_eq!(pawn(Color::Black, Square::H7), set("g6"));
        assert_eq!(pawns(Color::White, set("a2 h4")), set("b3 g5"));
    }

    #[test]
    fn a_line_goes_from_edge_to_edge() {
        assert_eq!(between(Square::B2, Square::E5), set("c3 d4"));
        assert_eq!(between(Square::B2, Square::C4), Bitboard::EMPTY);
        assert_eq!(line(Square::B1, Square::C2), set("b1 c2 d3 e4 f5 g6 h7"));
        assert_eq!(line(Square::B1, Square::C3), Bitboard::EMPTY);
    }
}
