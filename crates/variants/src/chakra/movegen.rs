//! Legal turns, by stage.
//!
//! Only moves that may affect the safety of the king are verified by making them: moves of the
//! king, those of pieces and chakras that shield it, and all moves while it is on an enemy chakra.

use jabberwock_game::{Color, Position as _, Sink, Stage};

use super::{
    attack::Transmitter,
    board::{Board, Mode},
    moves::{Move, PieceMove},
    pool::Pool,
    position::Position,
    role::Role,
};
use crate::board::{Bitboard, Rank, Square, attacks};

/// Pushes every legal turn of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    let board = pos.board();
    let us = pos.turn();
    let mut generator = Generator {
        board,
        us,
        constraints: Constraints::new(board, us),
        transmitter: board.transmitter(us),
        pool: board.pool(us),
        sink,
    };
    match stage {
        Stage::Noisy => generator.piece_moves::<true>(),
        Stage::Quiet => {
            generator.piece_moves::<false>();
            generator.chakras();
            generator.pass();
        }
    }
}

/// The restrictions of the moves of other pieces and chakras by the safety of the king.
struct Constraints {
    check: bool,
    /// The squares to which a piece must move to end a single check.
    evasions: Bitboard,
    /// Pieces and chakras whose moves must be verified by making them.
    suspects: Bitboard,
}

impl Constraints {
    fn new(board: &Board, us: Color) -> Constraints {
        let king = board.king(us);
        if board.chakras(!us).contains(king) {
            // A transmission may attack the king from off its lines.
            return Constraints {
                check: board.is_check(us),
                evasions: Bitboard::FULL,
                suspects: Bitboard::FULL,
            };
        }
        let pieces = |role| board.pieces(!us, role);
        let queens = pieces(Role::Queen);
        let straight = pieces(Role::Samurai) | queens;
        let diagonal = pieces(Role::Monk) | queens;
        let courtesans = pieces(Role::Courtesan);
        let mut checkers = attacks::pawn(us, king) & pieces(Role::Pawn)
            | attacks::knight(king) & pieces(Role::Ape)
            | attacks::king(king) & (straight | diagonal | courtesans);
        let mut suspects = Bitboard::EMPTY;
        let snipers = attacks::diagonals(king) & diagonal | attacks::straights(king) & straight;
        let barriers = board.barriers(!us);
        for sniper in snipers {
            let shields = attacks::between(king, sniper) & barriers;
            if shields.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !shields.more_than_one() {
                suspects |= shields;
            }
        }
        // A courtesan slides only along its own king's line: from between the two kings.
        let passage = attacks::between(king, board.king(!us));
        let between = passage & board.occupied();
        let mut sight = Bitboard::EMPTY;
        if between.intersects(courtesans) && between.len() <= 2 {
            suspects |= passage & (between | board.chakras(us));
            let from = (between & courtesans).sole();
            let way = attacks::between(king, from);
            if !between.more_than_one() && !way.intersects(barriers) && !checkers.contains(from) {
                checkers |= Bitboard::of(from);
                sight = passage;
            }
        }
        let evasions = if checkers.is_empty() {
            Bitboard::FULL
        } else if checkers.more_than_one() {
            Bitboard::EMPTY
        } else {
            checkers | attacks::between(king, checkers.sole()) | sight
        };
        Constraints {
            check: !checkers.is_empty(),
            evasions,
            suspects,
        }
    }
}

