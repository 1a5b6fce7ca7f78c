//! Legal steps, by stage.
//!
//! A piece's move is legal if it can be completed: the king is not attacked by way of the enemy's
//! hopper, and at least one square for the own hopper keeps it so. Most moves are known to be
//! legal without being made.

use jabberwock_game::{Position as _, Sink, Stage, Step};

use super::{attack::Attack, moves::Part, position::Position, reach::MoveContext};
use crate::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board, CastlingSide, Move, MoveKind, Role},
};

/// Pushes every legal step of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    if !pos.at_turn_start() {
        let noisy = noisy_placements(pos);
        let squares = match stage {
            Stage::Noisy => noisy,
            Stage::Quiet => pos.allowed().without(noisy),
        };
        return push_placements(squares, sink);
    }
    let mut generator = Generator::new(pos, sink);
    match stage {
        Stage::Noisy => generator.noisy(),
        Stage::Quiet => generator.quiet(),
    }
}

/// Pushes every legal step to `sink`.
pub(super) fn generate_all<S: Sink>(pos: &Position, sink: &mut S) {
    if pos.at_turn_start() {
        let mut generator = Generator::new(pos, sink);
        generator.noisy();
        generator.quiet();
    } else {
        push_placements(pos.allowed(), sink);
    }
}

fn push_placements(squares: Bitboard, sink: &mut impl Sink) {
    let steps = squares.into_iter();
    sink.push_turns(steps.map(|square| Part::Hopper(square).pack()));
}

/// Whether any piece may move.
pub(super) fn has_legal_move(pos: &Position) -> bool {
    let mut any = Any(false);
    for stage in [Stage::Quiet, Stage::Noisy] {
        generate(pos, stage, &mut any);
        if any.0 {
            return true;
        }
    }
    false
}

struct Any(bool);

impl Sink for Any {
    fn push(&mut self, _: Step) {
        self.0 = true;
    }
}

/// Returns the placements that quiescence search considers: the square from which the hopper was
/// taken, or else one without effect, and one that gives check if the piece did not.
pub(super) fn noisy_placements(pos: &Position) -> Bitboard {
    let allowed = pos.allowed();
    let stay = pos.hopper(pos.turn()).map_or(Bitboard::EMPTY, Bitboard::of) & allowed;
    let plain = if stay.is_empty() {
        let apart = allowed.without(pos.checking() | lines_to_kings(pos));
        let choice = if apart.is_empty() { allowed } else { apart };
        choice.first().map_or(Bitboard::EMPTY, Bitboard::of)
    } else {
        stay
    };
    let checking = pos.checking();
    if checking.intersects(plain) {
        return plain;
    }
    plain | checking.first().map_or(Bitboard::EMPTY, Bitboard::of)
}

fn lines_to_kings(pos: &Position) -> Bitboard {
    let board = pos.board();
    let occupied = board.occupied();
    let kings = board.role(Role::King).into_iter();
    kings
        .map(|king| attacks::queen(king, occupied) | attacks::knight(king))
        .collect()
}

/// Returns the context of the moves of the player to move.
pub(super) fn context(pos: &Position) -> MoveContext {
    let us = pos.turn();
    MoveContext::new(pos.board(), us, [pos.hopper(us), pos.hopper(!us)])
}

/// Returns the pieces whose moves must be verified, because one of them may expose the king or
/// leave no square for the hopper.
fn exposed(pos: &Position) -> Bitboard {
    let us = pos.turn();
    let board = pos.board();
    let king = board.king(us);
    let fixed = pos.hopper(!us);
    if pos.is_check() || !has_harmless_placements(pos, king) {
        return Bitboard::FULL;
    }
    let mut exposed = Bitboard::of(king) | board.blockers(us);
    if let Some(hopper) = fixed {
        let behind = Bitboard::of(hopper).ahead(us);
        if hopper.rank() == Rank::First.of(us) && behind.intersects(board.pieces(!us, Role::Pawn)) {
            // A pawn may move onto the hopper and promote: lines through its square open, too.
            return Bitboard::FULL;
        }
        if within_a_leg(king).contains(hopper) {
            exposed |= attacks::queen(hopper, board.occupied()) | attacks::between(king, hopper);
        }
    }
    exposed
}

