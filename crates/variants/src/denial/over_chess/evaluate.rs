//! The value of the right to deny over chess.

use jabberwock_game::Color;

use crate::{
    board::Bitboard,
    chess::{Chess, Position},
    denial::evaluate::right::DenialFeatures,
    evaluation::Taper,
    fide::{Board, Role, evaluate::unscaled_taper},
};

impl DenialFeatures for Chess {
    const DENIAL_NAME: &'static str = "denial";

    const DENIAL_WEIGHTS: &'static str = include_str!("weights.txt");

    const DENIAL_NETWORK: Option<&'static [u8]> = Some(include_bytes!("network.bin"));

    fn right_taper(pos: &Position) -> Taper {
        unscaled_taper(pos.board())
    }

    /// Counts pieces that are attacked by lesser ones, or undefended.
    fn threats(pos: &Position, us: Color) -> usize {
        let board = pos.board();
        let (ours, theirs) = (
            RankedAttacks::new(board, us),
            RankedAttacks::new(board, !us),
        );
        let pieces = board.color(!us).without(board.role(Role::Pawn));
        let heavy = board.role(Role::Rook) | board.role(Role::Queen);
        let by_lesser = pieces & ours.pawns
            | pieces & heavy & ours.minors
            | pieces & board.role(Role::Queen) & ours.rooks;
        let hanging = board.color(!us).without(theirs.all()) & ours.all();
        (by_lesser | hanging).without(board.role(Role::King)).len() as usize
    }

    fn undeniable(pos: &Position, us: Color) -> i32 {
        pos.board().pieces(us, Role::Knight).len() as i32
    }
}

/// The squares that a side attacks, by the value of the attackers.
struct RankedAttacks {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    /// Attacks by queens and the king.
    others: Bitboard,
}

impl RankedAttacks {
    fn new(board: &Board, us: Color) -> RankedAttacks {
        let by = |role| board.attacked_by(us, role);
        RankedAttacks {
            pawns: by(Role::Pawn),
            minors: by(Role::Knight) | by(Role::Bishop),
            rooks: by(Role::Rook),
            others: by(Role::Queen) | by(Role::King),
        }
    }

    fn all(&self) -> Bitboard {
        self.pawns | self.minors | self.rooks | self.others
    }
}
