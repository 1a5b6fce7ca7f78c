//! What is counted.

use jabberwock_game::{ByColor, Color, Position as _};

use crate::{
    board::{Bitboard, Square, attacks},
    crazy::{
        Board, Piece, Position,
        threat::{Forces, reach, spread, ways, zone},
    },
    evaluation::{EvalTerm, Trace, terms},
    fide::{Role, evaluate::place},
};

terms! {
    from 0;
    /// Men, by role without the king. Ghosts are none.
    MATERIAL = "material" [5];
    /// Pawns by square, a8 first, inside rooks too.
    PLACE_PAWN = "place.pawn" [64];
    /// Knights by square.
    PLACE_KNIGHT = "place.knight" [64];
    /// Bishops by square.
    PLACE_BISHOP = "place.bishop" [64];
    /// Rooks by square.
    PLACE_ROOK = "place.rook" [64];
    /// Queens by square.
    PLACE_QUEEN = "place.queen" [64];
    /// The king by square.
    PLACE_KING = "place.king" [64];
    /// Men inside a rook of their own side, by role.
    INSIDE_OWN = "inside.own" [6];
    /// Men inside a rook of the other side, by role.
    INSIDE_ENEMY = "inside.enemy" [6];
    /// Ghosts of the player to move, which vanish after his turn, and of the other.
    GHOST = "ghost" [2];
    /// Squares a man can go to, captures included, by role without pawn and king.
    MOBILITY = "mobility" [4];
    /// Enemy men on the square that are attacked, by attacker (pawn to queen) and victim.
    THREAT = "threat.direct" [30];
    /// Enemy men on the square that knights attack on their way.
    THREAT_WAY = "threat.way" [6];
    /// Enemy men next to the king, who captures even guarded ones and comes home, by role.
    THREAT_KING = "threat.king" [6];
    /// Enemy men two steps from the king.
    THREAT_FAR_KING = "threat.far_king" [6];
    /// Enemy men around a queen, by role: what she takes with her.
    BLAST_ENEMY = "blast.enemy" [6];
    /// Own men around an own queen, by role.
    BLAST_OWN = "blast.own" [6];
    /// The king on the square, inside an own rook, inside an enemy rook.
    KING_PLACE = "king.place" [3];
    /// Men above the king in his rook.
    KING_BELOW = "king.below" [4];
    /// Own queens in the king's zone.
    KING_QUEENS = "king.queens" [3];
    /// Squares around the king that enemy men attack.
    KING_AROUND = "king.around" [9];
    /// Enemy men who attack squares around the king.
    KING_DANGER = "king.danger" [12];
    /// Passed pawns by rank.
    PASSED = "pawn.passed" [8];
    /// Men that pawns might exchange themselves with: own ones, enemy ones.
    DISGUISE = "pawn.disguise" [2];
    /// The right to move.
    TEMPO = "tempo" [1];
}

const PLACES: [EvalTerm; 6] = [
    PLACE_PAWN,
    PLACE_KNIGHT,
    PLACE_BISHOP,
    PLACE_ROOK,
    PLACE_QUEEN,
    PLACE_KING,
];

/// What is known of a player before his men are counted.
struct Side {
    king: Option<(Square, usize)>,
    /// The squares around the king and his own.
    around: Bitboard,
    forces: Forces,
}

impl Side {
    fn of(board: &Board, color: Color) -> Side {
        let king = board.king(color);
        Side {
            king,
            around: king.map_or(Bitboard::EMPTY, |(square, _)| spread(Bitboard::of(square))),
            forces: Forces::of(board, color),
        }
    }
}

