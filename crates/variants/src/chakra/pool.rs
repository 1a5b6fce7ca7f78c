//! The captured pieces that may return.

use super::role::Role;

/// A side's captured pieces that may return (chakra C8), counted by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool([u8; Role::COUNT]);

impl Pool {
    /// Returns the number of pieces of `role`.
    pub const fn count(self, role: Role) -> u32 {
        self.0[role.index()] as u32
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self == Pool::default()
    }

    /// Returns the kinds in the pool, the best first.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::RETURNING
            .into_iter()
            .filter(move |&role| self.count(role) > 0)
    }

    /// Returns the best kind in the pool.
    pub fn best(self) -> Option<Role> {
        self.roles().next()
    }

    pub(super) const fn add(&mut self, role: Role) {
        self.0[role.index()] += 1;
    }

    pub(super) const fn remove(&mut self, role: Role) {
        self.0[role.index()] -= 1;
    }
}
