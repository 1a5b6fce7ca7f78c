//! The state of a turn that is under way.

use super::board::Level;
use crate::board::Square;

/// What is left to do of a turn that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// A turn begins.
    Nothing,
    /// The king, in hand, makes its second step from this square (K6).
    King(Square),
    /// Another pawn disguises itself as the piece on this square and level (K27).
    Chain(Square, Level),
}
