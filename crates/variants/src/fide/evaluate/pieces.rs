//! Pieces: their squares, their mobility, and their attacks.

use jabberwock_game::{ByColor, Color};

use super::{pawns, terms};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    evaluation::{self, PieceTerms, Trace, king_zone},
    fide::{board::Board, role::Role},
};

/// The squares that the pieces of a side attack.
pub type AttackMap = evaluation::AttackMap<{ Role::COUNT }>;

/// Returns the squares attacked by kings and pawns, before the other pieces are counted.
pub(super) fn king_and_pawn_attacks(board: &Board) -> ByColor<AttackMap> {
    ByColor(Color::ALL.map(|color| {
        let ahead = board.pieces(color, Role::Pawn).ahead(color);
        let mut attacks = AttackMap::EMPTY;
        attacks.add(Role::Pawn.index(), ahead.east());
        attacks.add(Role::Pawn.index(), ahead.west());
        attacks.add(Role::King.index(), attacks::king(board.king(color)));
        attacks
    }))
}

const KNIGHT: PieceTerms<Role> =
    PieceTerms::new(Role::Knight, 2, terms::MOBILITY_KNIGHT, terms::PLACE_KNIGHT);
const BISHOP: PieceTerms<Role> =
    PieceTerms::new(Role::Bishop, 2, terms::MOBILITY_BISHOP, terms::PLACE_BISHOP);
const ROOK: PieceTerms<Role> =
    PieceTerms::new(Role::Rook, 3, terms::MOBILITY_ROOK, terms::PLACE_ROOK);
const QUEEN: PieceTerms<Role> =
    PieceTerms::new(Role::Queen, 5, terms::MOBILITY_QUEEN, terms::PLACE_QUEEN);

/// The data shared by all pieces of a side.
struct PieceCounter<'a> {
    board: &'a Board,
    us: Color,
    /// Squares that count for mobility.
    mobility_area: Bitboard,
    /// The zone of the enemy king.
    king_zone: Bitboard,
    /// Squares for outposts.
    outposts: Bitboard,
    /// Squares right behind a pawn.
    shielded: Bitboard,
}

/// Counts `us`'s knights, bishops, rooks, queens and king, and adds their attacks.
pub(super) fn count<T: Trace>(
    board: &Board,
    us: Color,
    attacked: &mut ByColor<AttackMap>,
    trace: &mut T,
) {
    let pawns = board.pieces(us, Role::Pawn);
    let counter = PieceCounter::new(board, us, attacked);
    let ours = &mut attacked[us];
    for square in board.pieces(us, Role::Knight) {
        counter.piece(&KNIGHT, square, attacks::knight(square), ours, trace);
        counter.minor(0, square, trace);
    }
    // Pieces that move alike do not block each other for long.
    let queens = board.role(Role::Queen);
    let lines = board.occupied() ^ queens;
    for square in board.pieces(us, Role::Bishop) {
        let reached = attacks::bishop(square, lines);
        counter.piece(&BISHOP, square, reached, ours, trace);
        counter.minor(1, square, trace);
        let alike = if square.is_light() {
            Bitboard::LIGHT
        } else {
            !Bitboard::LIGHT
        };
        trace.add(terms::BISHOP_PAWNS, 0, (pawns & alike).len() as i32);
    }
    if board.pieces(us, Role::Bishop).more_than_one() {
        trace.add(terms::BISHOP_PAIR, 0, 1);
    }
    for square in board.pieces(us, Role::Rook) {
        let reached = attacks::rook(square, lines ^ board.pieces(us, Role::Rook));
        counter.piece(&ROOK, square, reached, ours, trace);
        counter.rook(square, trace);
    }
    for square in board.pieces(us, Role::Queen) {
        let reached = attacks::queen(square, board.occupied());
        counter.piece(&QUEEN, square, reached, ours, trace);
    }
    trace.add(terms::PLACE_KING, terms::place(board.king(us), us), 1);
}

/// Counts the squares of `us`'s pieces.
pub(super) fn count_squares<T: Trace>(board: &Board, us: Color, trace: &mut T) {
    for (role, term) in [
        (Role::Pawn, terms::PLACE_PAWN),
        (Role::Knight, terms::PLACE_KNIGHT),
        (Role::Bishop, terms::PLACE_BISHOP),
        (Role::Rook, terms::PLACE_ROOK),
        (Role::Queen, terms::PLACE_QUEEN),
        (Role::King, terms::PLACE_KING),
    ] {
        for square in board.pieces(us, role) {
            trace.add(term, terms::place(square, us), 1);
        }
    }
}

impl<'a> PieceCounter<'a> {
    #[inline]
    fn new(board: &'a Board, us: Color, attacked: &ByColor<AttackMap>) -> PieceCounter<'a> {
        let pawns = board.pieces(us, Role::Pawn);
        let defended = attacked[us].by[Role::Pawn.index()];
        let blocked = pawns & board.occupied().ahead(!us);
        let home = Bitboard::rank(Rank::Second.of(us)) & pawns;
        let upper = (Rank::Fourth as usize..=Rank::Sixth as usize)
            .fold(Bitboard::EMPTY, |set, rank| {
                set | Bitboard::rank(Rank::ALL[rank].of(us))
            });
        let unsafe_squares = attacked[!us].by[Role::Pawn.index()];
        PieceCounter {
            board,
            us,
            mobility_area: !(unsafe_squares | blocked | home | board.pieces(us, Role::King)),
            king_zone: king_zone(board.king(!us), !us),
            outposts: (upper & defended).without(pawns::attack_span(board, !us)),
            shielded: board.role(Role::Pawn).ahead(!us),
        }
    }

    fn piece<T: Trace>(
        &self,
        piece: &PieceTerms<Role>,
        square: Square,
        reached: Bitboard,
        attacked: &mut AttackMap,
        trace: &mut T,
    ) {
        trace.add(terms::MATERIAL, piece.role.index(), 1);
        trace.add(piece.placement, terms::place(square, self.us), 1);
        attacked.add(piece.role.index(), reached);
        let squares = (reached & self.mobility_area).len() as usize;
        trace.bucket(piece.mobility, squares);
        if reached.intersects(self.king_zone) {
            attacked.king_attack_units += piece.king_attack_units;
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
        if !file.intersects(pawns) {
            trace.add(terms::ROOK_FILE, 0, 1);
        } else if !file.intersects(pawns & self.board.color(self.us)) {
            trace.add(terms::ROOK_FILE, 1, 1);
        }
        let seventh = Rank::Seventh.of(self.us);
        if square.rank() == seventh {
            let king = self.board.king(!self.us).rank() == Rank::Eighth.of(self.us);
            let targets = self.board.pieces(!self.us, Role::Pawn) & Bitboard::rank(seventh);
            if king || !targets.is_empty() {
                trace.add(terms::ROOK_SEVENTH, 0, 1);
            }
        }
    }
}
