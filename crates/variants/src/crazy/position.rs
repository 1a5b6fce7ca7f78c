//! The position, and the effects of steps on it.

use jabberwock_game::{ByColor, Color, Key};

use super::{
    board::{Board, Slot},
    double_steps::DoubleSteps,
    effects::Effects,
    moves::{Move, StepKind},
    pending::Pending,
    piece::Piece,
    threat,
};
use crate::{
    board::{
        Bitboard, Clocks, Rank, ReversibleTurns, Square, attacks,
        zobrist::{self, Seed},
    },
    fide::{Castling, CastlingSide, Role},
};

const BLACK_TO_MOVE: Key = zobrist::key(Seed::CrazyTurn, 0);
static HAND: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyHand);
static CHAIN: [Key; Square::COUNT] = zobrist::keys(Seed::CrazyChain);

/// The parts of a position at the start of a turn.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The pieces.
    pub(super) board: Board,
    /// The player to move.
    pub(super) turn: Color,
    /// The rights to castle.
    pub(super) castling: Castling,
    /// The double steps of the last turn.
    pub(super) double_steps: DoubleSteps,
    /// The counters.
    pub(super) clocks: Clocks,
}

/// A position of Crazy Chess, at the start of a turn or within one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) double_steps: DoubleSteps,
    pub(super) clocks: Clocks,
    pub(super) pending: Pending,
    pub(super) turn: Color,
    pub(super) castling: Castling,
    pub(super) lost: ByColor<bool>,
    pub(super) check: bool,
    /// Whether a piece was captured or a pawn moved in this turn (K38).
    pub(super) progress: bool,
    /// Whether a piece was captured or a pawn promoted in this turn, which is irreversible.
    pub(super) changed: bool,
    /// The turns since the last capture or promotion.
    pub(super) reversible: ReversibleTurns,
}

const _: () = assert!(size_of::<Position>() <= 376);

impl Position {
    /// Returns the position described by `setup`: one king each, no pawn that is a base on an outer
    /// rank.
    ///
    /// # Errors
    /// The player who is in check without being to move.
    pub(super) fn from_setup(setup: Setup) -> Result<Position, Color> {
        let mut pos = Position {
            board: setup.board,
            double_steps: setup.double_steps,
            clocks: setup.clocks,
            pending: Pending::Nothing,
            turn: setup.turn,
            castling: setup.castling,
            lost: ByColor::default(),
            check: false,
            progress: false,
            changed: false,
            reversible: ReversibleTurns::default(),
        };
        if pos.is_attacked(!pos.turn) {
            return Err(!pos.turn);
        }
        pos.check = pos.is_attacked(pos.turn);
        Ok(pos)
    }

    /// Returns the pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rights to castle.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// Returns the double steps that may be answered en passant; within a turn, those made in it.
    pub fn double_steps(&self) -> DoubleSteps {
        self.double_steps
    }

    /// Returns the counters.
    pub fn clocks(&self) -> Clocks {
        self.clocks
    }

    pub(super) fn pending(&self) -> Pending {
        self.pending
    }

    /// Returns the role of the piece that makes `mv`.
    pub(super) fn moving_role(&self, mv: Move) -> Role {
        match self.pending {
            Pending::King(_) => Role::King,
            _ => self
                .board
                .at(mv.from, mv.level)
                .map_or(Role::Pawn, Piece::role),
        }
    }

    /// Whether `color` has lost its king.
    pub fn has_lost(&self, color: Color) -> bool {
        self.lost[color]
    }

    /// Whether `color`'s king is in check (K29).
    pub(super) fn is_attacked(&self, color: Color) -> bool {
        threat::is_check(&self.board, self.castling, color)
    }

    /// Returns the position with the players' roles exchanged.
    pub(super) fn mirrored(&self) -> Position {
        let mut pos = self.clone();
        pos.board = self.board.mirrored();
        pos.double_steps = self.double_steps.mirrored();
        pos.turn = !self.turn;
        pos.castling = self.castling.mirrored();
        pos.lost = ByColor([self.lost.0[1], self.lost.0[0]]);
        pos
    }

    /// Makes `mv` with its effects, but not the changes at the end of a turn.
    pub(super) fn make(&mut self, mv: Move) {
        let us = self.turn;
        let double_steps = self.double_steps;
        if self.pending == Pending::Nothing {
            self.double_steps = DoubleSteps::default();
        }
        if mv.level == 0 && mv.kind != StepKind::Round && self.pending == Pending::Nothing {
            self.castling = self.castling.after(mv.from);
        }
        let effects = match mv.kind {
            StepKind::Link => return self.link(mv),
            StepKind::Castle => return self.castle(mv),
            StepKind::Go if !mv.last => {
                self.board.pull(mv.from, mv.level);
                self.pending = Pending::King(mv.to);
                let mut effects = Effects::new(&mut self.board, us);
                if !mv.jump {
                    effects.capture_base(mv.to);
                }
                effects
            }
            StepKind::Go => {
                let slot = self.lift_mover(mv, double_steps);
                if mv.jump {
                    self.board.push(mv.to, slot);
                    return;
                }
                let mut effects = Effects::new(&mut self.board, us);
                effects.arrive(mv.to, slot);
                effects
            }
            StepKind::Way | StepKind::Inner => {
                let slot = self.board.pull(mv.from, mv.level);
                self.board.push(mv.to, slot);
                let mut effects = Effects::new(&mut self.board, us);
                effects.capture_at(mv.captures_on(), mv.other);
                effects
            }
            StepKind::Round => {
                let mut effects = Effects::new(&mut self.board, us);
                effects.capture_all(attacks::king(mv.from));
                effects
            }
        };
        let Effects {
            captured_on,
            lost,
            any,
            ..
        } = effects;
        self.progress |= any;
        self.changed |= any;
        for color in Color::ALL {
            self.lost[color] |= lost[color];
        }
        for square in captured_on {
            self.castling = self.castling.after(square);
        }
    }

