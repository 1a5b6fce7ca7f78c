//! Counting turns to a fixed depth, the standard test of a move generator.

use crate::{Position, Sink, Step};

/// The maximum depth, in turns, that a command may request. It bounds the recursion; no position
/// with more than a few legal turns could be counted deeper.
pub const MAX_DEPTH: u32 = 64;

/// Counts the sequences of `depth` turns from `pos`, making every step of every one.
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut walk = Walk::<_, false>::new(|| false);
    walk.count(pos, depth).unwrap_or_default()
}

/// Counts as [`perft`] with bulk counting: the last step of the last turn is not made.
pub fn perft_bulk<P: Position>(pos: &P, depth: u32) -> u64 {
    perft_until(pos, depth, || false).unwrap_or_default()
}

/// Counts as [`perft_bulk`]; `None` if `is_stopped` becomes true before the end.
pub fn perft_until<P: Position>(pos: &P, depth: u32, is_stopped: impl Fn() -> bool) -> Option<u64> {
    Walk::<_, true>::new(is_stopped).count(pos, depth)
}

struct Walk<F, const BULK: bool> {
    is_stopped: F,
    /// The steps of all positions on the path from the root.
    arena: Vec<Step>,
}

impl<F: Fn() -> bool, const BULK: bool> Walk<F, BULK> {
    fn new(is_stopped: F) -> Self {
        Walk {
            is_stopped,
            arena: Vec::new(),
        }
    }

    fn count<P: Position>(&mut self, pos: &P, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let base = self.arena.len();
        let mut leaves = 0;
        if BULK && depth == 1 {
            let mut last = LastTurns {
                steps: &mut self.arena,
                count: 0,
            };
            pos.generate_all(&mut last);
            leaves = last.count;
        } else {
            pos.generate_all(&mut self.arena);
        }
        let end = self.arena.len();
        for index in base..end {
            let step = self.arena[index];
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
            } else if (self.is_stopped)() {
                return None;
            } else {
                self.count(&after, below)?
            };
        }
        self.arena.truncate(base);
        Some(leaves)
    }
}

/// A sink that counts the turns pushed in bulk and keeps the other steps.
struct LastTurns<'a> {
    steps: &'a mut Vec<Step>,
    count: u64,
}

impl Sink for LastTurns<'_> {
    fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    #[inline]
    fn push_turns(&mut self, steps: impl ExactSizeIterator<Item = Step>) {
        self.count += steps.len() as u64;
    }
}
