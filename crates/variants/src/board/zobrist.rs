//! Tables of random keys.

use jabberwock_game::Key;

/// The first `N` keys of stream `seed`. Tables of one game use different seeds.
pub const fn keys<const N: usize>(seed: u64) -> [Key; N] {
    let mut table = [Key(0); N];
    let mut n = 0;
    while n < N {
        table[n] = Key::random(seed, n as u64);
        n += 1;
    }
    table
}

/// `M` rows of `N` keys of stream `seed`.
pub const fn key_rows<const M: usize, const N: usize>(seed: u64) -> [[Key; N]; M] {
    let mut table = [[Key(0); N]; M];
    let mut row = 0;
    while row < M {
        let mut n = 0;
        while n < N {
            table[row][n] = Key::random(seed, (row * N + n) as u64);
            n += 1;
        }
        row += 1;
    }
    table
}
