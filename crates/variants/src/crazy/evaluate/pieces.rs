//! What is counted of the pieces at all levels of their stacks.

use jabberwock_game::{ByColor, Color, Position as _};

use super::terms::{self, GHOST, INSIDE_ENEMY, INSIDE_OWN, KING_AROUND, KING_DANGER};
use crate::{
    board::{Bitboard, Square, attacks},
    crazy::{
        board::Board,
        piece::Piece,
        position::Position,
        threat::{PieceSets, reach, spread, ways, zone},
    },
    evaluation::{EvalTerm, Trace},
    fide::{Role, evaluate::terms::place},
};

const PLACES: [EvalTerm; 6] = [
    terms::PLACE_PAWN,
    terms::PLACE_KNIGHT,
    terms::PLACE_BISHOP,
    terms::PLACE_ROOK,
    terms::PLACE_QUEEN,
    terms::PLACE_KING,
];

/// What is looked up for each side before its pieces are counted.
struct Side {
    king: Option<(Square, usize)>,
    /// The king's square and those around it.
    around: Bitboard,
    sets: PieceSets,
}

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let king = board.king(color);
        Side {
            king,
            around: king.map_or(Bitboard::EMPTY, |(square, _)| spread(Bitboard::of(square))),
            sets: PieceSets::of(board, color),
        }
    }
}

/// Counts everything for both sides.
pub(super) fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
    let board = pos.board();
    let sides = ByColor(Color::ALL.map(|color| Side::of(board, color)));
    let mut attackers = ByColor([0; 2]);
    let mut attacked = ByColor([Bitboard::EMPTY; 2]);
    let mut count = |traces: &mut ByColor<T>, square, piece: Piece| {
        let us = piece.color();
        let trace = &mut traces[us];
        let ends = count_piece(board, square, piece, trace);
        if piece.is_ghost() {
            trace.add(GHOST, usize::from(us != pos.turn()), 1);
        }
        if piece.role() != Role::King {
            let hits = ends & sides[!us].around;
            attacked[us] |= hits;
            attackers[us] += usize::from(!hits.is_empty());
        }
    };
    for square in board.occupied().without(board.loaded()) {
        if let Some(piece) = board.base(square) {
            count(traces, square, piece);
        }
    }
    for square in board.loaded() {
        let base = board.base(square).map(Piece::color);
        for (level, piece) in board.stack(square).enumerate() {
            count(traces, square, piece);
            if level > 0 {
                let us = piece.color();
                let inside = if base == Some(us) {
                    INSIDE_OWN
                } else {
                    INSIDE_ENEMY
                };
                traces[us].add(inside, piece.role().index(), 1);
            }
        }
    }
    for us in Color::ALL {
        let trace = &mut traces[us];
        count_king(board, us, &sides[us], trace);
        count_pawns(board, us, &sides, trace);
        if sides[us].king.is_some() {
            trace.bucket(KING_AROUND, attacked[!us].len() as usize);
            trace.bucket(KING_DANGER, attackers[!us]);
        }
    }
    traces[pos.turn()].add(terms::TEMPO, 0, 1);
}

/// Counts a piece at whatever level; returns the squares it attacks.
fn count_piece<T: Trace>(board: &Board, square: Square, piece: Piece, trace: &mut T) -> Bitboard {
    let (us, role) = (piece.color(), piece.role());
    let enemies = board.color(!us);
    let ends = reach(us, role, square, board.occupied());
    if !piece.is_ghost() {
        trace.add(PLACES[role.index()], place(square, us), 1);
        if role != Role::King {
            trace.add(terms::MATERIAL, role.index(), 1);
        }
    }
    let count_roles = |trace: &mut T, term: EvalTerm, first: usize, squares: Bitboard| {
        for square in squares {
            if let Some(piece) = board.base(square) {
                trace.add(term, first + piece.role().index(), 1);
            }
        }
    };
    match role {
        Role::King => {
            let far = spread(ends).without(ends | Bitboard::of(square));
            count_roles(trace, terms::THREAT_KING, 0, ends & enemies);
            count_roles(trace, terms::THREAT_FAR_KING, 0, far & enemies);
            return ends;
        }
        Role::Pawn => {}
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
            let count = ends.without(board.color(us)).len() as i32;
            trace.add(terms::MOBILITY, role.index() - 1, count);
        }
    }
    count_roles(trace, terms::THREAT, 6 * role.index(), ends & enemies);
    match role {
        Role::Knight => {
            count_roles(trace, terms::THREAT_WAY, 0, ways(square) & enemies);
            return ends | ways(square);
        }
        Role::Queen => {
            let near = attacks::king(square);
            count_roles(trace, terms::BLAST_ENEMY, 0, near & enemies);
            count_roles(trace, terms::BLAST_OWN, 0, near & board.color(us));
        }
        _ => {}
    }
    ends
}

fn count_king<T: Trace>(board: &Board, us: Color, side: &Side, trace: &mut T) {
    let Some((square, level)) = side.king else {
        return;
    };
    let own = board.color(us).contains(square);
    let index = match level {
        0 => 0,
        _ if own => 1,
        _ => 2,
    };
    trace.add(terms::KING_PLACE, index, 1);
    let above = board.stack(square).count() - level - 1;
    trace.bucket(terms::KING_BELOW, above);
    let queens = zone(board, square) & side.sets.queens;
    trace.bucket(terms::KING_QUEENS, queens.len() as usize);
}

fn count_pawns<T: Trace>(board: &Board, us: Color, sides: &ByColor<Side>, trace: &mut T) {
    let pawns = sides[us].sets.pawns;
    let enemies = sides[!us].sets.pawns;
    for pawn in pawns {
        let ahead = Bitboard::of(pawn).all_ahead(us);
        if !(ahead | ahead.east() | ahead.west()).meets(enemies) {
            trace.add(terms::PASSED, pawn.rank().of(us).index(), 1);
        }
    }
    let beside = pawns.east() | pawns.west() | pawns.ahead(us) | pawns.ahead(!us);
    let own = beside & board.color(us).without(board.role(Role::Pawn));
    trace.add(terms::DISGUISE, 0, own.len() as i32);
    let enemy = beside & board.color(!us);
    trace.add(terms::DISGUISE, 1, enemy.len() as i32);
}
