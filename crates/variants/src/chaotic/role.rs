//! The kinds of pieces (chaotic X1).

use crate::board::{indexed, piece_kind};

indexed! {
    /// A kind of piece.
    Role: 6 { Pawn = 0 Merchant = 1 Knight = 2 Rook = 3 Archbishop = 4 King = 5 }
}

impl Role {
    /// Returns the lower-case letter of the role.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Merchant => 'm',
            Role::Knight => 'n',
            Role::Rook => 'r',
            Role::Archbishop => 'a',
            Role::King => 'k',
        }
    }

    /// Returns the name of the role.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Merchant => "merchant",
            Role::Knight => "knight",
            Role::Rook => "rook",
            Role::Archbishop => "archbishop",
            Role::King => "king",
        }
    }
}

piece_kind!(Role, seed: ChaoticPieces);
