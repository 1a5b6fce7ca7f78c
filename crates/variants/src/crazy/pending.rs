//! The state of an incomplete turn.

use super::board::Level;
use crate::board::Square;

/// The pending part of a turn that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// None: a turn begins.
    Nothing,
    /// The king, in hand, makes its second step from this square (K6).
    King(Square),
    /// Another pawn disguises itself as the piece on this square and level (K27).
    Chain(Square, Level),
}
