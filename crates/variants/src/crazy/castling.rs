//! The safety of the squares crossed when castling.

use jabberwock_game::Position as _;

use super::{position::Position, threat};
use crate::board::{Square, attacks};

/// Whether the king would not be in check on `crossed` when castling from `from` (K8, K35).
pub(super) fn crosses_safely(pos: &Position, from: Square, crossed: Square) -> bool {
    let mut board = pos.board().clone();
    let king = board.pull(from, 0);
    board.push(crossed, king);
    debug_assert!(attacks::king(from).contains(crossed));
    !threat::is_check(&board, pos.castling(), pos.turn())
}
