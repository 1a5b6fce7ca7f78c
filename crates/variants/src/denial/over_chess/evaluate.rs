//! What the right to deny is worth over chess.

use jabberwock_game::Color;

use crate::{
    board::{Bitboard, attacks},
    chess::{Chess, Position},
    denial::evaluate::stakes::Stakes,
    evaluation::Taper,
    fide::{Board, Role, evaluate::unscaled},
};

impl Stakes for Chess {
    fn layered_weights() -> &'static str {
        include_str!("weights.txt")
    }

    fn taper(pos: &Position) -> Taper {
        unscaled(pos.board())
    }

    /// Men that are attacked by lesser ones, or without a guard.
    fn threats(pos: &Position, us: Color) -> usize {
        let board = pos.board();
        let (ours, theirs) = (Reach::new(board, us), Reach::new(board, !us));
        let pieces = board.color(!us).without(board.role(Role::Pawn));
        let heavy = board.role(Role::Rook) | board.role(Role::Queen);
        let worthy = pieces & ours.pawns
            | pieces & heavy & ours.minors
            | pieces & board.role(Role::Queen) & ours.rooks;
        let loose = board.color(!us).without(theirs.all()) & ours.all();
        (worthy | loose).without(board.role(Role::King)).len() as usize
    }

    fn undeniable(pos: &Position, us: Color) -> i32 {
        pos.board().men(us, Role::Knight).len() as i32
    }
}

/// What the men of a player attack.
struct Reach {
    pawns: Bitboard,
    minors: Bitboard,
    rooks: Bitboard,
    others: Bitboard,
}

impl Reach {
    fn new(board: &Board, us: Color) -> Reach {
        let occupied = board.occupied();
        let of = |role| {
            let men = board.men(us, role).into_iter();
            men.fold(Bitboard::EMPTY, |reach, from| {
                reach | Board::attacks_of(role, from, occupied)
            })
        };
        Reach {
            pawns: attacks::pawns(us, board.men(us, Role::Pawn)),
            minors: of(Role::Knight) | of(Role::Bishop),
            rooks: of(Role::Rook),
            others: of(Role::Queen) | attacks::king(board.king(us)),
        }
    }

    fn all(&self) -> Bitboard {
        self.pawns | self.minors | self.rooks | self.others
    }
}
