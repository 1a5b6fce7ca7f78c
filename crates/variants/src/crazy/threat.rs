//! Check detection: whether some movement would capture a king, by any chain of effects (crazy K29,
//! K34).
//!
//! Only captures that can reach the king are made. Effects of a capture stay on the square of the
//! captured piece, except that a captured queen also captures the pieces around it (K10). So a
//! first capture can only lose the king if it happens in the king's *zone*: the king's square, the
//! squares of queens next to the zone, and so on; or next to the zone if the capturer is or carries
//! a queen.

use jabberwock_game::Color;

use super::{
    board::{Board, Level, Slot},
    effects::{Effects, has_effects},
    knight_ways::{way_ends, ways},
    piece::Piece,
};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::{Castling, CastlingSide, Role},
};

/// Returns the set and the squares adjacent to it.
pub(super) fn spread(set: Bitboard) -> Bitboard {
    let row = set | set.east() | set.west();
    row | row.ahead(Color::White) | row.ahead(Color::Black)
}

/// The squares of the pieces of a player, at any level.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceSets {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) diagonal: Bitboard,
    pub(super) straight: Bitboard,
    pub(super) queens: Bitboard,
    /// Every piece.
    pub(super) all: Bitboard,
    /// Queens, and rooks that carry a queen of either player.
    pub(super) queen_carriers: Bitboard,
}

impl PieceSets {
    #[inline]
    pub(super) fn of(board: &Board, color: Color) -> PieceSets {
        let at = |role| board.presence(color, role);
        let (queens, rooks) = (at(Role::Queen), at(Role::Rook));
        let mut sets = PieceSets {
            pawns: at(Role::Pawn),
            knights: at(Role::Knight),
            diagonal: at(Role::Bishop) | queens,
            straight: rooks | queens,
            queens,
            all: board.color(color) | board.inside(color),
            queen_carriers: queens,
        };
        let rook = Piece::new(color, Role::Rook);
        for square in board.queens_inside() & rooks {
            let above = board.stack(square).skip_while(|&piece| piece != rook);
            if above.skip(1).any(|piece| piece.role() == Role::Queen) {
                sets.queen_carriers |= Bitboard::of(square);
            }
        }
        sets
    }

    /// Returns the sets without the pieces on `squares`.
    pub(super) fn without(self, squares: Bitboard) -> PieceSets {
        PieceSets {
            pawns: self.pawns.without(squares),
            knights: self.knights.without(squares),
            diagonal: self.diagonal.without(squares),
            straight: self.straight.without(squares),
            queens: self.queens.without(squares),
            all: self.all.without(squares),
            queen_carriers: self.queen_carriers.without(squares),
        }
    }

    /// Returns the sets with all pieces on `from` moved to `to`.
    pub(super) fn moved(self, from: Bitboard, to: Bitboard) -> PieceSets {
        let moved = |set: Bitboard| {
            if set.intersects(from) {
                set.without(from) | to
            } else {
                set
            }
        };
        PieceSets {
            pawns: moved(self.pawns),
            knights: moved(self.knights),
            diagonal: moved(self.diagonal),
            straight: moved(self.straight),
            queens: moved(self.queens),
            all: moved(self.all),
            queen_carriers: moved(self.queen_carriers),
        }
    }

    /// Returns the squares of the pieces that capture on `square`, except kings and captures on a
    /// knight's path.
    #[inline]
    pub(super) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let mut attackers =
            attacks::pawn(!color, square) & self.pawns | attacks::knight(square) & self.knights;
        if attacks::diagonals(square).intersects(self.diagonal) {
            attackers |= attacks::bishop(square, occupied) & self.diagonal;
        }
        if attacks::straights(square).intersects(self.straight) {
            attackers |= attacks::rook(square, occupied) & self.straight;
        }
        attackers
    }

    /// Returns the squares on which the pieces capture, except kings and captures on a knight's
    /// path.
    pub(super) fn attacked(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let mut all = attacks::pawns(color, self.pawns);
        for square in self.knights {
            all |= attacks::knight(square);
        }
        for square in self.diagonal {
            all |= attacks::bishop(square, occupied);
        }
        for square in self.straight {
            all |= attacks::rook(square, occupied);
        }
        all
    }
}