struct Generator<'a, S> {
    board: &'a Board,
    us: Color,
    constraints: Constraints,
    transmitter: Transmitter,
    pool: Pool,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    /// Generates the moves of pieces, either the noisy ones or the others.
    fn piece_moves<const NOISY: bool>(&mut self) {
        if !self.constraints.evasions.is_empty() {
            let goals = self.goals::<NOISY>() & self.constraints.evasions;
            for role in [
                Role::Ape,
                Role::Courtesan,
                Role::Monk,
                Role::Samurai,
                Role::Queen,
            ] {
                for from in self.board.pieces(self.us, role) {
                    let reached = self.board.attacks_of(self.us, role, from);
                    self.moves::<NOISY>(role, from, self.transmitter.extend(reached) & goals);
                }
            }
            self.pawns::<NOISY>();
        }
        self.king::<NOISY>();
    }

    /// Returns the target squares of noisy moves, or of the others, promotions and captures of the
    /// Transmitter excepted.
    fn goals<const NOISY: bool>(&self) -> Bitboard {
        if NOISY {
            self.board.color(!self.us)
        } else {
            !self.board.occupied()
        }
    }

    fn moves<const NOISY: bool>(&mut self, role: Role, from: Square, targets: Bitboard) {
        let trial = self.constraints.suspects.contains(from);
        for to in targets {
            let piece_move = PieceMove {
                from,
                to,
                role,
                captured: if NOISY { self.board.role_at(to) } else { None },
                promotion: None,
                seizes: false,
            };
            if !trial || self.board.is_safe(self.us, Move::Piece(piece_move)) {
                self.sink.push(Move::Piece(piece_move).pack());
            }
        }
    }

    fn pawns<const NOISY: bool>(&mut self) {
        let last = Bitboard::rank(Rank::Eighth.of(self.us));
        let goals = self.goals::<NOISY>() & self.constraints.evasions;
        for from in self.board.pieces(self.us, Role::Pawn) {
            let steps = self.board.pawn_steps(self.us, from);
            let captures = attacks::pawn(self.us, from) & self.board.color(!self.us);
            let targets = self.transmitter.extend(steps) | captures;
            self.moves::<NOISY>(Role::Pawn, from, (targets & goals).without(last));
            let promoting = targets & last & self.constraints.evasions;
            if !promoting.is_empty() {
                self.promotions::<NOISY>(from, promoting);
            }
        }
    }

    /// Generates promotions: a pawn promotes to a piece of the pool (chakra C8). With an empty pool
    /// it cannot (C9).
    fn promotions<const NOISY: bool>(&mut self, from: Square, targets: Bitboard) {
        let trial = self.constraints.suspects.contains(from);
        for to in targets {
            let captured = self.board.role_at(to);
            let piece_move = PieceMove {
                from,
                to,
                role: Role::Pawn,
                captured,
                promotion: None,
                seizes: false,
            };
            if trial && !self.board.is_safe(self.us, Move::Piece(piece_move)) {
                continue;
            }
            for (index, role) in self.pool.roles().enumerate() {
                if (captured.is_some() || index == 0) == NOISY {
                    let promotion = Some(role);
                    self.sink.push(
                        Move::Piece(PieceMove {
                            promotion,
                            ..piece_move
                        })
                        .pack(),
                    );
                }
            }
        }
    }

    fn king<const NOISY: bool>(&mut self) {
        let from = self.board.king(self.us);
        let reached = attacks::king(from);
        let barred = self.board.barred(self.us);
        let targets = self.transmitter.extend(reached).without(barred);
        let seized = self.board.vacant(!self.us);
        let goals = self.goals::<NOISY>();
        let goals = if NOISY {
            goals | seized
        } else {
            goals.without(seized)
        };
        for to in targets & goals {
            let piece_move = PieceMove {
                from,
                to,
                role: Role::King,
                captured: if NOISY { self.board.role_at(to) } else { None },
                promotion: None,
                seizes: seized.contains(to),
            };
            if self.board.is_safe(self.us, Move::Piece(piece_move)) {
                self.sink.push(Move::Piece(piece_move).pack());
            }
        }
    }

    /// Generates moves and turning over of chakras (chakra C12).
    fn chakras(&mut self) {
        if self.constraints.evasions.is_empty() {
            return;
        }
        for from in self.transmitter.gates {
            let trial = self.constraints.suspects.contains(from);
            let targets = chakra_targets(self.board, from);
            for to in targets & self.constraints.evasions {
                let mv = Move::Chakra {
                    from,
                    to,
                    turned: false,
                };
                // A courtesan's line to its king is blocked by pieces only, not by chakras.
                if (trial || self.constraints.check) && !self.board.is_safe(self.us, mv) {
                    continue;
                }
                self.sink.push(mv.pack());
                let turned = true;
                self.sink.push(Move::Chakra { from, to, turned }.pack());
            }
            if !self.constraints.check {
                let (to, turned) = (from, true);
                self.sink.push(Move::Chakra { from, to, turned }.pack());
            }
        }
    }

    fn pass(&mut self) {
        if !self.constraints.check && may_pass(self.board, self.us, self.transmitter) {
            self.sink.push(Move::Pass.pack());
        }
    }
}

