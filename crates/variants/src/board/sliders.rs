//! Attacks along lines up to the first man, by hyperbola quintessence (Dickins and Isenberg 2006):
//! subtracting the slider from the men on a line flips the bits up to the first man.

use super::{Bitboard, Square};

/// The lines through a square, without the square.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

const LINES: [Lines; 64] = {
    let mut lines = [Lines {
        file: 0,
        diagonal: 0,
        antidiagonal: 0,
    }; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (rank_a, file_a, rank_b, file_b) = (a / 8, a % 8, b / 8, b % 8);
            if a != b {
                if file_a == file_b {
                    lines[a].file |= 1 << b;
                }
                if rank_a + file_b == rank_b + file_a {
                    lines[a].diagonal |= 1 << b;
                }
                if rank_a + file_a == rank_b + file_b {
                    lines[a].antidiagonal |= 1 << b;
                }
            }
            b += 1;
        }
        a += 1;
    }
    lines
};

/// Attacks along a rank, by the slider's file and the men on the six inner files.
const RANK_ATTACKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let men = (inner as u8) << 1;
            let mut attacks = 0;
            let mut to = file + 1;
            while to < 8 {
                attacks |= 1 << to;
                to = if men >> to & 1 == 1 { 8 } else { to + 1 };
            }
            let mut left = file;
            while left > 0 {
                attacks |= 1 << (left - 1);
                left = if men >> (left - 1) & 1 == 1 {
                    0
                } else {
                    left - 1
                };
            }
            table[file][inner] = attacks;
            inner += 1;
        }
        file += 1;
    }
    table
};

const fn along(line: u64, square: Square, occupied: Bitboard) -> u64 {
    let bit = 1 << square.index();
    let men = occupied.0 & line;
    let up = men.wrapping_sub(bit);
    let down = men.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

/// What a bishop on `square` attacks among `occupied` squares, the first ones reached included.
pub const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(along(lines.diagonal, square, occupied) | along(lines.antidiagonal, square, occupied))
}

/// What a rook on `square` attacks among `occupied` squares, the first ones reached included.
pub const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let shift = square.index() & 0b11_1000;
    let inner = (occupied.0 >> shift >> 1 & 63) as usize;
    let rank = (RANK_ATTACKS[square.index() & 7][inner] as u64) << shift;
    Bitboard(rank | along(LINES[square.index()].file, square, occupied))
}

#[cfg(test)]
mod tests {
    use super::{bishop, rook};
    use crate::board::{Bitboard, Square};

    /// The same by walking square by square.
    fn walked(square: Square, occupied: Bitboard, steps: [(i32, i32); 4]) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for (files, ranks) in steps {
            let (mut file, mut rank) = (square.index() as i32 % 8, square.index() as i32 / 8);
            loop {
                (file, rank) = (file + files, rank + ranks);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let to = Square::from_bits((rank * 8 + file) as u32);
                attacks |= Bitboard::of(to);
                if occupied.contains(to) {
                    break;
                }
            }
        }
        attacks
    }

    #[test]
    fn sliders_stop_at_the_first_man() {
        for n in 0..2_000_u64 {
            let random = |k| jabberwock_game::Key::random(7, n * 3 + k).0;
            let occupied = Bitboard(random(0) & (random(1) | random(2)));
            for square in Square::ALL {
                let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                assert_eq!(rook(square, occupied), walked(square, occupied, straight));
                let oblique = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
                assert_eq!(bishop(square, occupied), walked(square, occupied, oblique));
            }
        }
    }
}
