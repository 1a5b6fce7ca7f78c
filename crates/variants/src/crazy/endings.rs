//! How a turn may end, found by making its last step.

use super::{
    moves::{Move, StepKind},
    position::Position,
};
use crate::fide::Role;

/// How a turn may end: without letter, or with some of the letters of [`Role::PROMOTIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endings(u8);

impl Endings {
    pub(super) const NONE: Endings = Endings(0);
    pub(super) const PLAIN: Endings = Endings(1);

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn roles(self) -> impl Iterator<Item = Option<Role>> {
        std::iter::once(None)
            .chain(Role::PROMOTIONS.into_iter().map(Some))
            .enumerate()
            .filter(move |(index, _)| self.0 >> index & 1 == 1)
            .map(|(_, role)| role)
    }

    pub(super) fn has(self, role: Option<Role>) -> bool {
        self.roles().any(|known| known == role)
    }
}

/// How the turn may end with `mv`, which is pseudo-legal.
pub(super) fn endings(pos: &Position, mv: Move) -> Endings {
    let mut after = pos.clone();
    after.make(mv);
    endings_of(after, mv.kind == StepKind::Round)
}

/// How the turn may end whose steps are all made. Only an all-round capture may lose the own king
/// (K30).
pub(super) fn endings_of(mut after: Position, suicide: bool) -> Endings {
    let us = after.turn;
    let lost = after.has_lost(us);
    if lost && !suicide {
        return Endings::NONE;
    }
    after.settle();
    let safe = |after: &Position| lost || !after.is_attacked(us);
    if after.promoting(us).is_empty() {
        after.promote(Role::Queen);
        return if safe(&after) {
            Endings::PLAIN
        } else {
            Endings::NONE
        };
    }
    let mut letters = 0;
    for (index, role) in Role::PROMOTIONS.into_iter().enumerate() {
        let mut promoted = after.clone();
        promoted.promote(role);
        letters |= u8::from(safe(&promoted)) << (index + 1);
    }
    Endings(letters)
}
