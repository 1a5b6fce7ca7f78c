//! The position.

use jabberwock_game::{ByColor, Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{
    board::Board,
    double_steps::DoubleSteps,
    effects::Effects,
    movegen,
    moves::{Move, MoveKind},
    piece::Piece,
    threat,
};
use crate::{
    board::{BARE_KINGS, Bitboard, Rank, Square, attacks, zobrist},
    fide::{Castling, Role, Wing},
};

/// A king has been lost (K30).
pub const KING_LOST: Reason = Reason::new("king lost");
/// Both kings have been lost at once (K30).
pub const KINGS_LOST: Reason = Reason::new("kings lost");

const BLACK_TO_MOVE: Key = Key::random(0x6004, 0);
static HAND: [Key; Square::COUNT] = zobrist::keys(0x6005);
static CHAIN: [Key; Square::COUNT] = zobrist::keys(0x6006);

/// What is left to do of a turn that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// A turn begins.
    Nothing,
    /// The king, in hand, makes his second step from this square (K6).
    King(Square),
    /// Another pawn disguises itself as the man on this square and level (K27).
    Chain(Square, usize),
}

/// The parts of a position at the start of a turn.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The men.
    pub(super) board: Board,
    /// The player to move.
    pub(super) turn: Color,
    /// The rights to castle.
    pub(super) castling: Castling,
    /// The double steps just made.
    pub(super) double_steps: DoubleSteps,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: u32,
    /// The number of the move, at least 1.
    pub(super) fullmove_number: u32,
}

/// A position of Crazy Chess, at the start of a turn or within one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    double_steps: DoubleSteps,
    halfmove_clock: u32,
    fullmove_number: u32,
    pending: Pending,
    turn: Color,
    castling: Castling,
    lost: ByColor<bool>,
    check: bool,
    /// Whether a man was captured or a pawn moved in this turn (K38).
    progress: bool,
    /// Whether the men have changed for good in this turn: one was captured, or a pawn promoted.
    changed: bool,
    reversible: Reversible,
}

/// The turns since the men changed for good. Pawns go back again, so the clock does not tell it. It
/// is not part of the position but of how it was reached, and all are equal.
#[derive(Clone, Copy, Debug, Default)]
struct Reversible(u32);

impl PartialEq for Reversible {
    fn eq(&self, _: &Reversible) -> bool {
        true
    }
}

impl Eq for Reversible {}

const _: () = assert!(size_of::<Position>() <= 280);

impl Position {
    /// The position that `setup` describes: a king each, no pawn on the square on an outer rank.
    ///
    /// # Errors
    /// The player who is in check though he is not to move.
    pub(super) fn from_setup(setup: Setup) -> Result<Position, Color> {
        let mut pos = Position {
            board: setup.board,
            double_steps: setup.double_steps,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            pending: Pending::Nothing,
            turn: setup.turn,
            castling: setup.castling,
            lost: ByColor::default(),
            check: false,
            progress: false,
            changed: false,
            reversible: Reversible::default(),
        };
        if pos.is_attacked(!pos.turn) {
            return Err(!pos.turn);
        }
        pos.check = pos.is_attacked(pos.turn);
        Ok(pos)
    }

    /// The men.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rights to castle.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The double steps that may be answered en passant; within a turn those made in it.
    pub fn double_steps(&self) -> DoubleSteps {
        self.double_steps
    }

    /// The number of the move.
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    pub(super) fn pending(&self) -> Pending {
        self.pending
    }

    /// Whether `color` has lost his king.
    pub fn has_lost(&self, color: Color) -> bool {
        self.lost[color]
    }

    /// Whether `color`'s king is in check (K29).
    pub(super) fn is_attacked(&self, color: Color) -> bool {
        threat::is_check(&self.board, self.castling, color)
    }

