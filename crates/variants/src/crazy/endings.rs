//! The possible endings of a turn, found by making its last step.

use super::{
    moves::{Move, StepKind},
    position::Position,
    pseudo::Wanted,
};
use crate::fide::Role;

/// A set of endings of a turn: without a letter, or with some of the letters of
/// [`Role::PROMOTIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endings(u8);

impl Endings {
    pub(super) const NONE: Endings = Endings(0);
    pub(super) const PLAIN: Endings = Endings(1);
    /// All endings.
    pub(super) const ALL: Endings = Endings(31);

    /// Returns the ending with this letter, or the one without.
    pub(super) fn of(role: Option<Role>) -> Endings {
        let index = role.and_then(|role| {
            let mut letters = Role::PROMOTIONS.into_iter();
            letters.position(|known| known == role)
        });
        Endings(1 << index.map_or(0, |index| index + 1))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the endings of the wanted stages: noisy if the movement captures or the letter is a
    /// queen, otherwise quiet.
    pub(super) fn wanted(wanted: Wanted, captures: bool) -> Endings {
        let noisy = if captures {
            Endings::ALL
        } else {
            Endings::of(Some(Role::Queen))
        };
        let quiet = Endings::ALL.0 & !noisy.0;
        let wants = |is_wanted, endings| if is_wanted { endings } else { 0 };
        Endings(wants(wanted.noisy, noisy.0) | wants(wanted.quiet, quiet))
    }

    pub(super) fn roles(self) -> impl Iterator<Item = Option<Role>> {
        std::iter::once(None)
            .chain(Role::PROMOTIONS.into_iter().map(Some))
            .enumerate()
            .filter(move |(index, _)| self.0 >> index & 1 == 1)
            .map(|(_, role)| role)
    }

    pub(super) fn has(self, role: Option<Role>) -> bool {
        self.0 & Endings::of(role).0 != 0
    }
}

/// Returns those of the `wanted` endings with which the pseudo-legal `mv` may end the turn.
pub(super) fn endings(pos: &Position, mv: Move, wanted: Endings) -> Endings {
    let mut after = pos.clone();
    after.make(mv);
    endings_of(after, mv.kind == StepKind::Round, wanted)
}

/// Returns those of the `wanted` endings that are legal when all steps of the turn are made. Only
/// an all-round capture may lose the own king (K30).
pub(super) fn endings_of(mut after: Position, suicide: bool, wanted: Endings) -> Endings {
    let us = after.turn;
    let lost = after.has_lost(us);
    if lost && !suicide {
        return Endings::NONE;
    }
    after.settle();
    let safe = |after: &Position| lost || !after.is_attacked(us);
    if after.promoting(us).is_empty() {
        after.promote(Role::Queen);
        return if wanted.has(None) && safe(&after) {
            Endings::PLAIN
        } else {
            Endings::NONE
        };
    }
    let mut letters = 0;
    for role in wanted.roles().flatten() {
        let mut promoted = after.clone();
        promoted.promote(role);
        if safe(&promoted) {
            letters |= Endings::of(Some(role)).0;
        }
    }
    Endings(letters)
}
