//! The position.

use jabberwock_game::{Color, Key, Outcome, Reason, Sink, Stage, Step};

use super::movegen;
use crate::{
    board::{Bitboard, File, Square, attacks, zobrist},
    fide::{Board, Castling, Move, Role, Setup},
};

/// Neither player can checkmate with the men that are left.
pub const DEAD_POSITION: Reason = Reason::new("dead position");

static EN_PASSANT: [Key; File::COUNT] = zobrist::keys(0x1003);
const BLACK_TO_MOVE: Key = Key::random(0x1004, 0);

/// A chess position: what a FEN says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    halfmove_clock: u32,
    fullmove_number: u32,
    turn: Color,
    castling: Castling,
    en_passant: Option<Square>,
}

const _: () = assert!(size_of::<Position>() == 88);

impl Position {
    /// The position before the first move.
    pub(crate) fn start() -> Position {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        super::notation::parse(text).expect("the start is sound")
    }

    /// The position that `setup` describes. An en passant square that no pawn can legally capture
    /// on is dropped.
    ///
    /// # Errors
    /// Where the king stands that is in check though its player is not to move.
    pub fn from_setup(setup: Setup) -> Result<Position, Square> {
        let Setup {
            board,
            turn,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number,
        } = setup;
        if board.is_check(!turn) {
            return Err(board.king(!turn));
        }
        let mut pos = Position {
            board,
            halfmove_clock,
            fullmove_number,
            turn,
            castling,
            en_passant,
        };
        pos.drop_dead_en_passant();
        Ok(pos)
    }

    /// The fields of the position.
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

    /// The square on which a pawn can legally capture en passant.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The legal move from one square to another, with the pawn's promotion if it promotes.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, String> {
        super::notation::find_move(self, from, to, promotion)
    }

    /// The position with the players exchanged.
    pub(crate) fn mirrored(&self) -> Position {
        Position {
            board: self.board.mirrored(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            turn: !self.turn,
            castling: self.castling.mirrored(),
            en_passant: self.en_passant.map(Square::flipped),
        }
    }

    /// Whether the player to move keeps his king safe by capturing en passant from `from`. Two men
    /// leave the rank at once, so this is read off the board after the capture.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::of(to.ahead(!self.turn));
        let occupied = self.board.occupied() ^ captured ^ Bitboard::of(from) ^ Bitboard::of(to);
        let king = self.board.king(self.turn);
        let enemies = self.board.color(!self.turn).without(captured);
        !self.board.attackers(king, occupied).meets(enemies)
    }

    /// The pawns of the player to move that attack the en passant square.
    pub(super) fn en_passant_pawns(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.men(self.turn, Role::Pawn)
    }

    /// A pawn has just passed over `square`. (Apart, to keep the common way short.)
    #[inline(never)]
    fn remember_double_step(&mut self, square: Square) {
        self.en_passant = Some(square);
        self.drop_dead_en_passant();
    }

    fn drop_dead_en_passant(&mut self) {
        self.en_passant = self.en_passant.filter(|&square| {
            let mut pawns = self.en_passant_pawns(square).into_iter();
            pawns.any(|from| self.en_passant_is_safe(from, square))
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
        key
    }
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.turn
    }

    fn at_turn_start(&self) -> bool {
        true
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
        Move::unpack(step).is_noisy()
    }

    fn completes_turn(&self, _: Step) -> bool {
        true
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mv = Move::unpack(step);
        self.board.make(self.turn, mv);
        self.castling = self.castling.after(mv.from).after(mv.to);
        let progress = mv.role == Role::Pawn || mv.captured.is_some();
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
        self.en_passant = None;
        if mv.is_double_step() {
            self.remember_double_step(mv.to.ahead(self.turn));
        }
    }

    fn is_check(&self) -> bool {
        self.board.is_check(self.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn outcome_when_stuck(&self) -> Outcome {
        if self.is_check() {
            Outcome::win(!self.turn, Reason::CHECKMATE)
        } else {
            Outcome::draw(Reason::STALEMATE)
        }
    }

    fn clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Dead positions (chess F2): bare kings, a lone minor piece, bishops of one color of square.
    fn drawn_by_material(&self) -> Option<Reason> {
        let bishops = self.board.role(Role::Bishop);
        let others = self
            .board
            .occupied()
            .without(bishops | self.board.role(Role::King));
        let dead = if others.is_empty() {
            !bishops.meets(Bitboard::LIGHT) || !bishops.meets(!Bitboard::LIGHT)
        } else {
            others == self.board.role(Role::Knight) && !(others | bishops).is_several()
        };
        dead.then_some(DEAD_POSITION)
    }

    fn null_move(&self) -> Option<Position> {
        let minor = self.board.role(Role::Pawn) | self.board.role(Role::King);
        if self.is_check() || self.board.color(self.turn).without(minor).is_empty() {
            return None;
        }
        let mut pos = self.clone();
        pos.turn = !self.turn;
        pos.en_passant = None;
        pos.halfmove_clock += 1;
        pos.fullmove_number += u32::from(self.turn == Color::Black);
        Some(pos)
    }
}
