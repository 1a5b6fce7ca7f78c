//! What the men threaten: kings and other men.

use jabberwock_game::{ByColor, Color};

use super::{men::Reach, terms};
use crate::{
    board::{Bitboard, Rank, attacks},
    evaluation::Trace,
    fide::{Board, Role},
};

/// Counts `us`'s attack on the enemy king.
pub(super) fn on_king<T: Trace>(board: &Board, us: Color, reach: &ByColor<Reach>, trace: &mut T) {
    let (ours, theirs) = (&reach[us], &reach[!us]);
    let king = board.king(!us);
    // Squares that the enemy guards not at all, or with king or queen only against two of ours.
    let feeble = theirs.by[Role::King] | theirs.by[Role::Queen];
    let weak = !theirs.all | (feeble & ours.twice).without(theirs.twice);
    let safe = weak.without(board.color(us));
    let oblique = attacks::bishop(king, board.occupied()) & safe;
    let straight = attacks::rook(king, board.occupied()) & safe;
    let mut units = ours.units;
    for (role, squares) in [
        (Role::Knight, attacks::knight(king) & safe),
        (Role::Bishop, oblique),
        (Role::Rook, straight),
        (
            Role::Queen,
            (oblique | straight).without(theirs.by[Role::King]),
        ),
    ] {
        if squares.meets(ours.by[role]) {
            trace.add(terms::KING_CHECK, role.index(), 1);
            units += 3;
        }
    }
    if units > 0 {
        let around = attacks::king(king);
        units += (around & ours.all & weak).len() as usize;
        let queenless = board.men(us, Role::Queen).is_empty();
        let units = if queenless { units / 2 } else { units };
        trace.add(terms::KING_DANGER, units.min(terms::KING_DANGER.len - 1), 1);
    }
}

/// Counts `us`'s threats to men.
pub(super) fn on_men<T: Trace>(board: &Board, us: Color, reach: &ByColor<Reach>, trace: &mut T) {
    let (ours, theirs) = (&reach[us], &reach[!us]);
    let pawns = board.men(!us, Role::Pawn);
    let men = board.color(!us).without(board.role(Role::King));
    let pieces = men.without(pawns);
    let guarded = theirs.by[Role::Pawn] | theirs.twice.without(ours.twice);
    let minors = ours.by[Role::Knight] | ours.by[Role::Bishop];
    let victim = |square| board.role_at(square).map_or(0, Role::index);

    for square in pieces & ours.by[Role::Pawn] {
        trace.add(terms::THREAT_PAWN, victim(square), 1);
    }
    let worthwhile = pieces | pawns.without(guarded);
    for square in worthwhile & minors {
        trace.add(terms::THREAT_MINOR, victim(square), 1);
    }
    for square in worthwhile & ours.by[Role::Rook] {
        trace.add(terms::THREAT_ROOK, victim(square), 1);
    }
    let unguarded = men.without(theirs.all);
    if unguarded.meets(ours.by[Role::King]) {
        trace.add(terms::THREAT_KING, 0, 1);
    }
    trace.add(
        terms::THREAT_HANGING,
        0,
        (unguarded & ours.all).len() as i32,
    );

    let empty = !board.occupied();
    let single = board.men(us, Role::Pawn).ahead(us) & empty;
    let double = (single & Bitboard::rank(Rank::Third.of(us))).ahead(us) & empty;
    let safe = !theirs.by[Role::Pawn] & (ours.all | !theirs.all);
    let steps = attacks::pawns(us, (single | double) & safe);
    trace.add(terms::THREAT_STEP, 0, (steps & pieces).len() as i32);
}
