//! The right to deny.

use jabberwock_game::Color;

/// Denials are counted up to this many (D11, D13).
pub const MAX_DENIALS: u8 = 3;

/// The state of the right to deny.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The player who holds it (D1).
    pub holder: Color,
    /// The number of denials so far, at most [`MAX_DENIALS`].
    pub count: u8,
    /// The next turn of the player who does not hold the right cannot be denied (D3).
    pub immune: bool,
}

impl Right {
    /// Black holds it at the start (D1).
    pub const START: Right = Right {
        holder: Color::Black,
        count: 0,
        immune: false,
    };
}
