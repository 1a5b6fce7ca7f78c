//! What is counted of hoppers, besides what is counted of FIDE's men.
//!
//! The player to move may use both hoppers as they stand. His opponent may count on his own one
//! only: the other is put elsewhere before he moves.

use jabberwock_game::{Color, Position as _};

use crate::hop::{Position, attack::Attack, reach::Ground};
use crate::{
    board::{Bitboard, attacks},
    evaluation::{EvalTerm, Trace, terms},
    fide::{Board, Role, evaluate::Reach},
};

terms! {
    from crate::fide::evaluate::terms::END;
    /// Squares that a man reaches by hops alone, by role.
    HOP_MOBILITY = "hop.mobility" [5];
    /// Men that can be captured by hops alone, by role.
    HOP_THREAT = "hop.threat" [5];
    /// Squares around the enemy king that are reached by hops alone.
    HOP_ZONE = "hop.zone" [9];
    /// Empty squares from which the hopper would give check.
    HOP_CHECK = "hop.check" [16];
}

/// Counts what `us` gains by hoppers; `theirs` is what the enemy's men attack.
pub(super) fn count<T: Trace>(pos: &Position, us: Color, theirs: &Reach, trace: &mut T) {
    let board = pos.board();
    let mine = pos.hopper(us);
    let enemys = pos.hopper(!us).filter(|_| us == pos.turn());
    let ground = Ground::new(board, us, [mine, enemys]);
    let occupied = board.occupied();
    let around = attacks::king(board.king(!us));
    let mut victims = Bitboard::EMPTY;
    let mut zone = Bitboard::EMPTY;
    if !ground.hoppers().is_empty() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.men(us, role) {
                let direct = Board::attacks_of(role, from, occupied);
                if direct.meets(ground.hoppers()) {
                    let hops = ground.ends(role, from).without(direct);
                    trace.add(HOP_MOBILITY, role.index(), hops.len() as i32);
                    victims |= hops;
                    zone |= hops & around;
                }
            }
        }
        for from in ground.hopping_pawns(board.men(us, Role::Pawn)) {
            let direct = attacks::pawn(us, from);
            let hops = ground.pawn_ends(from).plain.without(direct);
            trace.add(HOP_MOBILITY, 0, hops.len() as i32);
            victims |= hops;
            zone |= hops & around;
        }
    }
    for square in victims & board.color(!us) {
        if let Some(role) = board.role_at(square)
            && role != Role::King
            && (role != Role::Pawn || !theirs.all.contains(square))
        {
            trace.add(HOP_THREAT, role.index(), 1);
        }
    }
    trace.add(HOP_ZONE, (zone.len() as usize).min(HOP_ZONE.len - 1), 1);
    let attack = Attack::new(board, board.king(!us), us, pos.hopper(!us));
    let checks = attack.openings().len() as usize;
    trace.add(HOP_CHECK, checks.min(HOP_CHECK.len - 1), 1);
}
