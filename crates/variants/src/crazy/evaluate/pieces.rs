//! Evaluation of the pieces at all levels of their stacks.

use jabberwock_game::{ByColor, Color, Position as _};

use super::terms::{self, GHOST, INSIDE_ENEMY, INSIDE_OWN, KING_AROUND, KING_DANGER};
use crate::{
    board::{Bitboard, Square, attacks},
    crazy::{
        board::{Board, Level},
        knight_ways::ways,
        piece::Piece,
        position::Position,
        threat::{PieceSets, reach, spread, zone},
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

/// Data about a side that is computed before its pieces are counted.
struct Side {
    king: Option<(Square, Level)>,
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
    let attacks = ByColor(Color::ALL.map(|us| {
        let mut counter = PieceCounter {
            board,
            us,
            around: sides[!us].around,
            attacks: KingAttacks::default(),
            trace: &mut traces[us],
        };
        counter.bases();
        counter.stacks();
        let ghosts = counter.ghosts();
        counter
            .trace
            .add(GHOST, usize::from(us != pos.turn()), ghosts);
        counter.attacks
    }));
    for us in Color::ALL {
        let trace = &mut traces[us];
        count_king(board, us, &sides[us], trace);
        count_pawns(board, us, &sides, trace);
        if sides[us].king.is_some() {
            trace.bucket(KING_AROUND, attacks[!us].squares.len() as usize);
            trace.bucket(KING_DANGER, attacks[!us].pieces);
        }
    }
    traces[pos.turn()].add(terms::TEMPO, 0, 1);
}

/// Counts the pieces by role, ghosts aside, and tempo: the terms that a network is added to.
pub(super) fn count_material<T: Trace>(pos: &Position, traces: &mut ByColor<T>) {
    let board = pos.board();
    for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
        for us in Color::ALL {
            let bases = board.pieces(us, role).without(board.ghosts());
            traces[us].add(terms::MATERIAL, role.index(), bases.len() as i32);
        }
    }
    for square in board.loaded() {
        for piece in board.stack(square).skip(1) {
            if piece.role() != Role::King && !piece.is_ghost() {
                traces[piece.color()].add(terms::MATERIAL, piece.role().index(), 1);
            }
        }
    }
    traces[pos.turn()].add(terms::TEMPO, 0, 1);
}

/// The attacks of a side on the squares around the enemy king.
#[derive(Clone, Copy, Debug, Default)]
struct KingAttacks {
    squares: Bitboard,
    /// The number of attacking pieces.
    pieces: usize,
}

/// Counts the terms of the pieces of a side.
struct PieceCounter<'a, T> {
    board: &'a Board,
    us: Color,
    /// The enemy king's square and those around it.
    around: Bitboard,
    attacks: KingAttacks,
    trace: &'a mut T,
}

impl<T: Trace> PieceCounter<'_, T> {
    /// Counts the pieces on squares without a load.
    fn bases(&mut self) {
        let board = self.board;
        let lone = board
            .color(self.us)
            .without(board.loaded() | board.ghosts());
        for role in Role::ALL {
            for square in lone & board.role(role) {
                self.stand(role, square);
                self.act(role, square);
            }
        }
    }

    /// Counts rooks with a load and the pieces inside them.
    fn stacks(&mut self) {
        for square in self.board.loaded() {
            let base = self.board.base(square).map(Piece::color);
            for (level, piece) in self.board.levels(square) {
                if piece.color() != self.us {
                    continue;
                }
                let role = piece.role();
                if level > 0 {
                    let inside = if base == Some(self.us) {
                        INSIDE_OWN
                    } else {
                        INSIDE_ENEMY
                    };
                    self.trace.add(inside, role.index(), 1);
                }
                if !piece.is_ghost() {
                    self.stand(role, square);
                    self.act(role, square);
                }
            }
        }
    }

    /// Counts ghosts, which attack like bishops but do not count as pieces. Returns their number.
    fn ghosts(&mut self) -> i32 {
        if !self.board.may_have_ghosts() {
            return 0;
        }
        let mut count = 0;
        let squares = self.board.ghosts() | self.board.loaded();
        for square in squares {
            for piece in self.board.stack(square) {
                if piece.is_ghost() && piece.color() == self.us {
                    self.act(Role::Bishop, square);
                    count += 1;
                }
            }
        }
        count
    }

    #[inline]
    fn stand(&mut self, role: Role, square: Square) {
        self.trace
            .add(PLACES[role.index()], place(square, self.us), 1);
        if role != Role::King {
            self.trace.add(terms::MATERIAL, role.index(), 1);
        }
    }

    /// Counts the roles of the bases on `squares`.
    #[inline]
    fn roles(&mut self, term: EvalTerm, first: usize, squares: Bitboard) {
        for square in squares {
            if let Some(piece) = self.board.base(square) {
                self.trace.add(term, first + piece.role().index(), 1);
            }
        }
    }

    /// Counts the attacks of a piece at any level.
    #[inline]
    fn act(&mut self, role: Role, square: Square) {
        let (board, us) = (self.board, self.us);
        let enemies = board.color(!us);
        let mut ends = reach(us, role, square, board.occupied());
        if role == Role::King {
            let far = spread(ends).without(ends | Bitboard::of(square));
            self.roles(terms::THREAT_KING, 0, ends & enemies);
            self.roles(terms::THREAT_FAR_KING, 0, far & enemies);
            return;
        }
        if role != Role::Pawn {
            let count = ends.without(board.color(us)).len() as i32;
            self.trace.add(terms::MOBILITY, role.index() - 1, count);
        }
        self.roles(terms::THREAT, 6 * role.index(), ends & enemies);
        if role == Role::Knight {
            let ways = ways(square);
            self.roles(terms::THREAT_WAY, 0, ways & enemies);
            ends |= ways;
        } else if role == Role::Queen {
            let near = attacks::king(square);
            self.roles(terms::BLAST_ENEMY, 0, near & enemies);
            self.roles(terms::BLAST_OWN, 0, near & board.color(us));
        }
        let hits = ends & self.around;
        self.attacks.squares |= hits;
        self.attacks.pieces += usize::from(!hits.is_empty());
    }
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
    let above = board.height(square) - level - 1;
    trace.bucket(terms::KING_BELOW, usize::from(above));
    let queens = zone(board, square) & side.sets.queens;
    trace.bucket(terms::KING_QUEENS, queens.len() as usize);
}

fn count_pawns<T: Trace>(board: &Board, us: Color, sides: &ByColor<Side>, trace: &mut T) {
    let pawns = sides[us].sets.pawns;
    let enemies = sides[!us].sets.pawns;
    for pawn in pawns {
        let ahead = Bitboard::of(pawn).all_ahead(us);
        if !(ahead | ahead.east() | ahead.west()).intersects(enemies) {
            trace.add(terms::PASSED, pawn.rank().of(us).index(), 1);
        }
    }
    let beside = pawns.east() | pawns.west() | pawns.ahead(us) | pawns.ahead(!us);
    let own = beside & board.color(us).without(board.role(Role::Pawn));
    trace.add(terms::DISGUISE, 0, own.len() as i32);
    let enemy = beside & board.color(!us);
    trace.add(terms::DISGUISE, 1, enemy.len() as i32);
}
