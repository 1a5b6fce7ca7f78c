//! The mega-board without its games: pieces, states, mega-moves.
//!
//! Running games are pieces that move and block but neither capture nor can be captured (mega G12,
//! G13). Their results are unknown, so they stay as they are and a board turn counts as a pass. The
//! caller adds the value of the games.

use jabberwock_game::{ByColor, Color};
use jabberwock_variants::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board as Pieces, CastlingSide, Move, MoveKind, Piece, Role},
    mega::{Board, State},
};

/// The mega-board.
#[derive(Clone, Debug)]
pub(crate) struct MegaBoard {
    pieces: Pieces,
    armed: Bitboard,
    disarmed: Bitboard,
    dethroned: Bitboard,
    turn: Color,
    /// Whether each player has games to make a board turn in.
    can_pass: ByColor<bool>,
    /// See [`MegaBoard::move_cost`].
    move_cost: i32,
}

impl MegaBoard {
    /// Returns the mega-board of `board`; for `move_cost` see [`MegaBoard::move_cost`].
    pub(crate) fn new(board: &Board, move_cost: i32) -> MegaBoard {
        MegaBoard {
            pieces: board.pieces().clone(),
            armed: board.in_state(State::Armed),
            disarmed: board.in_state(State::Disarmed),
            dethroned: board.in_state(State::Dethroned),
            turn: board.turn(),
            can_pass: ByColor(
                [Color::White, Color::Black].map(|color| !board.to_move(color).is_empty()),
            ),
            move_cost,
        }
    }

    /// Returns the player to move.
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the pieces, without their states.
    pub(crate) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the armed pieces.
    pub(crate) fn armed(&self) -> Bitboard {
        self.armed
    }

    /// Returns the disarmed pieces.
    pub(crate) fn disarmed(&self) -> Bitboard {
        self.disarmed
    }

    /// Returns the dethroned kings.
    pub(crate) fn dethroned(&self) -> Bitboard {
        self.dethroned
    }

    /// Returns the loss of the player to move by any mega-move, in centipawns: the games in which
    /// that player is in check (G9).
    pub(crate) fn move_cost(&self) -> i32 {
        self.move_cost
    }

    /// Whether `color` has games to make a board turn in.
    pub(crate) fn can_pass(&self, color: Color) -> bool {
        self.can_pass[color]
    }

    /// Returns a hash of everything that the search depends on.
    pub(crate) fn key(&self) -> u64 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let numbers = [
            self.pieces.key().0,
            self.armed.0,
            self.disarmed.0,
            self.dethroned.0,
            u64::from(self.turn == Color::White)
                | u64::from(self.can_pass[Color::White]) << 1
                | u64::from(self.can_pass[Color::Black]) << 2,
            self.move_cost as u64,
        ];
        numbers.into_iter().fold(0, |hash: u64, number| {
            (hash.rotate_left(23) ^ number).wrapping_mul(FACTOR)
        })
    }

    /// Whether `color`'s mega-king is in check (G14).
    pub(crate) fn is_check(&self, color: Color) -> bool {
        let attackers = self
            .pieces
            .attackers(self.pieces.king(color), self.pieces.occupied());
        attackers.intersects(self.pieces.color(!color) & self.armed)
    }

    /// Returns the squares attacked by `piece` on `square` if it is armed.
    pub(crate) fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        match piece.role {
            Role::Pawn => attacks::pawn(piece.color, square),
            role => Pieces::attacks_of(role, square, occupied),
        }
    }

    /// Returns the mega-moves without regard to G8 (G12, G13, G15, G17). Castling and en passant are
    /// left out.
    pub(crate) fn moves(&self, captures_only: bool) -> Vec<Move> {
        let us = self.turn;
        let occupied = self.pieces.occupied();
        let kings = self.pieces.role(Role::King);
        let targets = (self.pieces.color(!us) & (self.armed | self.disarmed)).without(kings);
        let mut sources = self.pieces.color(us).without(self.dethroned);
        if captures_only {
            sources &= self.armed;
        }
        let mut moves = Vec::with_capacity(64);
        for from in sources {
            let Some(piece) = self.pieces.piece_at(from) else {
                continue;
            };
            let armed = self.armed.contains(from);
            let captures = if armed {
                MegaBoard::attacks(piece, from, occupied) & targets
            } else {
                Bitboard::EMPTY
            };
            let quiet = if captures_only {
                Bitboard::EMPTY
            } else {
                MegaBoard::quiet_ends(piece, from, occupied)
            };
            for to in captures | quiet {
                let mv = Move::normal(piece.role, from, to, self.pieces.role_at(to));
                let promotes = piece.role == Role::Pawn && to.rank() == Rank::Eighth.of(us);
                if !promotes {
                    moves.push(mv);
                } else if armed {
                    moves.extend([Role::Queen, Role::Knight].map(|role| Move {
                        promotion: Some(role),
                        ..mv
                    }));
                }
            }
        }
        moves
    }

    /// Returns the squares to which `piece` on `square` moves without a capture.
    pub(crate) fn quiet_ends(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        match piece.role {
            Role::Pawn => pawn_pushes(square, piece.color, occupied),
            role => Pieces::attacks_of(role, square, occupied).without(occupied),
        }
    }

    /// Returns the board after the mega-move `mv`. Games in which the mover is in check stay as
    /// they are.
    pub(crate) fn after(&self, mv: Move) -> MegaBoard {
        let mut after = self.clone();
        let us = self.turn;
        after.pieces.make(us, mv);
        let captured = match mv.kind {
            MoveKind::EnPassant => mv.to.ahead(!us),
            MoveKind::Normal | MoveKind::Castling => mv.to,
        };
        for set in [&mut after.armed, &mut after.disarmed] {
            *set = set.without(Bitboard::of(captured));
            shift(set, mv.from, mv.to);
            if mv.kind == MoveKind::Castling {
                let sides = CastlingSide::ALL.into_iter();
                for side in sides.filter(|side| side.king_to(us) == mv.to) {
                    shift(set, side.rook_from(us), side.rook_to(us));
                }
            }
        }
        after.pass();
        after
    }

    /// Returns the board with the other player to move.
    pub(crate) fn after_pass(&self) -> MegaBoard {
        let mut after = self.clone();
        after.pass();
        after
    }

    fn pass(&mut self) {
        self.turn = !self.turn;
        self.move_cost = 0;
    }
}

/// Moves a member of `set` from one square to another.
fn shift(set: &mut Bitboard, from: Square, to: Square) {
    if set.contains(from) {
        *set = set.without(Bitboard::of(from)) | Bitboard::of(to);
    }
}

fn pawn_pushes(from: Square, us: Color, occupied: Bitboard) -> Bitboard {
    let one = Bitboard::of(from).ahead(us).without(occupied);
    let third = Bitboard::rank(Rank::Third.of(us));
    one | (one & third).ahead(us).without(occupied)
}
