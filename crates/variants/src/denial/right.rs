//! The right to deny.

use jabberwock_game::Color;

/// The maximum of the count of denials (D11, D13).
pub const MAX_DENIALS: u8 = 3;

/// The state of the right to deny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The player who holds the right (D1).
    pub holder: Color,
    /// The number of denials so far, at most [`MAX_DENIALS`].
    pub count: u8,
    /// Whether the next turn of the player who does not hold the right cannot be denied (D3).
    pub immune: bool,
}

impl Right {
    /// The right at the start, held by Black (D1).
    pub const START: Right = Right {
        holder: Color::Black,
        count: 0,
        immune: false,
    };
}
