//! Attacks on kings and other men.

use jabberwock_game::{ByColor, Color};

use super::{men::Reach, terms};
use crate::{
    board::attacks,
    chakra::{board::Board, men::Role},
    evaluation::Trace,
};

/// Counts `us`'s attack on the enemy king.
pub(super) fn on_king<T: Trace>(board: &Board, us: Color, reach: &ByColor<Reach>, trace: &mut T) {
    let king = board.king(!us);
    let (ours, theirs) = (&reach[us], &reach[!us]);
    let barriers = board.barriers(us);
    let near = attacks::king(king);
    let straight = attacks::rook(king, barriers) | near;
    let diagonal = attacks::bishop(king, barriers) | near;
    // A square that only the king guards is free if another man attacks it too.
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
        if ours.by[role.index()].meets(from & free) {
            trace.add(terms::KING_CHECK, index, 1);
        }
    }
    let most = terms::KING_DANGER.len - 1;
    trace.add(terms::KING_DANGER, ours.units.min(most), 1);
}

/// Counts enemy men that `us` attacks.
pub(super) fn on_men<T: Trace>(board: &Board, us: Color, reach: &ByColor<Reach>, trace: &mut T) {
    let (ours, theirs) = (&reach[us], &reach[!us]);
    let by = |role: Role| ours.by[role.index()];
    let targets = board.color(!us).without(board.role(Role::King));
    let minor = by(Role::Ape) | by(Role::Courtesan);
    let major = by(Role::Monk) | by(Role::Samurai);
    for role in &Role::ALL[..Role::King.index()] {
        let men = targets & board.role(*role);
        for (term, attacked) in [
            (terms::THREAT_PAWN, by(Role::Pawn)),
            (terms::THREAT_MINOR, minor),
            (terms::THREAT_MAJOR, major),
        ] {
            let count = (men & attacked).len();
            if count > 0 {
                trace.add(term, role.index(), count as i32);
            }
        }
    }
    let hanging = (targets & ours.all).without(theirs.all);
    trace.add(terms::THREAT_HANGING, 0, hanging.len() as i32);
}
