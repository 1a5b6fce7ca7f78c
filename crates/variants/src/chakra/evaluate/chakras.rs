//! The value of a Transmitter.

use jabberwock_game::{ByColor, Color};

use super::{
    pieces::TransmittedAttacks,
    terms::{self, place},
};
use crate::{
    board::{Bitboard, attacks},
    chakra::{
        board::{Board, Mode},
        role::Role,
    },
    evaluation::Trace,
};

/// Counts the terms of `us`'s Transmitter.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<TransmittedAttacks>,
    trace: &mut T,
) {
    let chakras = board.chakras(us);
    if chakras.is_empty() {
        return;
    }
    let ours = &attacked[us];
    let gates = ours.transmitter.gates;
    trace.add(terms::TRANSMITTER_KEPT, 0, 1);
    trace.add(terms::TRANSMITTER_VACANT, gates.len() as usize, 1);
    trace.bucket(terms::TRANSMITTER_USERS, ours.users);
    if ours.users > 0
        && let Some(square) = (ours.transmitter.exits & board.color(!us)).first()
        && let Some(role) = board.role_at(square)
        && role != Role::King
    {
        trace.add(terms::TRANSMITTER_PREY, role.index(), 1);
    }
    let (king, enemy_king) = (board.king(us), board.king(!us));
    for square in chakras {
        trace.add(terms::CHAKRA_PLACE, place(square, us), 1);
        let mode = usize::from(board.mode(square) == Mode::King);
        trace.add(terms::CHAKRA_MODE, mode, 1);
        let distance = |from| square.distance(from) as usize;
        trace.add(terms::CHAKRA_OWN_KING, distance(king), 1);
        trace.add(terms::CHAKRA_ENEMY_KING, distance(enemy_king), 1);
    }
    if chakras.contains(king) {
        trace.add(terms::CHAKRA_KING, 0, 1);
    }
    let held = |color: Color| (chakras & board.color(color)).len() as i32;
    trace.add(terms::CHAKRA_HELD, 0, held(us));
    trace.add(terms::CHAKRA_HELD, 1, held(!us));
    // While its own king is on one chakra, the enemy king cannot capture the other.
    let bared = gates & attacks::king(enemy_king);
    if !bared.is_empty() && !chakras.contains(king) {
        // Transmissions do not defend: the Transmitter would be gone.
        let covered = bared
            .into_iter()
            .filter(|&square| board.is_attacked(us, square));
        let covered: Bitboard = covered.collect();
        trace.add(terms::CHAKRA_LOOSE, 0, bared.without(covered).len() as i32);
        trace.add(terms::CHAKRA_LOOSE, 1, covered.len() as i32);
    }
}
