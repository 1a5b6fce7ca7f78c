//! A person's mouse actions on `XBoard`'s board: `lift`, `put` and `hover`.

use std::collections::HashMap;

use super::square::Square;

/// A mouse action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::cecp) enum Touched {
    /// A piece is lifted from the last of these squares; `None` is beside the board.
    Lift(Vec<Option<Square>>),
    /// After being lifted, it is put on a square.
    Put(Vec<Option<Square>>, Option<Square>),
    /// After being lifted, it is over a square.
    Hover(Vec<Option<Square>>, Option<Square>),
}

/// Returns the squares of `path`; `None` if one is beside the board.
pub(super) fn on_board(path: &[Option<Square>]) -> Option<Vec<Square>> {
    path.iter().copied().collect()
}

/// The answers to mouse actions in a position.
pub(super) type Answers = HashMap<Touched, Option<String>>;