/// Counts everything for both players.
pub(super) fn count<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
    let board = pos.board();
    let sides = ByColor(Color::ALL.map(|color| Side::of(board, color)));
    let mut attackers = ByColor([0; 2]);
    let mut attacked = ByColor([Bitboard::EMPTY; 2]);
    for square in board.occupied() {
        let base = board.base(square).map(Piece::color);
        for (level, piece) in board.stack(square).enumerate() {
            let us = piece.color();
            let trace = &mut traces[us];
            let ends = man(board, square, piece, trace);
            if level > 0 {
                let inside = if base == Some(us) {
                    INSIDE_OWN
                } else {
                    INSIDE_ENEMY
                };
                trace.add(inside, piece.role().index(), 1);
            }
            if piece.is_ghost() {
                trace.add(GHOST, usize::from(us != pos.turn()), 1);
            }
            if piece.role() != Role::King {
                let hits = ends & sides[!us].around;
                attacked[us] |= hits;
                attackers[us] += usize::from(!hits.is_empty());
            }
        }
    }
    for us in Color::ALL {
        let trace = &mut traces[us];
        king(board, us, &sides[us], trace);
        pawns(board, us, &sides, trace);
        if sides[us].king.is_some() {
            let squares = attacked[!us].len() as usize;
            trace.add(KING_AROUND, squares.min(KING_AROUND.len - 1), 1);
            trace.add(KING_DANGER, attackers[!us].min(KING_DANGER.len - 1), 1);
        }
    }
    traces[pos.turn()].add(TEMPO, 0, 1);
}

/// Counts a man at whatever level; returns the squares he attacks.
fn man<T: Trace>(board: &Board, square: Square, piece: Piece, trace: &mut T) -> Bitboard {
    let (us, role) = (piece.color(), piece.role());
    let enemies = board.color(!us);
    let ends = reach(us, role, square, board.occupied());
    if !piece.is_ghost() {
        trace.add(PLACES[role.index()], place(square, us), 1);
        if role != Role::King {
            trace.add(MATERIAL, role.index(), 1);
        }
    }
    let victims = |trace: &mut T, term: EvalTerm, first: usize, squares: Bitboard| {
        for role in Role::ALL {
            let count = (squares & enemies & board.role(role)).len();
            if count > 0 {
                trace.add(term, first + role.index(), count as i32);
            }
        }
    };
    match role {
        Role::King => {
            let far = spread(ends).without(ends | Bitboard::of(square));
            victims(trace, THREAT_KING, 0, ends);
            victims(trace, THREAT_FAR_KING, 0, far);
            return ends;
        }
        Role::Pawn => {}
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
            let count = ends.without(board.color(us)).len() as i32;
            trace.add(MOBILITY, role.index() - 1, count);
        }
    }
    if ends.meets(enemies) {
        victims(trace, THREAT, 6 * role.index(), ends);
    }
    match role {
        Role::Knight => {
            victims(trace, THREAT_WAY, 0, ways(square));
            return ends | ways(square);
        }
        Role::Queen => {
            let near = attacks::king(square);
            victims(trace, BLAST_ENEMY, 0, near);
            for role in Role::ALL {
                let count = (near & board.men(us, role)).len();
                if count > 0 {
                    trace.add(BLAST_OWN, role.index(), count as i32);
                }
            }
        }
        _ => {}
    }
    ends
}

fn king<T: Trace>(board: &Board, us: Color, side: &Side, trace: &mut T) {
    let Some((square, level)) = side.king else {
        return;
    };
    let own = board.color(us).contains(square);
    let index = match level {
        0 => 0,
        _ if own => 1,
        _ => 2,
    };
    trace.add(KING_PLACE, index, 1);
    let above = board.stack(square).count() - level - 1;
    trace.add(KING_BELOW, above.min(KING_BELOW.len - 1), 1);
    let queens = (zone(board, square) & side.forces.queens).len() as usize;
    trace.add(KING_QUEENS, queens.min(KING_QUEENS.len - 1), 1);
}

fn pawns<T: Trace>(board: &Board, us: Color, sides: &ByColor<Side>, trace: &mut T) {
    let pawns = sides[us].forces.pawns;
    let enemies = sides[!us].forces.pawns;
    for pawn in pawns {
        let mut ahead = Bitboard::of(pawn).ahead(us);
        let mut free = true;
        while !ahead.is_empty() {
            free &= !(ahead | ahead.east() | ahead.west()).meets(enemies);
            ahead = ahead.ahead(us);
        }
        if free {
            trace.add(PASSED, pawn.rank().of(us).index(), 1);
        }
    }
    let beside = pawns.east() | pawns.west() | pawns.ahead(us) | pawns.ahead(!us);
    let own = beside & board.color(us).without(board.role(Role::Pawn));
    trace.add(DISGUISE, 0, own.len() as i32);
    trace.add(DISGUISE, 1, (beside & board.color(!us)).len() as i32);
}