/// Returns the squares to which the vacant chakra on `from` may be moved (chakra C12).
fn chakra_targets(board: &Board, from: Square) -> Bitboard {
    let chakras = board.chakras(Color::White) | board.chakras(Color::Black);
    chakra_reach(board, from).without(board.occupied() | chakras)
}

/// Returns the squares to which the chakra on `from` could move in its mode.
pub(super) fn chakra_reach(board: &Board, from: Square) -> Bitboard {
    match board.mode(from) {
        Mode::Knight => attacks::knight(from),
        Mode::King => attacks::king(from),
    }
}

/// Whether a piece is on one chakra and could pseudo-legally move onto the other (chakra C15).
fn may_pass(board: &Board, us: Color, transmitter: Transmitter) -> bool {
    transmitter.holder.is_some_and(|from| {
        let reached = match board.role_at(from) {
            Some(Role::Pawn) | None => board.pawn_steps(us, from),
            Some(role) => board.attacks_of(us, role, from),
        };
        reached.intersects(transmitter.gates)
    })
}

/// Whether `mv`, possibly a turn of another position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    is_pseudo_legal(pos, mv) && pos.board().is_safe(pos.turn(), mv)
}

/// Whether `mv` is legal apart from the safety of the king.
pub(super) fn is_pseudo_legal(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    let board = pos.board();
    let transmitter = board.transmitter(us);
    match mv {
        Move::Pass => may_pass(board, us, transmitter),
        Move::Chakra { from, to, turned } => {
            let lies = from == to && turned;
            transmitter.gates.contains(from) && (lies || chakra_targets(board, from).contains(to))
        }
        Move::Piece(piece_move) => {
            board.pieces(us, piece_move.role).contains(piece_move.from)
                && !board.color(us).contains(piece_move.to)
                && board.role_at(piece_move.to) == piece_move.captured
                && piece_move.seizes == seizes(board, us, piece_move)
                && has_correct_promotion(board, us, piece_move)
                && reaches(board, us, piece_move)
        }
    }
}

/// Whether this is a move of a king that captures the Transmitter (chakra C18).
pub(super) fn seizes(board: &Board, us: Color, piece_move: PieceMove) -> bool {
    piece_move.role == Role::King && board.vacant(!us).contains(piece_move.to)
}

/// Whether the move promotes exactly if it must (chakra C8, C9).
fn has_correct_promotion(board: &Board, us: Color, piece_move: PieceMove) -> bool {
    let must = piece_move.role == Role::Pawn && piece_move.to.rank() == Rank::Eighth.of(us);
    match piece_move.promotion {
        None => !must,
        Some(role) => must && board.pool(us).count(role) > 0,
    }
}

/// Whether the piece can make `piece_move`, directly or by transmission.
pub(super) fn reaches(board: &Board, us: Color, piece_move: PieceMove) -> bool {
    let transmitter = board.transmitter(us);
    let targets = match piece_move.role {
        Role::Pawn => {
            let captures = attacks::pawn(us, piece_move.from) & board.color(!us);
            transmitter.extend(board.pawn_steps(us, piece_move.from)) | captures
        }
        Role::King => transmitter
            .extend(attacks::king(piece_move.from))
            .without(board.barred(us)),
        role => transmitter.extend(board.attacks_of(us, role, piece_move.from)),
    };
    targets.contains(piece_move.to)
}