/// Returns the squares that `color`'s king can reach by its first step, whatever is in its way.
pub(super) fn reached_by_king(board: &Board, castling: Castling, color: Color) -> Bitboard {
    let Some((king, _)) = board.king(color) else {
        return Bitboard::EMPTY;
    };
    attacks::king(king) | castling_ends(castling, color)
}

/// Returns the squares that `color`'s king can reach by castling.
pub(super) fn castling_ends(castling: Castling, color: Color) -> Bitboard {
    let sides = CastlingSide::ALL.into_iter();
    let able = sides.filter(|&side| castling.has(color, side));
    able.map(|side| side.king_to(color)).collect()
}

/// Returns the squares with a queen of either player.
pub(super) fn queens(board: &Board) -> Bitboard {
    board.role(Role::Queen) | board.queens_inside()
}

/// Returns the zone of a king on `square`, in which a first capture may lose it.
pub(super) fn zone(board: &Board, square: Square) -> Bitboard {
    let mut zone = Bitboard::of(square);
    let queens = queens(board);
    loop {
        let more = (spread(zone) & queens).without(zone);
        if more.is_empty() {
            return zone;
        }
        zone |= more;
    }
}

/// Whether an enemy rook is below the king at `level` on `square` and may carry it along.
pub(super) fn is_carried(board: &Board, square: Square, level: Level, them: Color) -> bool {
    level > 0
        && board
            .stack(square)
            .take(usize::from(level))
            .any(|piece| piece.color() == them && piece.role() == Role::Rook)
}

/// Whether `us` is in check.
pub(super) fn is_check(board: &Board, castling: Castling, us: Color) -> bool {
    let Some((king, level)) = board.king(us) else {
        return false;
    };
    let them = !us;
    let sets = PieceSets::of(board, them);
    let occupied = board.occupied();
    if level == 0
        && (!sets.attackers(them, king, occupied).is_empty()
            || attacks::king(king).intersects(board.pieces(them, Role::King)))
    {
        return true;
    }
    let threat = Threat {
        board,
        us,
        them,
        sets,
        occupied,
        zone: zone(board, king),
    };
    threat.by_captures(king, level)
        || threat.by_queen_carriers()
        || threat.by_queens()
        || is_carried(board, king, level, them) && threat.by_carriers(king, level)
        || threat.by_king(castling)
}

struct Threat<'a> {
    board: &'a Board,
    us: Color,
    them: Color,
    sets: PieceSets,
    occupied: Bitboard,
    zone: Bitboard,
}