    /// The same position with the players' roles exchanged.
    pub(super) fn mirrored(&self) -> Position {
        let mut pos = self.clone();
        pos.board = self.board.mirrored();
        pos.double_steps = self.double_steps.mirrored();
        pos.turn = !self.turn;
        pos.castling = self.castling.mirrored();
        pos.lost = ByColor([self.lost.0[1], self.lost.0[0]]);
        pos
    }

    /// Makes `mv` with its effects; what happens at the end of a turn is left out.
    pub(super) fn make(&mut self, mv: Move) {
        let us = self.turn;
        let double_steps = self.double_steps;
        if self.pending == Pending::Nothing {
            self.double_steps = DoubleSteps::default();
        }
        if mv.level == 0 && mv.kind != MoveKind::Round && self.pending == Pending::Nothing {
            self.castling = self.castling.after(mv.from);
        }
        let effects = match mv.kind {
            MoveKind::Link => return self.link(mv),
            MoveKind::Castle => return self.castle(mv),
            MoveKind::Go if !mv.last => {
                self.board.pull(mv.from, mv.level);
                self.pending = Pending::King(mv.to);
                let mut effects = Effects::new(&mut self.board, us);
                if !mv.jump {
                    effects.strike(mv.to);
                }
                effects
            }
            MoveKind::Go => {
                let slot = if self.pending == Pending::Nothing {
                    self.board.lift(mv.from, mv.level)
                } else {
                    self.board.king_slot(us)
                };
                self.pending = Pending::Nothing;
                if self.board.piece(slot).role() == Role::Pawn {
                    self.progress = true;
                    if let Some(passed) = mv.passed().filter(|_| !mv.jump) {
                        self.double_steps.add(us, passed, mv.to);
                    }
                    // En passant: only so does a pawn go diagonally to an empty square.
                    if mv.from.file() != mv.to.file()
                        && mv.from.rank() != mv.to.rank()
                        && let None = self.board.base(mv.to)
                        && let Some(pawn) = double_steps.pawn(mv.to)
                    {
                        self.board.take(pawn);
                        self.changed = true;
                    }
                }
                if mv.jump {
                    self.board.push(mv.to, slot);
                    return;
                }
                let mut effects = Effects::new(&mut self.board, us);
                effects.arrive(mv.to, slot);
                effects
            }
            MoveKind::Way | MoveKind::Inner => {
                let slot = self.board.pull(mv.from, mv.level);
                self.board.push(mv.to, slot);
                let mut effects = Effects::new(&mut self.board, us);
                effects.pick(mv.captures_on(), mv.other);
                effects
            }
            MoveKind::Round => {
                let mut effects = Effects::new(&mut self.board, us);
                effects.blast(attacks::king(mv.from));
                effects
            }
        };
        let Effects {
            struck, lost, any, ..
        } = effects;
        self.progress |= any;
        self.changed |= any;
        for color in Color::ALL {
            self.lost[color] |= lost[color];
        }
        for square in struck {
            self.castling = self.castling.after(square);
        }
    }

    fn link(&mut self, mv: Move) {
        let pawn = (mv.from, mv.level);
        let man = (mv.to, mv.other);
        let marked = self.board.at(mv.from, mv.level).map(Piece::marked);
        if let Some(marked) = marked {
            self.board.transform(mv.from, mv.level, marked);
        }
        self.board.exchange(pawn, man);
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
        for wing in Wing::ALL {
            if wing.king_to(us) == mv.to {
                self.board.pull(mv.from, 0);
                let rook = self.board.take(wing.rook_from(us));
                self.board.push(wing.rook_to(us), rook);
                self.castling = self.castling.after(wing.rook_from(us));
            }
        }
        self.pending = Pending::King(mv.to);
    }

    /// The first two things that happen at the end of a turn (K33): the mover's old ghosts vanish,
    /// and pawns on the square on their own first rank capture themselves (K23).
    pub(super) fn settle(&mut self) {
        if let Pending::Chain(..) = self.pending {
            self.board.wipe_pawns(self.turn);
        }
        self.pending = Pending::Nothing;
        self.board.lay_ghosts(self.turn);
        for color in Color::ALL {
            let home = Bitboard::rank(Rank::First.of(color));
            for square in self.board.men(color, Role::Pawn) & home {
                self.board.take(square);
                self.changed = true;
            }
        }
    }

