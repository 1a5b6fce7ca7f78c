//! Attacks of sliders by magic bitboards (Kannan 2007): the relevant blockers, multiplied by the
//! magic factor of the square, have an index into a table of attacks in their upper bits.

use super::{
    bitboard::Bitboard,
    magics,
    square::{File, Rank, Square},
};

/// The magic entry of a square: its mask, factor and place in the attack table.
#[derive(Clone, Copy)]
struct Magic {
    /// The relevant occupancy: the lines through the square without their last squares.
    mask: u64,
    factor: u64,
    shift: u32,
    offset: u32,
}

/// The sum of 2 to the number of squares in each mask.
const ENTRIES: usize = 5_248 + 102_400;

struct Table {
    bishop: [Magic; 64],
    rook: [Magic; 64],
    attacks: [Bitboard; ENTRIES],
}

#[expect(
    long_running_const_eval,
    reason = "a hundred thousand entries, about a second"
)]
static TABLE: Table = {
    let none = Magic {
        mask: 0,
        factor: 0,
        shift: 0,
        offset: 0,
    };
    let mut table = Table {
        bishop: [none; 64],
        rook: [none; 64],
        attacks: [Bitboard::EMPTY; ENTRIES],
    };
    let mut offset = 0;
    let mut n = 0;
    while n < 128 {
        let square = Square::ALL[n % 64];
        let lines = if n < 64 {
            diagonals(square)
        } else {
            straights(square)
        };
        let factor = if n < 64 {
            magics::BISHOP[n]
        } else {
            magics::ROOK[n - 64]
        };
        let mask = (lines[0] | lines[1]) & !edges_beyond(square);
        let magic = Magic {
            mask,
            factor,
            shift: 64 - mask.count_ones(),
            offset,
        };
        let mut blockers: u64 = 0;
        loop {
            let attacks = along(lines[0], square, blockers) | along(lines[1], square, blockers);
            table.attacks[magic.index(blockers)] = Bitboard(attacks);
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        if n < 64 {
            table.bishop[n] = magic;
        } else {
            table.rook[n - 64] = magic;
        }
        offset += 1 << mask.count_ones();
        n += 1;
    }
    table
};

impl Magic {
    const fn index(self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.offset as usize
    }
}

/// Returns the edges of the board that `square` is not on.
const fn edges_beyond(square: Square) -> u64 {
    let files = Bitboard::file(File::A).0 | Bitboard::file(File::H).0;
    let ranks = Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0;
    (files & !Bitboard::file(square.file()).0) | (ranks & !Bitboard::rank(square.rank()).0)
}

/// Returns the rank and the file through a square, without it.
const fn straights(square: Square) -> [u64; 2] {
    let lines = [
        Bitboard::rank(square.rank()).0,
        Bitboard::file(square.file()).0,
    ];
    [
        lines[0] & !(1 << square.index()),
        lines[1] & !(1 << square.index()),
    ]
}

/// Returns the diagonals through a square, without it.
const fn diagonals(square: Square) -> [u64; 2] {
    let mut lines = [0; 2];
    let mut n = 0;
    while n < 64 {
        let other = Square::ALL[n];
        let files = other.file().index() as i32 - square.file().index() as i32;
        let ranks = other.rank().index() as i32 - square.rank().index() as i32;
        if files != 0 && files == ranks {
            lines[0] |= 1 << n;
        } else if files != 0 && files == -ranks {
            lines[1] |= 1 << n;
        }
        n += 1;
    }
    lines
}

/// Returns the attacks of a slider on `square` along one line, by subtraction: it flips the bits up
/// to the first blocker (hyperbola quintessence, Dickins and Isenberg 2006).
const fn along(line: u64, square: Square, occupied: u64) -> u64 {
    let bit = 1 << square.index();
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(bit);
    let down = blockers
        .reverse_bits()
        .wrapping_sub(bit.reverse_bits())
        .reverse_bits();
    (up ^ down) & line
}

/// Returns the squares attacked by a bishop on `square`, given the `occupied` squares; blockers are
/// included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE.attacks[TABLE.bishop[square.index()].index(occupied.0)]
}

/// Returns the squares attacked by a rook on `square`, given the `occupied` squares; blockers are
/// included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    TABLE.attacks[TABLE.rook[square.index()].index(occupied.0)]
}

/// The diagonals and the straight lines through every square, without it.
pub(super) static LINES: [(Bitboard, Bitboard); 64] = {
    let mut table = [(Bitboard::EMPTY, Bitboard::EMPTY); 64];
    let mut n = 0;
    while n < 64 {
        let (oblique, straight) = (diagonals(Square::ALL[n]), straights(Square::ALL[n]));
        table[n] = (
            Bitboard(oblique[0] | oblique[1]),
            Bitboard(straight[0] | straight[1]),
        );
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::{bishop, rook};
    use crate::board::{Bitboard, Square};

    /// Returns the attacks along `steps`, computed square by square.
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
