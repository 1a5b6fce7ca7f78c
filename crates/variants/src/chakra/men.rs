//! The kinds of pieces, and the pools of captured ones.

use crate::board::{indexed, men};

indexed! {
    /// A kind of piece (chakra C2), the lesser ones first.
    Role: 7 { Pawn = 0 Ape = 1 Courtesan = 2 Monk = 3 Samurai = 4 Queen = 5 King = 6 }
}

impl Role {
    /// The kinds that return by promotion (chakra C8), in the order texts list them.
    pub const RETURNING: [Role; 5] = [
        Role::Queen,
        Role::Samurai,
        Role::Monk,
        Role::Ape,
        Role::Courtesan,
    ];

    /// The lower-case letter of the kind.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Ape => 'a',
            Role::Courtesan => 'c',
            Role::Monk => 'm',
            Role::Samurai => 's',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The kind that a lower-case letter names.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Ape => "ape",
            Role::Courtesan => "courtesan",
            Role::Monk => "monk",
            Role::Samurai => "samurai",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The number in a side's array (chakra C2), which is the most a side can have.
    pub const fn most(self) -> u32 {
        match self {
            Role::Pawn => 6,
            Role::Ape | Role::Courtesan => 2,
            Role::Monk | Role::Samurai | Role::Queen | Role::King => 1,
        }
    }
}

men!(Role, seed: ChakraPieces);

/// A side's captured pieces that may return (chakra C8), counted by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool([u8; Role::COUNT]);

impl Pool {
    /// The number of pieces of `role`.
    pub const fn count(self, role: Role) -> u32 {
        self.0[role.index()] as u32
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self == Pool::default()
    }

    /// The kinds in the pool, the best first.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::RETURNING
            .into_iter()
            .filter(move |&role| self.count(role) > 0)
    }

    /// The best kind in the pool.
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