impl Threat<'_> {
    /// Whether the king is lost when `capture` happens, with its effects.
    fn loses_king(&self, mut board: Board, capture: impl FnOnce(&mut Effects<'_>)) -> bool {
        let mut effects = Effects::new(&mut board, self.them);
        capture(&mut effects);
        effects.lost[self.us]
    }

    /// Whether the king is lost when the piece at `level` on `from` captures the base of `to`.
    fn loses_king_by_move(&self, from: Square, level: Level, to: Square) -> bool {
        let mut board = self.board.clone();
        let slot = board.lift(from, level);
        self.loses_king(board, |effects| effects.arrive(to, slot))
    }

    /// Whether the king is lost when one of the `wanted` pieces on `from`, kings excepted, captures
    /// on `to`.
    fn by_pieces(&self, from: Square, to: Square, wanted: impl Fn(Role) -> bool) -> bool {
        let target = Bitboard::of(to);
        self.board.levels(from).any(|(level, piece)| {
            let role = piece.role();
            piece.color() == self.them
                && wanted(role)
                && reach(self.them, role, from, self.occupied).intersects(target)
                && self.loses_king_by_move(from, level, to)
        })
    }

    /// Whether captures in the zone lose the king; direct captures of a king that is a base have
    /// been tested.
    fn by_captures(&self, king: Square, level: Level) -> bool {
        self.zone.into_iter().any(|square| {
            let tested = level == 0 && square == king;
            let base = self.board.color(self.us).contains(square) && !tested;
            base && self
                .sets
                .attackers(self.them, square, self.occupied)
                .into_iter()
                .any(|from| self.by_pieces(from, square, |_| true))
                || self.knights_at(square)
        })
    }

    /// Whether captures by knights on their paths and inside rooks lose the king.
    fn knights_at(&self, square: Square) -> bool {
        let on_way = ways(square) & self.sets.knights;
        if on_way.into_iter().any(|knight| self.by_way(knight, square)) {
            return true;
        }
        let inside = attacks::knight(square) & self.sets.knights;
        self.board.loaded().contains(square)
            && inside.into_iter().any(|from| self.by_jump(from, square))
    }

    fn levels_of(&self, color: Color, square: Square) -> impl Iterator<Item = (Level, Role)> {
        self.board
            .levels(square)
            .filter(move |(_, piece)| piece.color() == color)
            .map(|(level, piece)| (level, piece.role()))
    }

    /// Whether a knight on `from` loses the king by a capture on `square` on its path (K17a).
    fn by_way(&self, from: Square, square: Square) -> bool {
        let free = !self.occupied | self.board.role(Role::Rook);
        (way_ends(from, square) & free).into_iter().any(|to| {
            self.knights_on(from).any(|knight| {
                self.levels_of(self.us, square)
                    .any(|(level, _)| self.loses_king_by_knight(from, knight, to, square, level))
            })
        })
    }

    /// Whether a knight on `from` loses the king by a jump inside on `square` and a capture there
    /// (K17b).
    fn by_jump(&self, from: Square, square: Square) -> bool {
        self.knights_on(from).any(|knight| {
            self.levels_of(self.us, square)
                .filter(|&(level, _)| level > 0)
                .any(|(level, _)| self.loses_king_by_knight(from, knight, square, square, level))
        })
    }

    fn knights_on(&self, square: Square) -> impl Iterator<Item = Level> {
        self.levels_of(self.them, square)
            .filter(|&(_, role)| role == Role::Knight)
            .map(|(level, _)| level)
    }

    fn loses_king_by_knight(
        &self,
        from: Square,
        knight: Level,
        to: Square,
        square: Square,
        level: Level,
    ) -> bool {
        let mut board = self.board.clone();
        // In its own stack the knight's departure may lower the levels above it, but it captures
        // elsewhere.
        let slot = board.pull(from, knight);
        board.push(to, slot);
        self.loses_king(board, |effects| effects.capture_at(square, level))
    }

    /// Whether captures of queens, or rooks that carry one, next to the zone lose the king.
    fn by_queen_carriers(&self) -> bool {
        let queen_carriers = self.sets.queen_carriers;
        if queen_carriers.is_empty() {
            return false;
        }
        with_effects(self.board, self.us, self.zone)
            .into_iter()
            .any(|square| {
                let attackers = self.sets.attackers(self.them, square, self.occupied);
                (attackers & queen_carriers).into_iter().any(|from| {
                    self.by_pieces(from, square, |role| {
                        matches!(role, Role::Queen | Role::Rook)
                    })
                })
            })
    }

    /// Whether all-round captures lose the king.
    fn by_queens(&self) -> bool {
        let near = spread(self.zone) & self.sets.queens;
        near.into_iter().any(|queen| {
            attacks::king(queen).intersects(self.zone)
                && self.loses_king(self.board.clone(), |effects| {
                    effects.capture_all(attacks::king(queen));
                })
        })
    }

    /// Whether captures by enemy rooks that carry the king along lose it. Without effects it is
    /// carried safely.
    fn by_carriers(&self, king: Square, level: Level) -> bool {
        let board = self.board;
        let reached = attacks::rook(king, self.occupied) & board.color(self.us);
        let is_dangerous = |&to: &Square| {
            board
                .base(to)
                .is_some_and(|victim| has_effects(board, victim, to, 0))
        };
        let targets: Bitboard = reached.into_iter().filter(is_dangerous).collect();
        self.levels_of(self.them, king)
            .filter(|&(rook, role)| rook < level && role == Role::Rook)
            .any(|(rook, _)| {
                targets
                    .into_iter()
                    .any(|to| self.loses_king_by_move(king, rook, to))
            })
    }

    /// Whether the enemy king's two steps lose the king.
    fn by_king(&self, castling: Castling) -> bool {
        let Some((from, level)) = self.board.king(self.them) else {
            return false;
        };
        let near = spread(self.zone);
        let castles = CastlingSide::ALL.into_iter().filter(|&side| {
            // The rook may carry the attacked king along.
            let is_near = near.contains(side.king_to(self.them))
                || self.zone.contains(side.rook_from(self.them));
            castling.has(self.them, side) && is_near && may_pass(self.occupied, self.them, side)
        });
        let steps = attacks::king(from) & near;
        if steps.is_empty() && castles.clone().count() == 0 {
            return false;
        }
        let mut board = self.board.clone();
        let king = board.pull(from, level);
        for side in castles {
            let mut board = board.clone();
            let rook = board.take(side.rook_from(self.them));
            board.push(side.rook_to(self.them), rook);
            let zone = board.king(self.us).map(|(own, _)| zone(&board, own));
            if zone.is_some_and(|zone| {
                self.by_second_step(&board, zone, king, side.king_to(self.them))
            }) {
                return true;
            }
        }
        let rooks = board.role(Role::Rook);
        steps.into_iter().any(|step| {
            let free = !board.occupied().contains(step) || rooks.contains(step);
            free && self.by_second_step(&board, self.zone, king, step)
                || board.color(self.us).contains(step) && self.by_first_step(&board, king, step)
        })
    }

    /// Whether a capture by the king's first step, after which another must follow, loses the king
    /// (K34).
    fn by_first_step(&self, board: &Board, king: Slot, step: Square) -> bool {
        let mut board = board.clone();
        let mut effects = Effects::new(&mut board, self.them);
        effects.capture_base(step);
        if effects.lost[self.us] {
            let blocked = board.color(self.them).without(board.role(Role::Rook));
            return !attacks::king(step).without(blocked).is_empty();
        }
        self.by_second_step(&board, self.zone, king, step)
    }

    /// Whether the king, on `from` after its first step, loses the other one by a capture in
    /// `zone`.
    fn by_second_step(&self, board: &Board, zone: Bitboard, king: Slot, from: Square) -> bool {
        let targets = attacks::king(from) & zone & board.color(self.us);
        targets
            .into_iter()
            .any(|to| self.loses_king(board.clone(), |effects| effects.arrive(to, king)))
    }
}

/// Returns the squares next to `zone` where a capture of `us` has effects on the capturer: bishops
/// and loaded rooks.
pub(super) fn with_effects(board: &Board, us: Color, zone: Bitboard) -> Bitboard {
    let bishops = board.role(Role::Bishop).without(board.ghosts());
    spread(zone).without(zone) & board.color(us) & (bishops | board.loaded())
}

/// Whether the squares between king and rook are empty (K8).
pub(super) fn may_pass(occupied: Bitboard, color: Color, side: CastlingSide) -> bool {
    let (king, rook) = (CastlingSide::king_from(color), side.rook_from(color));
    !attacks::between(king, rook).intersects(occupied)
}

/// Returns the squares that a piece of `role` on `from` attacks.
#[inline]
pub(super) fn reach(color: Color, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn(color, from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => attacks::king(from),
    }
}
