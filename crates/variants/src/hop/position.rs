//! The position.

use jabberwock_game::{ByColor, Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::{attack::Attack, movegen, moves::Part};
use crate::{
    board::{BARE_KINGS, Bitboard, File, Rank, Square, attacks, zobrist},
    fide::{Board, Castling, Kind, Move, Role, Setup},
};

static EN_PASSANT: [Key; File::COUNT] = zobrist::keys(0x2001);
static HOPPERS: [[Key; Square::COUNT]; 2] = zobrist::key_rows(0x2002);
const BLACK_TO_MOVE: Key = Key::random(0x2003, 0);
const PLACING: Key = Key::random(0x2003, 1);
const NO_PLACEMENT: Key = Key::random(0x2003, 2);

/// A Hop Chess position, at the start of a turn or between its two parts.
///
/// Between the parts the hopper of the player to move counts as lifted; the square it came from is
/// still remembered, because leaving it there is the plainest way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// Between the parts: where the hopper may be put.
    allowed: Bitboard,
    /// Between the parts: where it gives check, some squares where it may not be put included.
    checks: Bitboard,
    hoppers: ByColor<Option<Square>>,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    castling: Castling,
    en_passant: Option<Square>,
    placing: bool,
    check: bool,
}

const _: () = assert!(size_of::<Position>() == 104);

impl Position {
    /// The position before the first turn.
    #[expect(clippy::missing_panics_doc, reason = "the text is a constant")]
    pub fn start() -> Position {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-";
        super::notation::parse(text).expect("the start is sound")
    }

    /// The position that `setup` and the hoppers, on squares of their own, describe. An en passant
    /// square that no pawn can legally capture on is dropped.
    ///
    /// # Errors
    /// Where the king stands that is in check though its player is not to move.
    pub fn from_setup(setup: Setup, hoppers: ByColor<Option<Square>>) -> Result<Position, Square> {
        let Setup {
            board,
            turn,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number,
        } = setup;
        let mut pos = Position {
            board,
            allowed: Bitboard::EMPTY,
            checks: Bitboard::EMPTY,
            hoppers,
            halfmove_clock,
            fullmove_number,
            turn,
            castling,
            en_passant,
            placing: false,
            check: false,
        };
        let idle_king = pos.board.king(!turn);
        if pos.is_attacked(idle_king, turn) {
            return Err(idle_king);
        }
        pos.check = pos.is_attacked(pos.board.king(turn), !turn);
        pos.drop_dead_en_passant();
        Ok(pos)
    }

    /// The fields of the position, the hoppers aside.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The men.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rights to castle.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The square on which a pawn can legally capture en passant with at least one placement.
    /// Between the parts of a turn: the square passed over, if an enemy pawn stands ready.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Where `color`'s hopper stands, or was taken from in this turn; `None` off the board.
    pub fn hopper(&self, color: Color) -> Option<Square> {
        self.hoppers[color]
    }

    /// Between the parts of a turn: where the hopper may be put. Empty otherwise.
    pub fn allowed(&self) -> Bitboard {
        self.allowed
    }

    /// Between the parts of a turn: where the hopper may be put with check. Empty otherwise.
    pub fn checking(&self) -> Bitboard {
        self.allowed & self.checks
    }

    /// Whether the turn of the player to move has a second part (H4).
    pub fn places_hopper(&self) -> bool {
        self.turn == Color::Black || self.hoppers != ByColor([None; 2]) || self.fullmove_number != 1
    }

