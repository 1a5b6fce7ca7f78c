//! Legal steps of the king, which makes two in a turn (K5, K6).

use super::{
    effects::has_effects,
    endings::{Endings, endings},
    king_place::KingPlace,
    king_safety::KingSafety,
    knight_ways::ways,
    moves::{Move, StepKind},
    pending::Pending,
    position::Position,
    pseudo::{self, Wanted, captures},
    threat::{PieceSets, reached_by_king, spread},
};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::Role,
};

/// The king's second steps from a position within its turn, and its safety after them.
#[derive(Clone, Copy, Debug)]
struct SecondSteps<'a> {
    between: &'a Position,
    ends: SafeEnds,
}

/// Data about the squares where the king in hand may end its turn as a base.
#[derive(Clone, Copy, Debug)]
struct SafeEnds {
    /// Squares that the enemy attacks, effects ignored.
    attacked: Bitboard,
    /// Squares where captures on or near them might reach the king.
    doubtful: Bitboard,
    /// Whether the end of the turn after the king's step has effects other than vanishing ghosts
    /// (K33).
    unsettled: bool,
}

impl SafeEnds {
    fn of(between: &Position) -> SafeEnds {
        let (board, us) = (between.board(), between.turn);
        let them = !us;
        let mut enemy = PieceSets::of(board, them);
        let home = Bitboard::rank(Rank::First.of(them));
        enemy.pawns = enemy.pawns.without(board.pieces(them, Role::Pawn) & home);
        let kings = board.pieces(them, Role::King).into_iter();
        let vanishing = between.vanishing();
        let occupied = board.occupied().without(vanishing.unwrap_or_default());
        let attacked = kings.fold(enemy.attacked(them, occupied), |all, king| {
            all | attacks::king(king)
        });
        let mut dangers = board.role(Role::Queen) | board.loaded();
        if !enemy.queen_carriers.is_empty() {
            dangers |= board.pieces(us, Role::Bishop);
        }
        dangers |= reached_by_king(board, between.castling, them);
        let knights = enemy.knights.into_iter();
        SafeEnds {
            attacked,
            doubtful: knights.fold(spread(dangers), |all, knight| all | ways(knight)),
            unsettled: vanishing.is_none(),
        }
    }
}

impl<'a> SecondSteps<'a> {
    fn of(between: &'a Position) -> SecondSteps<'a> {
        let ends = SafeEnds::of(between);
        SecondSteps { between, ends }
    }

    /// Returns the legal endings of the turn with `mv`; `captures` tells whether it captures.
    fn endings(&self, mv: Move, captures: bool) -> Endings {
        let SafeEnds {
            attacked,
            doubtful,
            unsettled,
        } = self.ends;
        let board = self.between.board();
        let victim = board.base(mv.to).filter(|_| captures);
        let is_plain =
            !unsettled && victim.is_none_or(|piece| !has_effects(board, piece, mv.to, 0));
        if !mv.jump && attacked.contains(mv.to) && (is_plain || !captures) {
            return Endings::NONE;
        }
        if !is_plain {
            return endings(self.between, mv, Endings::ALL);
        }
        if !mv.jump && !doubtful.contains(mv.to) {
            return Endings::PLAIN;
        }
        match self.is_safe(mv) {
            Some(true) => Endings::PLAIN,
            Some(false) => Endings::NONE,
            None => endings(self.between, mv, Endings::ALL),
        }
    }

    /// Whether the king is safe after `mv`, which changes nothing else; `None` if this can only be
    /// determined by making it.
    fn is_safe(&self, mv: Move) -> Option<bool> {
        let (board, us) = (self.between.board(), self.between.turn);
        let place = if mv.jump {
            KingPlace::of(board, us, mv.to, board.height(mv.to))
        } else {
            KingPlace::Base
        };
        KingSafety::with_king(self.between, mv.to, place)?.is_safe()
    }
}

/// Pushes the `wanted` legal second steps from `at`. The first quiet one counts as noisy.
pub(super) fn second_steps(
    pos: &Position,
    at: Square,
    wanted: Wanted,
    push: &mut impl FnMut(Move),
) {
    let steps = SecondSteps::of(pos);
    let mut first = true;
    pseudo::second_steps(pos, at, &mut |mv, captures| {
        if captures && !wanted.noisy || !captures && !first && !wanted.quiet {
            return;
        }
        for promotion in steps.endings(mv, captures).roles() {
            let noisy = captures || first;
            first &= captures;
            if wanted.has(noisy) {
                push(Move { promotion, ..mv });
            }
        }
    });
}

/// Returns the first legal quiet second step from `at`.
pub(super) fn first_quiet_step(pos: &Position, at: Square) -> Option<Move> {
    let steps = SecondSteps::of(pos);
    let mut first = None;
    pseudo::second_steps(pos, at, &mut |mv, captures| {
        if first.is_none() && !captures {
            let promotion = steps.endings(mv, false).roles().next();
            first = promotion.map(|promotion| Move { promotion, ..mv });
        }
    });
    first
}

/// The king's first steps from one position.
#[derive(Debug, Default)]
pub(super) struct FirstSteps {
    /// The position after a first step without a capture, and the safe squares for second steps.
    /// Both are shared by all such first steps: only the origin of the second step differs.
    shared: Option<(Position, SafeEnds)>,
    /// The second steps onto a square, and those into the rook on it, that were tested.
    known: [Bitboard; 2],
    /// Those of the tested ones that are legal.
    legal: [Bitboard; 2],
}

impl FirstSteps {
    /// Whether the first step `mv` can be followed by a second.
    pub(super) fn leads_on(&mut self, pos: &Position, mv: Move) -> bool {
        if mv.kind != StepKind::Go || captures(pos, mv) {
            let mut between = pos.clone();
            between.make(mv);
            let steps = SecondSteps::of(&between);
            return has_second_step(&between, mv.to, |second, captures| {
                !steps.endings(second, captures).is_empty()
            });
        }
        let FirstSteps {
            shared,
            known,
            legal,
        } = self;
        let (between, ends) = shared.get_or_insert_with(|| {
            let mut between = pos.clone();
            between.make(mv);
            let ends = SafeEnds::of(&between);
            (between, ends)
        });
        between.pending = Pending::King(mv.to);
        let steps = SecondSteps {
            between,
            ends: *ends,
        };
        has_second_step(between, mv.to, |second, captures| {
            let bit = Bitboard::of(second.to);
            let jump = usize::from(second.jump);
            if !known[jump].intersects(bit) {
                known[jump] |= bit;
                if !steps.endings(second, captures).is_empty() {
                    legal[jump] |= bit;
                }
            }
            legal[jump].intersects(bit)
        })
    }
}

/// Whether a second step from `at` is legal; steps without captures are tested first.
fn has_second_step(
    between: &Position,
    at: Square,
    mut is_legal: impl FnMut(Move, bool) -> bool,
) -> bool {
    let mut found = false;
    for quiet in [true, false] {
        pseudo::second_steps(between, at, &mut |second, captures| {
            if !found && captures != quiet {
                found = is_legal(second, captures);
            }
        });
    }
    found
}
