//! Threats to the king and to other pieces.

use jabberwock_game::{ByColor, Color};

use super::{pieces::AttackMap, terms};
use crate::{
    board::{Bitboard, Rank, attacks},
    evaluation::Trace,
    fide::{board::Board, role::Role},
};

/// Counts `us`'s attack on the enemy king.
pub(super) fn on_king<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<AttackMap>,
    trace: &mut T,
) {
    let (ours, theirs) = (&attacked[us], &attacked[!us]);
    let [their_queens, their_king] = [Role::Queen, Role::King].map(|role| theirs.by[role.index()]);
    let king = board.king(!us);
    // Squares that the enemy does not defend, or with king or queen only against two attackers.
    let feeble = their_king | their_queens;
    let weak = !theirs.all | (feeble & ours.twice).without(theirs.twice);
    let safe = weak.without(board.color(us));
    let diagonal = attacks::bishop(king, board.occupied()) & safe;
    let straight = attacks::rook(king, board.occupied()) & safe;
    let mut units = ours.king_attack_units;
    for (role, squares) in [
        (Role::Knight, attacks::knight(king) & safe),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, (diagonal | straight).without(their_king)),
    ] {
        if squares.intersects(ours.by[role.index()]) {
            trace.add(terms::KING_CHECK, role.index(), 1);
            units += 3;
        }
    }
    if units > 0 {
        let around = attacks::king(king);
        units += (around & ours.all & weak).len() as usize;
        let queenless = board.pieces(us, Role::Queen).is_empty();
        let units = if queenless { units / 2 } else { units };
        trace.bucket(terms::KING_DANGER, units);
    }
}

/// Counts `us`'s threats to pawns and pieces.
pub(super) fn on_pieces<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &ByColor<AttackMap>,
    trace: &mut T,
) {
    let (ours, theirs) = (&attacked[us], &attacked[!us]);
    let by = |role: Role| ours.by[role.index()];
    let their_pawn_attacks = theirs.by[Role::Pawn.index()];
    let pawns = board.pieces(!us, Role::Pawn);
    let targets = board.color(!us).without(board.role(Role::King));
    let pieces = targets.without(pawns);
    let defended = their_pawn_attacks | theirs.twice.without(ours.twice);
    let minors = by(Role::Knight) | by(Role::Bishop);
    let victim = |square| board.role_at(square).map_or(0, Role::index);

    for square in pieces & by(Role::Pawn) {
        trace.add(terms::THREAT_PAWN, victim(square), 1);
    }
    let worthwhile = pieces | pawns.without(defended);
    for square in worthwhile & minors {
        trace.add(terms::THREAT_MINOR, victim(square), 1);
    }
    for square in worthwhile & by(Role::Rook) {
        trace.add(terms::THREAT_ROOK, victim(square), 1);
    }
    let undefended = targets.without(theirs.all);
    if undefended.intersects(by(Role::King)) {
        trace.add(terms::THREAT_KING, 0, 1);
    }
    let hanging = undefended & ours.all;
    trace.add(terms::THREAT_HANGING, 0, hanging.len() as i32);

    let empty = !board.occupied();
    let single = board.pieces(us, Role::Pawn).ahead(us) & empty;
    let double = (single & Bitboard::rank(Rank::Third.of(us))).ahead(us) & empty;
    let safe = !their_pawn_attacks & (ours.all | !theirs.all);
    let steps = attacks::pawns(us, (single | double) & safe);
    trace.add(terms::THREAT_STEP, 0, (steps & pieces).len() as i32);
}
