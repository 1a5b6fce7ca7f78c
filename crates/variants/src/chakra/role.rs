//! The kinds of pieces (chakra C2).

use crate::board::{indexed, piece_kind};

indexed! {
    /// A kind of piece (chakra C2), from least to most valuable.
    Role: 7 { Pawn = 0 Ape = 1 Courtesan = 2 Monk = 3 Samurai = 4 Queen = 5 King = 6 }
}

impl Role {
    /// The kinds that return by promotion (chakra C8), in the order of texts.
    pub const RETURNING: [Role; 5] = [
        Role::Queen,
        Role::Samurai,
        Role::Monk,
        Role::Ape,
        Role::Courtesan,
    ];

    /// Returns the lower-case letter of the kind.
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

    /// Returns the kind with a lower-case letter.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Returns the name of the kind.
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

    /// Returns the number in a side's initial array (chakra C2), the maximum of a side.
    pub const fn most(self) -> u32 {
        match self {
            Role::Pawn => 6,
            Role::Ape | Role::Courtesan => 2,
            Role::Monk | Role::Samurai | Role::Queen | Role::King => 1,
        }
    }
}

piece_kind!(Role, seed: ChakraPieces);
