//! What one refused turn tells of the others.
//!
//! A position may let its player refuse the turn that was just made
//! ([`jabberwock_game::Position::refusal`]): it is taken back, and the refused player makes another,
//! after which nothing is left of which turn it was that was refused. So the refused player's best
//! turn after one refusal is his best after nearly every other, and what he gets is not searched
//! again for each of the turns that he might have made: he gets the best of what follows a refusal,
//! or the second best where the best is what was refused.

use jabberwock_game::{Evaluate, Key, Position, Score, Step};

use crate::{Bound, window::Window, worker::Worker};

/// What is known of the refusals of the turns that begin at one node. Scores are those of the player
/// who is refused, counted from the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refusals {
    /// He gets at least this by this step, wherever it is left to him, in searches of this depth.
    least: Option<(Score, Step, i32)>,
    /// He gets at most this after the refusal that leads to this position.
    most: [Option<(Score, Key, i32)>; 2],
}

impl Refusals {
    /// What he gets at least after a refusal, in a search of at least `depth` plies; `allows` says
    /// which steps it leaves to him.
    pub fn at_least(&self, depth: i32, allows: impl FnOnce(Step) -> bool) -> Option<Score> {
        self.least
            .filter(|&(_, step, known)| known >= depth && allows(step))
            .map(|(score, ..)| score)
    }

    /// What he gets at most after any refusal, in a search of at least `depth` plies. Each leaves him
    /// all turns but one, so two of them together leave him all.
    pub fn at_most(&self, depth: i32) -> Option<Score> {
        match self.most {
            [Some((one, _, first)), Some((other, _, second))] if first.min(second) >= depth => {
                Some(one.max(other))
            }
            _ => None,
        }
    }

    /// After some refusal he gets at least `score` by the complete turn `step`.
    pub fn learn_least(&mut self, score: Score, step: Step, depth: i32) {
        let better = |(known, _, searched)| (depth, score) >= (searched, known);
        if self.least.is_none_or(better) {
            self.least = Some((score, step, depth));
        }
    }

    /// After the refusal that leads to the position with `key` he gets at most `score`.
    pub fn learn_most(&mut self, score: Score, key: Key, depth: i32) {
        let new = Some((score, key, depth));
        match &mut self.most {
            [Some((_, known, searched)), _] if *known == key => {
                if depth >= *searched {
                    self.most[0] = new;
                }
            }
            [first @ None, _] => *first = new,
            [first, second] => {
                *second = *first;
                *first = new;
            }
        }
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// The value of the refusal that has led from the node at `ply` to `child`, for the player who
    /// refuses, if it is outside `window` for certain without a search of `depth` plies.
    pub(crate) fn known_refusal(
        &self,
        child: &V::Position,
        window: Window,
        ply: usize,
        depth: i32,
    ) -> Option<Score> {
        // That a position ends the game by what went before it is known of no other.
        let turns = self.memory.stack[ply + 1].turns;
        if self.value_of_end(child, turns).is_some() {
            return None;
        }
        let refusals = &self.memory.stack[self.refused_at(ply)?].refusals;
        let worst = refusals.at_least(depth, |step| child.is_legal(step));
        let best = refusals.at_most(depth);
        worst
            .map(|score| -score)
            .filter(|&score| score <= window.alpha)
            .or(best
                .map(|score| -score)
                .filter(|&score| score >= window.beta))
    }

    /// The refusal that leads from the node at `ply` to `child` has been searched `depth` plies deep
    /// and is worth `score` to the player who refuses.
    pub(crate) fn learn_refusal(
        &mut self,
        child: &V::Position,
        window: Window,
        score: Score,
        ply: usize,
        depth: i32,
    ) {
        let Some(refused) = self.refused_at(ply) else {
            return;
        };
        let key = child.table_key();
        if score > window.alpha {
            self.memory.stack[refused]
                .refusals
                .learn_most(-score, key, depth);
        }
        if score < window.beta
            && let Some(entry) = self.shared.table.probe(key)
            && let Some(step) = entry.step
            && entry.bound != Bound::Upper
            && entry.depth >= depth
            && child.is_legal(step)
            && child.completes_turn(step)
        {
            let turns = self.memory.stack[ply + 1].turns;
            let least = entry.score.from_table(turns).min(-score);
            self.memory.stack[refused]
                .refusals
                .learn_least(least, step, depth);
        }
    }

    /// The frame at which the turn before the node at `ply` began.
    fn refused_at(&self, ply: usize) -> Option<usize> {
        Some(self.memory.stack[ply.checked_sub(1)?].turn_start)
    }
}