    /// Whether a man of `by` could capture on `square` with the hoppers as they stand (H13).
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        let attack = Attack::new(&self.board, square, by, self.hoppers[!by]);
        attack.is_there_with(self.hoppers[by])
    }

    /// The position with the players exchanged; `None` before hoppers are placed, when White and
    /// Black do not move alike (H4).
    pub(super) fn mirrored(&self) -> Option<Position> {
        if self.hoppers == ByColor([None; 2]) && self.fullmove_number == 1 {
            return None;
        }
        let [white, black] = self.hoppers.0.map(|hopper| hopper.map(Square::flipped));
        Some(Position {
            board: self.board.mirrored(),
            allowed: self.allowed.flipped(),
            checks: self.checks.flipped(),
            hoppers: ByColor([black, white]),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            turn: !self.turn,
            castling: self.castling.mirrored(),
            en_passant: self.en_passant.map(Square::flipped),
            placing: self.placing,
            check: self.check,
        })
    }

    /// Where the hopper may be put after `mv`, king's safety included; `None` if the move is not
    /// legal. Where no hopper is placed the set is empty.
    pub(super) fn placements_after(&self, mv: Move) -> Option<Bitboard> {
        let mut board = self.board.clone();
        board.make(self.turn, mv);
        self.placements(&board)
    }

    /// The same for the board after the man's move.
    fn placements(&self, board: &Board) -> Option<Bitboard> {
        let us = self.turn;
        let fixed = self.hoppers[!us];
        let attack = Attack::new(board, board.king(us), !us, fixed);
        if attack.is_there() {
            return None;
        }
        if !self.places_hopper() {
            return Some(Bitboard::EMPTY);
        }
        let taken = fixed.map_or(board.occupied(), |fixed| {
            board.occupied() | Bitboard::of(fixed)
        });
        let allowed = (!taken).without(attack.openings());
        (!allowed.is_empty()).then_some(allowed)
    }

    /// The pawns of the player to move that attack the en passant square.
    pub(super) fn en_passant_pawns(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.men(self.turn, Role::Pawn)
    }

    /// The capture en passant of the pawn on `from`.
    pub(super) fn en_passant_capture(from: Square, to: Square) -> Move {
        Move {
            kind: Kind::EnPassant,
            ..Move::normal(Role::Pawn, from, to, Some(Role::Pawn))
        }
    }

    /// Forgets an en passant square where a hopper stands or no capture is legal (H12).
    fn drop_dead_en_passant(&mut self) {
        self.en_passant = self.en_passant.filter(|&to| {
            let mut pawns = self.en_passant_pawns(to).into_iter();
            !self.hoppers.0.contains(&Some(to))
                && pawns.any(|from| {
                    let mv = Position::en_passant_capture(from, to);
                    self.placements_after(mv).is_some()
                })
        });
    }

    /// The key of all but the men.
    fn state_key(&self) -> Key {
        let mut key = self.castling.key();
        if self.turn == Color::Black {
            key ^= BLACK_TO_MOVE;
        }
        if let Some(square) = self.en_passant {
            key ^= EN_PASSANT[square.file().index()];
        }
        for (keys, hopper) in HOPPERS.iter().zip(self.hoppers.0) {
            if let Some(square) = hopper {
                key ^= keys[square.index()];
            }
        }
        if self.placing {
            key ^= PLACING;
        } else if !self.places_hopper() {
            key ^= NO_PLACEMENT;
        }
        key
    }

    fn play_man(&mut self, mv: Move) {
        let us = self.turn;
        let places = self.places_hopper();
        self.board.make(us, mv);
        self.castling = self.castling.after(mv.from).after(mv.to);
        let progress = mv.role == Role::Pawn || mv.captured.is_some();
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock + 1 };
        self.en_passant = None;
        // From its second rank a pawn gets two ranks ahead by a double step and in no other way
        // that is not the same move (H15).
        let double = mv.role == Role::Pawn && mv.from.index().abs_diff(mv.to.index()) == 16;
        if double && mv.from.rank() == Rank::Second.of(us) {
            let passed = mv.to.ahead(!us);
            let ready = attacks::pawn(us, passed).meets(self.board.men(!us, Role::Pawn));
            self.en_passant = ready.then_some(passed);
        }
        let enemy_king = self.board.king(!us);
        let attack = Attack::new(&self.board, enemy_king, us, self.hoppers[!us]);
        self.checks = if attack.is_there() {
            Bitboard::FULL
        } else if places {
            attack.openings()
        } else {
            Bitboard::EMPTY
        };
        if places {
            self.allowed = self.placements(&self.board).unwrap_or_default();
            self.placing = true;
        } else {
            self.finish_turn(!self.checks.is_empty());
        }
    }

    fn finish_turn(&mut self, check: bool) {
        self.fullmove_number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
        self.check = check;
        self.placing = false;
        self.allowed = Bitboard::EMPTY;
        self.checks = Bitboard::EMPTY;
        if self.en_passant.is_some() {
            self.drop_dead_en_passant();
        }
    }
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn at_turn_start(&self) -> bool {
        !self.placing
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
        match Part::checked(step) {
            Some(Part::Man(mv)) => !self.placing && movegen::is_legal(self, mv),
            Some(Part::Hopper(square)) => self.allowed.contains(square),
            None => false,
        }
    }

    fn is_noisy(&self, step: Step) -> bool {
        match Part::unpack(step) {
            Part::Man(mv) => mv.is_noisy(),
            Part::Hopper(square) => movegen::noisy_placements(self).contains(square),
        }
    }

    fn completes_turn(&self, _: Step) -> bool {
        self.placing || !self.places_hopper()
    }

    fn play(&mut self, step: Step) {
        match Part::unpack(step) {
            Part::Man(mv) => self.play_man(mv),
            Part::Hopper(square) => {
                self.hoppers[self.turn] = Some(square);
                self.finish_turn(self.checks.contains(square));
            }
        }
    }

    fn has_legal_step(&self) -> bool {
        self.placing || movegen::has_legal_move(self)
    }

    fn is_check(&self) -> bool {
        self.check && !self.placing
    }

    fn outcome(&self) -> Option<Outcome> {
        None
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

    /// Bare kings alone (H16): a lone minor piece mates with a hopper's help.
    fn drawn_by_material(&self) -> Option<Reason> {
        let bare = self.board.occupied() == self.board.role(Role::King);
        bare.then_some(BARE_KINGS)
    }

    fn null_move(&self) -> Option<Position> {
        let minor = self.board.role(Role::Pawn) | self.board.role(Role::King);
        if self.check || self.placing || self.board.color(self.turn).without(minor).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.en_passant = None;
        pos.halfmove_clock += 1;
        pos.finish_turn(false);
        Some(pos)
    }
}