/// Whether at least two empty squares are too far from `king` and from the enemy's hopper for the
/// own hopper to matter, wherever pieces are. A move occupies at most one of them.
fn has_harmless_placements(pos: &Position, king: Square) -> bool {
    let mut near = within_a_leg(king) | Bitboard::of(king);
    if let Some(hopper) = pos.hopper(!pos.turn()) {
        near |= within_a_leg(hopper) | Bitboard::of(hopper);
    }
    (!pos.board().occupied()).without(near).more_than_one()
}

/// Returns all squares from which some piece might reach `square` in one leg.
fn within_a_leg(square: Square) -> Bitboard {
    attacks::queen(square, Bitboard::EMPTY) | attacks::knight(square)
}

struct Generator<'a, S> {
    pos: &'a Position,
    board: &'a Board,
    context: MoveContext,
    exposed: Bitboard,
    sink: &'a mut S,
}

impl<'a, S: Sink> Generator<'a, S> {
    fn new(pos: &'a Position, sink: &'a mut S) -> Generator<'a, S> {
        Generator {
            pos,
            board: pos.board(),
            context: context(pos),
            exposed: exposed(pos),
            sink,
        }
    }

    fn noisy(&mut self) {
        let us = self.pos.turn();
        let enemies = self.board.color(!us);
        self.piece_moves(enemies);
        self.pawns(Stage::Noisy);
        if let Some(to) = self.pos.en_passant() {
            for from in self.pos.en_passant_pawns(to) {
                self.push_tried(Position::en_passant_capture(from, to));
            }
        }
    }

    fn quiet(&mut self) {
        self.piece_moves(self.context.empty());
        self.pawns(Stage::Quiet);
        for side in CastlingSide::ALL {
            let mv = castling(self.pos, side);
            if may_castle(self.pos, side) {
                self.push_tried(mv);
            }
        }
    }

    fn push(&mut self, mv: Move) {
        if self.exposed.contains(mv.from) {
            self.push_tried(mv);
        } else {
            self.sink.push(mv.pack());
        }
    }

    fn push_tried(&mut self, mv: Move) {
        if is_safe(self.pos, mv) {
            self.sink.push(mv.pack());
        }
    }

    fn push_all(&mut self, role: Role, from: Square, ends: Bitboard) {
        for to in ends {
            self.push(Move::normal(role, from, to, self.board.role_at(to)));
        }
    }

    /// Generates the moves of the pieces other than pawns to `targets`.
    fn piece_moves(&mut self, targets: Bitboard) {
        for role in Role::ALL {
            if role != Role::Pawn {
                for from in self.board.pieces(self.pos.turn(), role) {
                    self.push_all(role, from, self.context.ends(role, from) & targets);
                }
            }
        }
    }

    fn pawns(&mut self, stage: Stage) {
        let us = self.pos.turn();
        let pawns = self.board.pieces(us, Role::Pawn);
        let hopping = self.context.hopping_pawns(pawns);
        for from in hopping {
            self.hopping_pawn(from, stage);
        }
        let pawns = pawns.without(hopping);
        let last = Bitboard::rank(Rank::Eighth.of(us));
        let third = Bitboard::rank(Rank::Third.of(us));
        let empty = self.context.empty();
        let steps = pawns.ahead(us) & empty;
        let single = steps.without(self.context.hoppers());
        match stage {
            Stage::Noisy => {
                let enemies = self.board.color(!us);
                for from in pawns {
                    for to in attacks::pawn(us, from) & enemies {
                        self.arrive(from, to, last, &Role::PROMOTIONS);
                    }
                }
                for to in single & last {
                    self.arrive(to.ahead(!us), to, last, &Role::PROMOTIONS[..1]);
                }
            }
            Stage::Quiet => {
                for to in single {
                    self.arrive(to.ahead(!us), to, last, &Role::PROMOTIONS[1..]);
                }
                let double = (steps & third).ahead(us) & empty;
                for to in double.without(self.context.hoppers()) {
                    let from = to.ahead(!us).ahead(!us);
                    self.push(Move::normal(Role::Pawn, from, to, None));
                }
            }
        }
    }

    /// Pushes a pawn's move to `to`, with a promotion to each of `promotions` if the square is in
    /// `last`.
    fn arrive(&mut self, from: Square, to: Square, last: Bitboard, promotions: &[Role]) {
        let mv = Move::normal(Role::Pawn, from, to, self.board.role_at(to));
        if last.contains(to) {
            for &role in promotions {
                self.push(Move {
                    promotion: Some(role),
                    ..mv
                });
            }
        } else {
            self.push(mv);
        }
    }

    /// Generates the moves of a pawn that may land on a hopper.
    fn hopping_pawn(&mut self, from: Square, stage: Stage) {
        let ends = self.context.pawn_ends(from);
        let wanted = |promotion: Option<Role>| match (stage, promotion) {
            (Stage::Noisy, Some(Role::Queen)) => Bitboard::FULL,
            (Stage::Noisy, _) => self.board.color(!self.pos.turn()),
            (Stage::Quiet, Some(Role::Queen)) => Bitboard::EMPTY,
            (Stage::Quiet, _) => self.context.empty(),
        };
        let plain = ends.plain & wanted(None);
        let promoted: [Bitboard; 4] = std::array::from_fn(|index| {
            ends.promoted[index] & wanted(Some(Role::PROMOTIONS[index]))
        });
        self.push_all(Role::Pawn, from, plain);
        for (role, ends) in Role::PROMOTIONS.into_iter().zip(promoted) {
            for to in ends {
                let mv = Move::normal(Role::Pawn, from, to, self.board.role_at(to));
                self.push(Move {
                    promotion: Some(role),
                    ..mv
                });
            }
        }
    }
}

