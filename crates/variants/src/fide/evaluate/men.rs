//! What the men are worth where they stand, and what they attack.

use jabberwock_game::{ByColor, Color};

use super::{pawns, place, terms};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    evaluation::{EvalTerm, Trace},
    fide::{Board, ByRole, Role},
};

/// What the men of a player attack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// By the men of a role.
    pub by: ByRole<Bitboard>,
    /// By any man.
    pub all: Bitboard,
    /// By two men or more.
    pub twice: Bitboard,
    /// Weight of the men that attack squares around the enemy king.
    pub units: usize,
}

impl Reach {
    fn add(&mut self, role: Role, squares: Bitboard) {
        self.by[role] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The squares around a king that attackers look at: those next to him, and the three beyond on the
/// way to the enemy.
fn zone(king: Square, color: Color) -> Bitboard {
    let near = attacks::king(king);
    near | near.ahead(color) | Bitboard::of(king)
}

/// What kings and pawns attack, before the other men are counted.
pub(super) fn groundwork(board: &Board) -> ByColor<Reach> {
    ByColor(Color::ALL.map(|color| {
        let pawns = board.men(color, Role::Pawn);
        let ahead = pawns.ahead(color);
        let mut reach = Reach::default();
        reach.add(Role::Pawn, ahead.east());
        reach.add(Role::Pawn, ahead.west());
        reach.add(Role::King, attacks::king(board.king(color)));
        reach
    }))
}

/// What is particular to a role.
struct Kind {
    role: Role,
    /// Units of attack on a king.
    units: usize,
    mobility: EvalTerm,
    placement: EvalTerm,
}

const KNIGHT: Kind = Kind {
    role: Role::Knight,
    units: 2,
    mobility: terms::MOBILITY_KNIGHT,
    placement: terms::PLACE_KNIGHT,
};
const BISHOP: Kind = Kind {
    role: Role::Bishop,
    units: 2,
    mobility: terms::MOBILITY_BISHOP,
    placement: terms::PLACE_BISHOP,
};
const ROOK: Kind = Kind {
    role: Role::Rook,
    units: 3,
    mobility: terms::MOBILITY_ROOK,
    placement: terms::PLACE_ROOK,
};
const QUEEN: Kind = Kind {
    role: Role::Queen,
    units: 5,
    mobility: terms::MOBILITY_QUEEN,
    placement: terms::PLACE_QUEEN,
};

/// What does not change from man to man.
struct Scene<'a> {
    board: &'a Board,
    us: Color,
    /// Squares that count for mobility.
    area: Bitboard,
    zone: Bitboard,
    /// Squares for outposts.
    outposts: Bitboard,
    /// Squares right behind a pawn.
    shielded: Bitboard,
}

/// Counts `us`'s knights, bishops, rooks, queens and king; fills in what they attack.
pub(super) fn count<T: Trace>(board: &Board, us: Color, reach: &mut ByColor<Reach>, trace: &mut T) {
    let pawns = board.men(us, Role::Pawn);
    let guarded = reach[us].by[Role::Pawn];
    let stuck = pawns & (board.occupied().ahead(!us));
    let home = Bitboard::rank(Rank::Second.of(us)) & pawns;
    let upper = (Rank::Fourth as usize..=Rank::Sixth as usize)
        .fold(Bitboard::EMPTY, |set, rank| {
            set | Bitboard::rank(Rank::ALL[rank].of(us))
        });
    let scene = Scene {
        board,
        us,
        area: !(reach[!us].by[Role::Pawn] | stuck | home | board.men(us, Role::King)),
        zone: zone(board.king(!us), !us),
        outposts: (upper & guarded).without(pawns::attack_span(board, !us)),
        shielded: board.role(Role::Pawn).ahead(!us),
    };
    let ours = &mut reach[us];
    for square in board.men(us, Role::Knight) {
        scene.man(&KNIGHT, square, attacks::knight(square), ours, trace);
        scene.minor(0, square, trace);
    }
    // Men that move alike do not stand in each other's way for long.
    let queens = board.role(Role::Queen);
    let lines = board.occupied() ^ queens;
    for square in board.men(us, Role::Bishop) {
        let reached = attacks::bishop(square, lines);
        scene.man(&BISHOP, square, reached, ours, trace);
        scene.minor(1, square, trace);
        let alike = if square.is_light() {
            Bitboard::LIGHT
        } else {
            !Bitboard::LIGHT
        };
        trace.add(terms::BISHOP_PAWNS, 0, (pawns & alike).len() as i32);
    }
    if board.men(us, Role::Bishop).is_several() {
        trace.add(terms::BISHOP_PAIR, 0, 1);
    }
    for square in board.men(us, Role::Rook) {
        let reached = attacks::rook(square, lines ^ board.men(us, Role::Rook));
        scene.man(&ROOK, square, reached, ours, trace);
        scene.rook(square, trace);
    }
    for square in board.men(us, Role::Queen) {
        let reached = attacks::queen(square, board.occupied());
        scene.man(&QUEEN, square, reached, ours, trace);
    }
    trace.add(terms::PLACE_KING, place(board.king(us), us), 1);
}

impl Scene<'_> {
    fn man<T: Trace>(
        &self,
        kind: &Kind,
        square: Square,
        reached: Bitboard,
        reach: &mut Reach,
        trace: &mut T,
    ) {
        trace.add(terms::MATERIAL, kind.role.index(), 1);
        trace.add(kind.placement, place(square, self.us), 1);
        reach.add(kind.role, reached);
        let squares = (reached & self.area).len() as usize;
        trace.add(kind.mobility, squares.min(kind.mobility.len - 1), 1);
        if reached.meets(self.zone) {
            reach.units += kind.units;
        }
    }

    fn minor<T: Trace>(&self, index: usize, square: Square, trace: &mut T) {
        if self.outposts.contains(square) {
            trace.add(terms::OUTPOST, index, 1);
        }
        if self.shielded.contains(square) {
            trace.add(terms::SHIELDED, index, 1);
        }
    }

    fn rook<T: Trace>(&self, square: Square, trace: &mut T) {
        let file = Bitboard::file(square.file());
        let pawns = self.board.role(Role::Pawn);
        if !file.meets(pawns) {
            trace.add(terms::ROOK_FILE, 0, 1);
        } else if !file.meets(pawns & self.board.color(self.us)) {
            trace.add(terms::ROOK_FILE, 1, 1);
        }
        let seventh = Rank::Seventh.of(self.us);
        if square.rank() == seventh {
            let king = self.board.king(!self.us).rank() == Rank::Eighth.of(self.us);
            let targets = self.board.men(!self.us, Role::Pawn) & Bitboard::rank(seventh);
            if king || !targets.is_empty() {
                trace.add(terms::ROOK_SEVENTH, 0, 1);
            }
        }
    }
}
