//! Perft divided by the turns of the root, on several threads.

use jabberwock_game::{Position, Turn, perft::perft_bulk};
use rayon::prelude::*;

use super::listed_turns::{MAX_LISTED, TooManyTurns, listed};

/// Returns the count behind each turn of `pos`, computed on rayon's current pool.
pub(super) fn divide<P: Position>(pos: &P, depth: u32) -> Result<Vec<(Turn, u64)>, TooManyTurns> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let turns = listed(pos, MAX_LISTED, |turn, after| {
        (Turn::from_slice(turn), after.clone())
    })?;
    let counts = turns
        .into_par_iter()
        .map(|(turn, after)| (turn, perft_bulk(&after, depth - 1)));
    Ok(counts.collect())
}
