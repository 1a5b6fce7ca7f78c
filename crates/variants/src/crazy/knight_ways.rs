//! The squares that knights pass on their paths, where they may capture (crazy K17).

use crate::board::{Bitboard, File, Rank, Square, attacks};

/// The squares a knight may visit on its path from every square, including paths to ends beyond the
/// edge.
static WAYS: [Bitboard; Square::COUNT] = attacks::leaps([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, 2),
    (2, 0),
    (0, -2),
    (-2, 0),
]);

/// The end squares of a knight on the first square that visits the second.
static ENDS: [[Bitboard; Square::COUNT]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let knight = Square::ALL[from];
        let mut ends = attacks::knight(knight);
        while let Some(end) = ends.first() {
            let bit = Bitboard::of(end);
            ends = ends.without(bit);
            let visited = way(knight, end);
            let mut path = 0;
            while path < visited.len() {
                table[from][visited[path].index()].0 |= bit.0;
                path += 1;
            }
        }
        from += 1;
    }
    table
};

/// Returns the squares on which a knight on `square` may capture on its path. The relation is
/// symmetric.
pub(super) fn ways(square: Square) -> Bitboard {
    WAYS[square.index()]
}

/// Returns the squares visited on a knight's two paths: two with the long leg first, two with the
/// short leg first.
pub(super) const fn way(from: Square, to: Square) -> [Square; 4] {
    const fn at(file: usize, rank: usize) -> Square {
        Square::new(File::ALL[file & 7], Rank::ALL[rank & 7])
    }
    let (file, rank) = (from.file().index(), from.rank().index());
    let (end_file, end_rank) = (to.file().index(), to.rank().index());
    if rank.abs_diff(end_rank) == 2 {
        let half = usize::midpoint(rank, end_rank);
        [
            at(file, half),
            at(file, end_rank),
            at(end_file, rank),
            at(end_file, half),
        ]
    } else {
        let half = usize::midpoint(file, end_file);
        [
            at(half, rank),
            at(end_file, rank),
            at(file, end_rank),
            at(half, end_rank),
        ]
    }
}

/// Returns the end squares of a knight on `knight` that visits `square`.
pub(super) fn way_ends(knight: Square, square: Square) -> Bitboard {
    ENDS[knight.index()][square.index()]
}

/// Returns the end squares of `knights` that might capture in `zone` on their paths.
pub(super) fn ends_by_way(knights: Bitboard, zone: Bitboard) -> Bitboard {
    knights.into_iter().fold(Bitboard::EMPTY, |ends, knight| {
        let visited = (ways(knight) & zone).into_iter();
        visited.fold(ends, |ends, square| ends | way_ends(knight, square))
    })
}

#[cfg(test)]
mod tests {
    use super::{ends_by_way, way, way_ends, ways};
    use crate::board::{Bitboard, Square, attacks};

    #[test]
    fn tables_hold_the_squares_of_every_way() {
        for knight in Square::ALL {
            let ends = attacks::knight(knight).into_iter();
            let visited: Bitboard = ends.flat_map(|to| way(knight, to)).collect();
            assert!(visited.without(ways(knight)).is_empty(), "{knight}");
            for square in Square::ALL {
                let ends = attacks::knight(knight).into_iter();
                let over = ends.filter(|&to| way(knight, to).contains(&square));
                assert_eq!(
                    way_ends(knight, square),
                    over.collect(),
                    "{knight} {square}"
                );
            }
            let all = ends_by_way(Bitboard::of(knight), Bitboard::FULL);
            assert_eq!(all, attacks::knight(knight), "{knight}");
        }
    }
}
