//! The material gain of a move, less the loss by a recapture on its target square.

use jabberwock_game::{Color, Position as _};

use super::values::{GHOST, piece_value, value};
use crate::{
    board::{Bitboard, Square, attacks},
    crazy::{
        board::Board,
        effects::has_effects,
        moves::{Move, StepKind},
        piece::Piece,
        position::Position,
        safe_moves::is_en_passant,
        threat::PieceSets,
    },
    fide::Role,
};

/// The loss of value of a bishop that is captured and becomes a ghost.
const RISEN_BISHOP: i32 = piece_value(Role::Bishop) - GHOST;

/// The outcome of a move that determines the exchange on its target square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    /// The material that the move gains at once, in centipawns.
    pub(super) captured: i32,
    /// The own piece on the square after the move.
    piece: Option<Piece>,
    /// The occupied squares after the move.
    occupied: Bitboard,
}

impl Exchange {
    /// Returns the exchange after `mv`, the last step of a turn; `None` if it can only be
    /// determined by making the step.
    pub(super) fn of(pos: &Position, mv: Move) -> Option<Exchange> {
        let board = pos.board();
        if board.may_have_ghosts() || mv.promotion.is_some() || mv.level > 0 || !mv.last {
            return None;
        }
        match mv.kind {
            StepKind::Go => Exchange::of_move(pos, mv),
            StepKind::Way => Exchange::of_way(pos, mv),
            StepKind::Round => {
                let blast = Blast::around(pos, mv.from, board.occupied())?;
                Some(Exchange {
                    captured: blast.gained,
                    piece: board.base(mv.from),
                    occupied: blast.occupied,
                })
            }
            StepKind::Inner | StepKind::Link | StepKind::Castle => None,
        }
    }

    fn of_move(pos: &Position, mv: Move) -> Option<Exchange> {
        let (board, us) = (pos.board(), pos.turn());
        let occupied = board.occupied();
        let (piece, left) = if pos.at_turn_start() {
            let left = occupied.without(Bitboard::of(mv.from));
            (board.base(mv.from)?, left)
        } else {
            // The king in hand may be on an occupied square.
            (Piece::new(us, Role::King), occupied)
        };
        let target = board.base(mv.to);
        let plain = Exchange {
            captured: 0,
            piece: Some(piece),
            occupied: left | Bitboard::of(mv.to),
        };
        if mv.jump {
            let piece = target.filter(|rook| rook.color() == us);
            return Some(Exchange { piece, ..plain });
        }
        let Some(victim) = target else {
            return (!is_en_passant(mv, piece)).then_some(plain);
        };
        if !has_effects(board, victim, mv.to, 0) {
            let captured = value(victim);
            return Some(Exchange { captured, ..plain });
        }
        // The effects capture the capturing piece.
        let (lost, risen) = match piece.role() {
            Role::Bishop => (RISEN_BISHOP, Some(piece.ghost())),
            Role::Rook if board.loaded().contains(mv.from) => return None,
            Role::Pawn | Role::Knight | Role::Rook => (value(piece), None),
            Role::Queen | Role::King => return None,
        };
        match victim.role() {
            // Of two bishops the own one rises last.
            Role::Bishop => Some(Exchange {
                captured: if risen.is_some() {
                    value(victim) - lost
                } else {
                    RISEN_BISHOP - lost
                },
                piece: risen,
                ..plain
            }),
            Role::Queen => {
                let blast = Blast::around(pos, mv.to, left)?;
                let base = risen.map_or(Bitboard::EMPTY, |_| Bitboard::of(mv.to));
                Some(Exchange {
                    captured: value(victim) + blast.gained - lost,
                    piece: risen,
                    occupied: blast.occupied.without(Bitboard::of(mv.to)) | base,
                })
            }
            _ => None,
        }
    }

