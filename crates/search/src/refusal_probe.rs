//! Use of the score bounds of refusals in the search.

use jabberwock_game::{Evaluate, Position, Score};

use crate::{info::Bound, table::MIN_DEPTH, window::Window, worker::Worker};

impl<V: Evaluate> Worker<'_, V> {
    /// Returns the score of the refusal that led from the node at `ply` to `child`, for the
    /// refusing side, if it is known to be outside `window` by earlier searches of at least `depth`
    /// plies.
    pub(crate) fn probe_refusal(
        &self,
        child: &V::Position,
        window: Window,
        ply: usize,
        depth: i32,
    ) -> Option<Score> {
        let depth = entry_depth(depth);
        // An end of the game that depends on its history holds for this position only.
        let turns = self.data.stack[ply + 1].turns;
        if self.terminal_score(child, turns).is_some() {
            return None;
        }
        let refusals = &self.data.stack[self.refused_frame(ply)?].refusals;
        let lower = refusals.lower_bound(depth, |step| child.is_legal(step));
        let upper = refusals.upper_bound(depth);
        lower
            .map(|score| -score)
            .filter(|&score| score <= window.alpha)
            .or(upper
                .map(|score| -score)
                .filter(|&score| score >= window.beta))
    }

    /// Stores bounds from the refusal that led from the node at `ply` to `child`, which was
    /// searched `depth` plies deep with the result `score` for the refusing side.
    pub(crate) fn store_refusal(
        &mut self,
        child: &V::Position,
        window: Window,
        score: Score,
        ply: usize,
        depth: i32,
    ) {
        let Some(frame) = self.refused_frame(ply) else {
            return;
        };
        let (key, depth) = (child.table_key(), entry_depth(depth));
        if score > window.alpha {
            self.data.stack[frame]
                .refusals
                .add_upper_bound(-score, key, depth);
        }
        if score < window.beta
            && let Some(entry) = self.shared.table.probe(key)
            && let Some(step) = entry.step
            && entry.bound != Bound::Upper
            && entry.depth >= depth
            && child.is_legal(step)
            && child.completes_turn(step)
        {
            let turns = self.data.stack[ply + 1].turns;
            let lower = entry.score.from_table(turns).min(-score);
            self.data.stack[frame]
                .refusals
                .add_lower_bound(lower, step, depth);
        }
    }

    /// Returns the frame at which the turn before the node at `ply` began.
    fn refused_frame(&self, ply: usize) -> Option<usize> {
        Some(self.data.stack[ply.checked_sub(1)?].turn_start)
    }
}

/// Returns the least depth of the entries that a search of `depth` plies leaves in the
/// transposition table: without depth it is quiescence search.
fn entry_depth(depth: i32) -> i32 {
    if depth <= 0 { MIN_DEPTH } else { depth }
}
