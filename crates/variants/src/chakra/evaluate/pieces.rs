//! Pieces: their squares, their mobility, and their attacks.

use jabberwock_game::{ByColor, Color};

use super::terms::{self, place};
use crate::{
    board::{Bitboard, Square, attacks},
    chakra::{attack::Transmitter, board::Board, role::Role},
    evaluation::{AttackMap, PieceTerms, Trace, king_zone},
};

/// The squares attacked by the pieces of a side, including by transmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct TransmittedAttacks {
    /// The squares.
    pub(super) map: AttackMap<{ Role::COUNT }>,
    /// The number of pieces that can be transmitted immediately.
    pub(super) users: usize,
    /// The squares that pawns can move to without capturing, including by transmission.
    pub(super) pawn_steps: Bitboard,
    /// The own Transmitter.
    pub(super) transmitter: Transmitter,
}

impl TransmittedAttacks {
    /// Returns the squares that pieces of `role` attack.
    pub(super) fn by(&self, role: Role) -> Bitboard {
        self.map.by[role.index()]
    }

    /// Counts a piece that attacks `reached` without the Transmitter; returns its attacks including
    /// transmission.
    fn transmitted(&mut self, reached: Bitboard) -> Bitboard {
        self.users += usize::from(reached.intersects(self.transmitter.gates));
        self.transmitter.extend(reached)
    }
}

/// Returns the squares attacked by kings and pawns, before the other pieces are counted.
pub(super) fn king_and_pawn_attacks(board: &Board) -> ByColor<TransmittedAttacks> {
    ByColor(Color::ALL.map(|color| {
        let mut attacked = TransmittedAttacks {
            map: AttackMap::EMPTY,
            users: 0,
            pawn_steps: Bitboard::EMPTY,
            transmitter: board.transmitter(color),
        };
        let pawns = board.pieces(color, Role::Pawn);
        let ahead = pawns.ahead(color);
        attacked.map.add(Role::Pawn.index(), ahead.east());
        attacked.map.add(Role::Pawn.index(), ahead.west());
        for from in pawns {
            let steps = board.pawn_steps(color, from);
            let transmitted = attacked.transmitted(steps);
            attacked.pawn_steps |= transmitted;
            if transmitted != steps {
                let exits = attacked.transmitter.exits;
                attacked.map.add(Role::Pawn.index(), exits);
            }
        }
        let king = attacked.transmitted(attacks::king(board.king(color)));
        attacked.map.add(Role::King.index(), king);
        attacked
    }))
}

const PIECES: [PieceTerms<Role>; 5] = [
    PieceTerms::new(Role::Ape, 2, terms::MOBILITY_APE, terms::PLACE_APE),
    PieceTerms::new(
        Role::Courtesan,
        2,
        terms::MOBILITY_COURTESAN,
        terms::PLACE_COURTESAN,
    ),
    PieceTerms::new(Role::Monk, 3, terms::MOBILITY_MONK, terms::PLACE_MONK),
    PieceTerms::new(
        Role::Samurai,
        4,
        terms::MOBILITY_SAMURAI,
        terms::PLACE_SAMURAI,
    ),
    PieceTerms::new(Role::Queen, 5, terms::MOBILITY_QUEEN, terms::PLACE_QUEEN),
];

/// Counts `us`'s pieces except the pawns, and adds their attacks.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &mut ByColor<TransmittedAttacks>,
    trace: &mut T,
) {
    let area = !(attacked[!us].by(Role::Pawn) | board.color(us));
    let zone = king_zone(board.king(!us), !us);
    let ours = &mut attacked[us];
    for piece in &PIECES {
        for square in board.pieces(us, piece.role) {
            let own = board.attacks_of(us, piece.role, square);
            let reached = ours.transmitted(own);
            ours.map.add(piece.role.index(), reached);
            trace.add(terms::MATERIAL, piece.role.index(), 1);
            trace.add(piece.placement, place(square, us), 1);
            trace.bucket(piece.mobility, (reached & area).len() as usize);
            if reached.intersects(zone) {
                ours.map.king_attack_units += piece.king_attack_units;
            }
            if piece.role == Role::Courtesan && sees_king(board, us, square) {
                trace.add(terms::COURTESAN_SIGHT, 0, 1);
            }
        }
    }
    trace.add(terms::PLACE_KING, place(board.king(us), us), 1);
}

fn sees_king(board: &Board, us: Color, from: Square) -> bool {
    let king = board.king(us);
    !attacks::line(from, king).is_empty()
        && !attacks::between(from, king).intersects(board.occupied())
}