/// Whether the pseudo-legal `mv` can be completed with some placement.
fn is_safe(pos: &Position, mv: Move) -> bool {
    if mv.role == Role::King && !pos.is_check() && has_harmless_placements(pos, mv.to) {
        let us = pos.turn();
        let mut board = pos.board().clone();
        board.make(us, mv);
        return !Attack::new(&board, mv.to, !us, pos.hopper(!us)).exists();
    }
    pos.placements_after(mv).is_some()
}

/// Returns the king's move when castling on `side`.
fn castling(pos: &Position, side: CastlingSide) -> Move {
    let us = pos.turn();
    let (from, to) = (CastlingSide::king_from(us), side.king_to(us));
    Move {
        kind: MoveKind::Castling,
        ..Move::normal(Role::King, from, to, None)
    }
}

/// Whether castling is possible (H8), placements aside.
fn may_castle(pos: &Position, side: CastlingSide) -> bool {
    let us = pos.turn();
    if !pos.castling().has(us, side) || pos.is_check() {
        return false;
    }
    let (king, rook) = (CastlingSide::king_from(us), side.rook_from(us));
    let way = [side.rook_to(us), side.king_to(us)];
    !attacks::between(king, rook).intersects(pos.board().occupied())
        && !way.into_iter().any(|square| {
            pos.hopper(us) == Some(square)
                || pos.hopper(!us) == Some(square)
                || pos.is_attacked(square, !us)
        })
}

/// Whether `mv`, possibly a move of another position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    if !pos.board().pieces(us, mv.role).contains(mv.from) {
        return false;
    }
    match mv.kind {
        MoveKind::Castling => CastlingSide::ALL
            .into_iter()
            .any(|side| mv == castling(pos, side) && may_castle(pos, side) && is_safe(pos, mv)),
        MoveKind::EnPassant => {
            mv == Position::en_passant_capture(mv.from, mv.to)
                && pos.en_passant() == Some(mv.to)
                && pos.en_passant_pawns(mv.to).contains(mv.from)
                && is_safe(pos, mv)
        }
        MoveKind::Normal => {
            pos.board().role_at(mv.to) == mv.captured
                && reaches(pos, mv)
                && (!exposed(pos).contains(mv.from) || is_safe(pos, mv))
        }
    }
}

/// Whether the piece can make `mv`, hops included. Its owner, its captures, and the safety of the
/// king are not checked.
pub(super) fn reaches(pos: &Position, mv: Move) -> bool {
    let context = context(pos);
    let ends = match (mv.role, mv.promotion) {
        (Role::Pawn, None) => context.pawn_ends(mv.from).plain,
        (Role::Pawn, Some(promotion)) => Role::PROMOTIONS
            .into_iter()
            .zip(context.pawn_ends(mv.from).promoted)
            .find_map(|(role, ends)| (role == promotion).then_some(ends))
            .unwrap_or_default(),
        (role, None) => context.ends(role, mv.from),
        (_, Some(_)) => Bitboard::EMPTY,
    };
    ends.contains(mv.to)
}