    /// Removes the piece that moves by `mv`, of kind [`StepKind::Go`], and the pawn that it
    /// captures en passant according to `double_steps`. Returns its slot.
    fn lift_mover(&mut self, mv: Move, double_steps: DoubleSteps) -> Slot {
        let slot = if self.pending == Pending::Nothing {
            self.board.lift(mv.from, mv.level)
        } else {
            self.board.king_slot(self.turn)
        };
        self.pending = Pending::Nothing;
        if self.board.piece(slot).role() == Role::Pawn {
            self.progress = true;
            if let Some(passed) = mv.passed().filter(|_| !mv.jump) {
                self.double_steps.add(self.turn, passed, mv.to);
            }
            // En passant is the only diagonal move of a pawn to an empty square.
            if mv.from.file() != mv.to.file()
                && mv.from.rank() != mv.to.rank()
                && let None = self.board.base(mv.to)
                && let Some(pawn) = double_steps.pawn(mv.to)
            {
                self.board.take(pawn);
                self.changed = true;
            }
        }
        slot
    }

    fn link(&mut self, mv: Move) {
        self.board.disguise((mv.from, mv.level), (mv.to, mv.other));
        if mv.other == 0 {
            self.castling = self.castling.after(mv.to);
            if let Some(passed) = mv.passed() {
                self.double_steps.add(self.turn, passed, mv.to);
            }
        }
        self.progress = true;
        self.pending = Pending::Chain(mv.from, mv.level);
    }

    fn castle(&mut self, mv: Move) {
        let us = self.turn;
        for side in CastlingSide::ALL {
            if side.king_to(us) == mv.to {
                self.board.pull(mv.from, 0);
                let rook = self.board.take(side.rook_from(us));
                self.board.push(side.rook_to(us), rook);
                self.castling = self.castling.after(side.rook_from(us));
            }
        }
        self.pending = Pending::King(mv.to);
    }

    /// Makes the first two changes at the end of a turn (K33): old ghosts of the mover vanish, and
    /// pawns that are bases on their own first rank are captured (K23).
    pub(super) fn settle(&mut self) {
        if let Pending::Chain(..) = self.pending {
            self.board.unmark_pawns(self.turn);
        }
        self.pending = Pending::Nothing;
        self.board.remove_ghosts(self.turn);
        if !self.has_outer_pawns() {
            return;
        }
        let [white, black] = Color::ALL.map(|color| {
            let home = Bitboard::rank(Rank::First.of(color));
            self.board.pieces(color, Role::Pawn) & home
        });
        for square in white | black {
            self.board.take(square);
            self.changed = true;
        }
    }

    /// Returns the squares whose pieces, own ghosts, vanish at the end of the turn; `None` if the
    /// end of the turn changes anything else on the board (K33).
    pub(super) fn vanishing(&self) -> Option<Bitboard> {
        if self.has_outer_pawns() {
            return None;
        }
        self.board.vanishing_ghosts(self.turn)
    }

    /// Whether there are pawns that are bases on the first or the last rank.
    fn has_outer_pawns(&self) -> bool {
        let outer = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        self.board.role(Role::Pawn).intersects(outer)
    }

    /// Whether pawns of the player to move promote on `square` (K24).
    pub(super) fn is_last_rank(&self, square: Square) -> bool {
        square.rank() == Rank::Eighth.of(self.turn)
    }

    /// Returns the pawns of `color` that promote at the end of the turn (K24).
    pub(super) fn promoting(&self, color: Color) -> Bitboard {
        self.board.pieces(color, Role::Pawn) & Bitboard::rank(Rank::Eighth.of(color))
    }

    /// Makes the last change at the end of a turn: the mover's pawns become `role`, the other
    /// player's become queens (K25).
    pub(super) fn promote(&mut self, role: Role) {
        if !self.has_outer_pawns() {
            return;
        }
        for (color, role) in [(self.turn, role), (!self.turn, Role::Queen)] {
            for square in self.promoting(color) {
                self.changed = true;
                self.board.transform(square, 0, Piece::new(color, role));
            }
        }
    }

    pub(super) fn end_turn(&mut self) {
        self.clocks.advance(self.turn, self.progress);
        self.progress = false;
        self.reversible.advance(self.changed);
        self.changed = false;
        self.turn = !self.turn;
        self.check = self.lost == ByColor::default() && self.is_attacked(self.turn);
    }

    /// Returns the key of everything but the pieces.
    pub(super) fn state_key(&self) -> Key {
        let mut key = self.castling.key();
        if self.turn == Color::Black {
            key ^= BLACK_TO_MOVE;
        }
        if !self.double_steps.is_empty() {
            key ^= self.double_steps.key();
        }
        match self.pending {
            Pending::Nothing => key,
            Pending::King(at) => key ^ HAND[at.index()],
            Pending::Chain(at, level) => {
                key ^ Key(CHAIN[at.index()].0.rotate_left(2 * u32::from(level)))
            }
        }
    }
}
