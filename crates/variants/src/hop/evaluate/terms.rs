//! The terms for hoppers, in addition to those for FIDE pieces.
//!
//! The side to move may use both hoppers where they are. Its opponent can only rely on its own one:
//! the other is moved before the opponent's turn.

use jabberwock_game::{ByColor, Color, Position as _};

use crate::{
    board::{Bitboard, attacks},
    evaluation::{EvalTerm, TermSet, Trace, terms},
    fide::{
        Board, Role,
        evaluate::{self, AttackMap},
    },
    hop::{attack::Attack, position::Position, reach::MoveContext},
};

terms! {
    from TermSet::new(&[evaluate::terms::ALL]).weights();
    /// Squares that a piece reaches by hops alone, by role.
    HOP_MOBILITY = "hop.mobility" [5];
    /// Pieces that can be captured by hops alone, by role.
    HOP_THREAT = "hop.threat" [5];
    /// Squares around the enemy king that are reached by hops alone.
    HOP_ZONE = "hop.zone" [9];
    /// Empty squares from which the hopper would give check.
    HOP_CHECK = "hop.check" [16];
}

/// Counts the hopper terms of both sides; `attacked` are the attacks of pieces without hoppers.
pub(super) fn count<T: Trace>(
    pos: &Position,
    attacked: &ByColor<AttackMap>,
    traces: &mut ByColor<T>,
) {
    for us in Color::ALL {
        count_side(pos, us, &attacked[!us], &mut traces[us]);
    }
}

fn count_side<T: Trace>(pos: &Position, us: Color, theirs: &AttackMap, trace: &mut T) {
    let board = pos.board();
    let reached = hops(pos, us, trace);
    for square in reached & board.color(!us) {
        if let Some(role) = board.role_at(square)
            && role != Role::King
            && (role != Role::Pawn || !theirs.all.contains(square))
        {
            trace.add(HOP_THREAT, role.index(), 1);
        }
    }
    let zone = reached & attacks::king(board.king(!us));
    trace.bucket(HOP_ZONE, zone.len() as usize);
    let attack = Attack::new(board, board.king(!us), us, pos.hopper(!us));
    trace.bucket(HOP_CHECK, attack.attacking_hoppers().len() as usize);
}

/// Counts the squares that `us`'s pieces reach by hops alone; returns them.
fn hops<T: Trace>(pos: &Position, us: Color, trace: &mut T) -> Bitboard {
    let board = pos.board();
    let enemy_hopper = pos.hopper(!us).filter(|_| us == pos.turn());
    let ground = MoveContext::new(board, us, [pos.hopper(us), enemy_hopper]);
    let mut reached = Bitboard::EMPTY;
    if ground.hoppers().is_empty() {
        return reached;
    }
    let occupied = board.occupied();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in board.pieces(us, role) {
            let direct = Board::attacks_of(role, from, occupied);
            if direct.intersects(ground.hoppers()) {
                let hops = ground.ends(role, from).without(direct);
                trace.add(HOP_MOBILITY, role.index(), hops.len() as i32);
                reached |= hops;
            }
        }
    }
    for from in ground.hopping_pawns(board.pieces(us, Role::Pawn)) {
        let direct = attacks::pawn(us, from);
        let hops = ground.pawn_ends(from).plain.without(direct);
        trace.add(HOP_MOBILITY, 0, hops.len() as i32);
        reached |= hops;
    }
    reached
}
