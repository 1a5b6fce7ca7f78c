//! Attacks on kings and other pieces.

use jabberwock_game::{ByColor, Color};

use super::{pieces::TransmittedAttacks, terms};
use crate::{
    board::attacks,
    chakra::{board::Board, role::Role},
    evaluation::Trace,
};

/// Counts `us`'s attack on the enemy king.
pub(super) fn on_king<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<TransmittedAttacks>,
    trace: &mut T,
) {
    let king = board.king(!us);
    let (ours, theirs) = (&attacked[us].map, &attacked[!us].map);
    let barriers = board.barriers(us);
    let near = attacks::king(king);
    let straight = attacks::rook(king, barriers) | near;
    let diagonal = attacks::bishop(king, barriers) | near;
    // A square that only the king defends is free if another piece attacks it too.
    let weak = !theirs.all | ours.twice & theirs.by[Role::King.index()].without(theirs.twice);
    let free = weak.without(board.color(us));
    let checks = [
        (Role::Ape, attacks::knight(king)),
        (Role::Courtesan, near),
        (Role::Monk, diagonal),
        (Role::Samurai, straight),
        (Role::Queen, straight | diagonal),
    ];
    for (index, (role, from)) in checks.into_iter().enumerate() {
        if ours.by[role.index()].intersects(from & free) {
            trace.add(terms::KING_CHECK, index, 1);
        }
    }
    trace.bucket(terms::KING_DANGER, ours.king_attack_units);
}

/// Counts enemy pieces that `us` attacks.
pub(super) fn on_pieces<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<TransmittedAttacks>,
    trace: &mut T,
) {
    let (ours, theirs) = (&attacked[us].map, &attacked[!us].map);
    let by = |role: Role| ours.by[role.index()];
    let targets = board.color(!us).without(board.role(Role::King));
    let minor = by(Role::Ape) | by(Role::Courtesan);
    let major = by(Role::Monk) | by(Role::Samurai);
    for role in &Role::ALL[..Role::King.index()] {
        let pieces = targets & board.role(*role);
        for (term, attacked) in [
            (terms::THREAT_PAWN, by(Role::Pawn)),
            (terms::THREAT_MINOR, minor),
            (terms::THREAT_MAJOR, major),
        ] {
            let count = (pieces & attacked).len();
            if count > 0 {
                trace.add(term, role.index(), count as i32);
            }
        }
    }
    let hanging = (targets & ours.all).without(theirs.all);
    trace.add(terms::THREAT_HANGING, 0, hanging.len() as i32);
}