    /// The pawns of `color` that promote at the end of the turn (K24).
    pub(super) fn promoting(&self, color: Color) -> Bitboard {
        self.board.men(color, Role::Pawn) & Bitboard::rank(Rank::Eighth.of(color))
    }

    /// The last thing that happens at the end of a turn: the mover's pawns become `role`, the other
    /// player's become queens (K25).
    pub(super) fn promote(&mut self, role: Role) {
        for (color, role) in [(self.turn, role), (!self.turn, Role::Queen)] {
            for square in self.promoting(color) {
                self.changed = true;
                self.board.transform(square, 0, Piece::new(color, role));
            }
        }
    }

    fn pass_on(&mut self) {
        self.halfmove_clock = if self.progress {
            0
        } else {
            self.halfmove_clock + 1
        };
        self.progress = false;
        self.reversible = if self.changed {
            Reversible(0)
        } else {
            Reversible(self.reversible.0 + 1)
        };
        self.changed = false;
        self.fullmove_number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
        self.check = self.lost == ByColor::default() && self.is_attacked(self.turn);
    }

    /// The key of all but the men.
    fn state_key(&self) -> Key {
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
                key ^ Key(CHAIN[at.index()].0.rotate_left(2 * level as u32))
            }
        }
    }
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn at_turn_start(&self) -> bool {
        self.pending == Pending::Nothing
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.state_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.state_key()
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        movegen::generate(self, stage, sink);
    }

    fn is_legal(&self, step: Step) -> bool {
        Move::checked(step).is_some_and(|mv| movegen::is_legal(self, mv))
    }

    fn is_noisy(&self, step: Step) -> bool {
        movegen::is_noisy(self, Move::unpack(step))
    }

    fn completes_turn(&self, step: Step) -> bool {
        Move::unpack(step).last
    }

    fn play(&mut self, step: Step) {
        let mv = Move::unpack(step);
        self.make(mv);
        if mv.last {
            self.settle();
            self.promote(mv.promotion.unwrap_or(Role::Queen));
            self.pass_on();
        }
    }

    fn is_check(&self) -> bool {
        self.check && self.at_turn_start()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.lost.0 {
            [false, false] => None,
            [true, true] => Some(Outcome::draw(KINGS_LOST)),
            [white, _] => {
                let winner = if white { Color::Black } else { Color::White };
                Some(Outcome::win(winner, KING_LOST))
            }
        }
    }

    fn outcome_when_stuck(&self) -> Outcome {
        if self.check {
            Outcome::win(!self.turn, Reason::CHECKMATE)
        } else {
            Outcome::draw(Reason::STALEMATE)
        }
    }

    fn clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Pawns go back (K20), so their moves do not keep a position from coming again.
    fn reversible_turns(&self) -> u32 {
        self.reversible.0
    }

    /// Bare kings, with nothing else on the board, ghosts included (K43).
    fn drawn_by_material(&self) -> Option<Reason> {
        let board = &self.board;
        let bare = board.loaded().is_empty() && board.occupied() == board.role(Role::King);
        bare.then_some(BARE_KINGS)
    }

    fn null_move(&self) -> Option<Position> {
        let us = self.turn;
        let minor = self.board.role(Role::Pawn) | self.board.role(Role::King);
        let bare = self.board.color(us).without(minor).is_empty();
        if self.check || !self.at_turn_start() || bare || self.lost != ByColor::default() {
            return None;
        }
        let mut pos = self.clone();
        pos.double_steps = DoubleSteps::default();
        pos.settle();
        if pos.board.is_haunted() != self.board.is_haunted() || self.board.is_haunted() {
            // Own ghosts have vanished, perhaps from lines to the king.
            if pos.is_attacked(us) {
                return None;
            }
        }
        pos.pass_on();
        Some(pos)
    }
}