    fn of_way(pos: &Position, mv: Move) -> Option<Exchange> {
        let board = pos.board();
        let on = mv.captures_on();
        if mv.other > 0 || mv.jump || board.loaded().contains(on) {
            return None;
        }
        let (knight, victim) = (board.base(mv.from)?, board.base(on)?);
        let (to, left) = (
            Bitboard::of(mv.to),
            board.occupied().without(Bitboard::of(mv.from)),
        );
        let plain = Exchange {
            captured: value(victim),
            piece: Some(knight),
            occupied: left.without(Bitboard::of(on)) | to,
        };
        match victim.role() {
            Role::Bishop => Some(Exchange {
                captured: RISEN_BISHOP,
                occupied: left | to,
                ..plain
            }),
            Role::Queen => {
                let blast = Blast::around(pos, on, left)?;
                let is_lost = attacks::king(on).contains(mv.to);
                let lost = if is_lost { value(knight) } else { 0 };
                let occupied = blast.occupied.without(Bitboard::of(on));
                Some(Exchange {
                    captured: value(victim) + blast.gained - lost,
                    piece: (!is_lost).then_some(knight),
                    occupied: if is_lost { occupied } else { occupied | to },
                })
            }
            Role::Pawn | Role::Knight | Role::Rook => Some(plain),
            Role::King => None,
        }
    }

    /// Returns the exchange after a move to `to` that gains `captured` and has led to `after`.
    pub(super) fn after(after: &Position, us: Color, to: Square, captured: i32) -> Exchange {
        let board = after.board();
        Exchange {
            captured,
            piece: board.base(to).filter(|piece| piece.color() == us),
            occupied: board.occupied(),
        }
    }

    /// Whether the move of `us` to `to` gains at least `threshold` centipawns if the enemy
    /// recaptures there with its least valuable piece. `board` may still show pieces that the move
    /// removed.
    pub(super) fn is_won(&self, board: &Board, us: Color, to: Square, threshold: i32) -> bool {
        let captured = self.captured;
        let Some(piece) = self.piece.filter(|_| captured >= threshold) else {
            return captured >= threshold;
        };
        // Its load falls with it.
        let at_risk = value(piece);
        if piece.role() == Role::King || captured - at_risk >= threshold {
            return true;
        }
        let least = |color| least_attacker(board, color, to, self.occupied);
        let Some(attacker) = least(!us) else {
            return true;
        };
        // A queen or bishop also captures the piece that captures it.
        let takes_along = matches!(piece.role(), Role::Queen | Role::Bishop) && !piece.is_ghost();
        let defended = takes_along || least(us).is_some();
        let recaptured = if defended { attacker } else { 0 };
        captured - at_risk + recaptured >= threshold
    }
}

/// The effects of the captures around a queen.
struct Blast {
    /// The material that the player to move gains, in centipawns.
    gained: i32,
    /// The squares with pieces after it, that of the queen included.
    occupied: Bitboard,
}

impl Blast {
    /// Returns the effects of capturing the pieces on `occupied` around `center`; `None` if there
    /// are effects other than the rising of bishops.
    fn around(pos: &Position, center: Square, occupied: Bitboard) -> Option<Blast> {
        let (board, us) = (pos.board(), pos.turn());
        let captured = attacks::king(center) & occupied;
        if captured.intersects(board.role(Role::Queen) | board.loaded()) {
            return None;
        }
        let (own, enemy) = (captured & board.color(us), captured & board.color(!us));
        let gained = |role: Role, value: i32| {
            let count = |set: Bitboard| (set & board.role(role)).len() as i32;
            value * (count(enemy) - count(own))
        };
        Some(Blast {
            gained: gained(Role::Pawn, piece_value(Role::Pawn))
                + gained(Role::Knight, piece_value(Role::Knight))
                + gained(Role::Rook, piece_value(Role::Rook))
                + gained(Role::King, piece_value(Role::King))
                + gained(Role::Bishop, RISEN_BISHOP),
            occupied: occupied.without(captured) | captured & board.role(Role::Bishop),
        })
    }
}

/// Returns the value of the least valuable piece of `color` on `occupied` squares that captures on
/// `square`.
fn least_attacker(board: &Board, color: Color, square: Square, occupied: Bitboard) -> Option<i32> {
    let sets = PieceSets::of(board, color);
    let attackers = sets.attackers(color, square, occupied) & occupied;
    let intersects = |set| attackers.intersects(set);
    if attackers.is_empty() {
        None
    } else if intersects(sets.pawns) {
        Some(piece_value(Role::Pawn))
    } else if intersects(sets.diagonal.without(sets.queens)) {
        Some(piece_value(Role::Bishop))
    } else if intersects(sets.knights | sets.straight.without(sets.queens)) {
        Some(piece_value(Role::Rook))
    } else {
        Some(piece_value(Role::Queen))
    }
}
