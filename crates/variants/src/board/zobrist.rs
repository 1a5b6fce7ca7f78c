//! Tables of random keys.

use jabberwock_game::Key;

/// The streams of random keys, one for each table of each game.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "each name says what it is the key of")]
pub enum Seed {
    FidePieces = 0x1001,
    FideCastling,
    ChessEnPassant,
    ChessTurn,
    Chess960Castling,
    HopEnPassant = 0x2001,
    HopHoppers,
    HopTurn,
    DenialRight = 0x3001,
    DenialExcluded,
    DenialDeniable,
    DenialBefore,
    DenialDrawn,
    ChakraPieces = 0x4001,
    ChakraChakras,
    ChakraPools,
    ChakraTurn,
    ChaoticPieces = 0x5001,
    ChaoticTurn,
    CrazyPieces = 0x6001,
    CrazyPassed,
    CrazyEast,
    CrazyTurn,
    CrazyHand,
    CrazyChain,
    CrazyDisguise,
    MegaStates = 0x7001,
    MegaGames,
    MegaEnPassant,
    MegaTurn,
}

/// Returns the `n`-th key of stream `seed`.
pub const fn key(seed: Seed, n: u64) -> Key {
    Key::random(seed as u64, n)
}

/// Returns the first `N` keys of stream `seed`.
pub const fn keys<const N: usize>(seed: Seed) -> [Key; N] {
    let mut table = [Key(0); N];
    let mut n = 0;
    while n < N {
        table[n] = key(seed, n as u64);
        n += 1;
    }
    table
}

/// Returns `M` rows of `N` keys of stream `seed`.
pub const fn key_rows<const M: usize, const N: usize>(seed: Seed) -> [[Key; N]; M] {
    let mut table = [[Key(0); N]; M];
    let mut row = 0;
    while row < M {
        let mut n = 0;
        while n < N {
            table[row][n] = key(seed, (row * N + n) as u64);
            n += 1;
        }
        row += 1;
    }
    table
}
