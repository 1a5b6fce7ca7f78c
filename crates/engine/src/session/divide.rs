//! Perft divided by the turns of the root, on several threads.

use jabberwock_game::{Position, Turn, for_each_turn, perft::perft_bulk};
use rayon::prelude::*;

/// The count behind each turn of `pos`, computed on rayon's current pool.
pub(super) fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(Turn, u64)> {
    let mut turns = Vec::new();
    if depth > 0 {
        for_each_turn(pos, &mut |turn, after: &P| {
            turns.push((Turn::from_slice(turn), after.clone()));
        });
    }
    turns
        .into_par_iter()
        .map(|(turn, after)| (turn, perft_bulk(&after, depth - 1)))
        .collect()
}
