//! The keys of a position with denials.

use jabberwock_game::{Key, Position as _, Step};

use super::{
    base::{Base, Movement, Steps as _},
    position::Position,
    right::Right,
};
use crate::board::zobrist::{self, Seed};

/// The keys by holder, and by number of denials and immunity.
static STATES: [[Key; 8]; 2] = zobrist::key_rows(Seed::DenialRight);
const DRAWN: Key = zobrist::key(Seed::DenialDrawn, 0);

impl<B: Base> Position<B> {
    /// Returns this position after a change of anything else than its keys.
    pub(super) fn with_updated_keys(mut self) -> Position<B> {
        self.update_keys();
        self
    }

    /// Computes the keys after a change of anything else.
    pub(super) fn update_keys(&mut self) {
        let excluded = self.excluded.as_ref().map(|made| made.number);
        self.key = self.now.key() ^ self.state_key(self.last.number, excluded);
        self.table_key = match self.deniable() {
            None => self.key,
            Some((before, _)) => self.key ^ zobrist::key(Seed::DenialBefore, before.key().0),
        };
    }

    /// Returns the part of the table key after `step`, a step of the base game, that is not the base's
    /// key, while no movement is excluded.
    pub(super) fn denial_key_after(&self, step: Step) -> Key {
        let Right { holder, immune, .. } = self.right;
        let mover = self.now.turn();
        let completes = self.now.completes_turn(step);
        let mut key = right_key(Right {
            immune: immune && !(completes && mover != holder),
            ..self.right
        });
        let mut steps = B::Steps::default();
        let before = if self.now.at_turn_start() {
            (mover != holder && !immune).then_some(&self.now)
        } else {
            steps = self.last.steps.clone();
            self.before.as_ref()
        };
        if let Some(before) = before {
            steps.push(step);
            if !completes {
                key ^= partial_turn_key(before.key(), steps.as_slice());
            } else if let Movement { number, denial } = B::movement(before, steps.as_slice())
                && denial.holds(self.options.soft)
            {
                key ^= zobrist::key(Seed::DenialDeniable, number);
                key ^= zobrist::key(Seed::DenialBefore, before.key().0);
            }
        }
        key
    }

    /// Returns the key of everything but the base's position, given the numbers of movements.
    pub(super) fn state_key(&self, last: u64, excluded: Option<u64>) -> Key {
        let mut key = right_key(self.right);
        if let Some(number) = excluded {
            key ^= zobrist::key(Seed::DenialExcluded, number);
        }
        if let Some(before) = &self.before {
            if self.now.at_turn_start() {
                key ^= zobrist::key(Seed::DenialDeniable, last);
            } else {
                key ^= partial_turn_key(before.key(), self.last.steps.as_slice());
            }
        }
        if self.drawn.is_some() {
            key ^= DRAWN;
        }
        key
    }
}

/// Returns the key of the state of the right.
fn right_key(right: Right) -> Key {
    STATES[right.holder.index()][usize::from(right.count) + 4 * usize::from(right.immune)]
}

/// Returns the key of `steps`, the beginning of a turn at a position with the key `before`: its
/// eventual movement depends on all of them.
fn partial_turn_key(before: Key, steps: &[Step]) -> Key {
    steps.iter().fold(before, |key, step| {
        Key::random(key.0, u64::from(step.bits()))
    })
}
