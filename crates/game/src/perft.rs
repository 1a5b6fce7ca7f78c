//! Counting turns to a fixed depth, the standard test of a move generator.

use crate::{Position, Stage, Step};

/// Counts the sequences of `depth` turns from `pos`, making every step of every one.
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    walk::<P, false>(pos, depth, &mut Vec::new())
}

/// The same count, the last step of the last turn counted instead of made.
pub fn perft_bulk<P: Position>(pos: &P, depth: u32) -> u64 {
    walk::<P, true>(pos, depth, &mut Vec::new())
}

fn walk<P: Position, const BULK: bool>(pos: &P, depth: u32, arena: &mut Vec<Step>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let base = arena.len();
    for stage in Stage::ALL {
        pos.generate(stage, arena);
    }
    let end = arena.len();
    let mut leaves = 0;
    for index in base..end {
        let step = arena[index];
        if BULK && depth == 1 && pos.completes_turn(step) {
            leaves += 1;
            continue;
        }
        let mut after = pos.clone();
        after.play(step);
        let below = if after.at_turn_start() {
            depth - 1
        } else {
            depth
        };
        leaves += if below == 0 {
            1
        } else {
            walk::<P, BULK>(&after, below, arena)
        };
    }
    arena.truncate(base);
    leaves
}
