//! Attacks and targets of pieces, directly and through the Transmitters.

use jabberwock_game::Color;

use super::{
    board::Board,
    moves::{Move, PieceMove},
    role::Role,
};
use crate::board::{Bitboard, Rank, Square, attacks};

/// The transmissions that a side's Transmitter allows its pieces (chakra C14, C15).
#[derive(Clone, Copy, Debug)]
pub struct Transmitter {
    /// The vacant chakras: a piece that could move onto one may be transmitted.
    pub gates: Bitboard,
    /// The squares where a transmitted piece may arrive. If both chakras are vacant, both are gates
    /// and exits: a piece that can move onto one may end on either.
    pub exits: Bitboard,
    /// An own piece on one chakra while the other is vacant: the side may pass if the piece could
    /// move onto the other.
    pub holder: Option<Square>,
}

impl Transmitter {
    /// Extends `reached`, the targets of a piece without transmission, by transmission.
    #[inline]
    pub fn extend(self, reached: Bitboard) -> Bitboard {
        if reached.intersects(self.gates) {
            reached | self.exits
        } else {
            reached
        }
    }
}

impl Board {
    /// Returns the transmission that `color`'s own Transmitter provides to its pieces.
    #[inline]
    pub fn transmitter(&self, color: Color) -> Transmitter {
        let chakras = self.chakras(color);
        let gates = chakras.without(self.occupied());
        let mut transmitter = Transmitter {
            gates,
            exits: chakras,
            holder: None,
        };
        if gates.is_empty() {
            transmitter.exits = Bitboard::EMPTY;
        } else if !gates.more_than_one() {
            let other = chakras ^ gates;
            transmitter.exits = other.without(self.color(color));
            transmitter.holder = (other & self.color(color)).first();
        }
        transmitter
    }

    /// Returns the squares that block `color`'s sliding pieces: pieces and the enemy's chakras
    /// (chakra C16).
    #[inline]
    pub fn barriers(&self, color: Color) -> Bitboard {
        self.occupied() | self.chakras(!color)
    }

    /// Returns the squares attacked by `color`'s piece of `role`, not a pawn, on `from`, without
    /// transmission.
    #[inline]
    pub fn attacks_of(&self, color: Color, role: Role, from: Square) -> Bitboard {
        match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Ape => attacks::knight(from),
            Role::Courtesan => attacks::king(from) | self.courtesan_line(color, from),
            Role::Monk => attacks::king(from) | attacks::bishop(from, self.barriers(color)),
            Role::Samurai => attacks::king(from) | attacks::rook(from, self.barriers(color)),
            Role::Queen => attacks::queen(from, self.barriers(color)),
            Role::King => attacks::king(from),
        }
    }

    /// Returns the squares attacked by a courtesan along the line on which it sees its king (chakra
    /// C6, C17).
    #[inline]
    fn courtesan_line(&self, color: Color, from: Square) -> Bitboard {
        let king = self.king(color);
        let line = attacks::line(from, king);
        if line.is_empty() || attacks::between(from, king).intersects(self.occupied()) {
            Bitboard::EMPTY
        } else {
            attacks::queen(from, self.barriers(color)) & line
        }
    }

    /// Returns the empty squares that `color`'s pawn on `from` can step to without transmission,
    /// including the last rank (chakra C7, C9, C16).
    #[inline]
    pub fn pawn_steps(&self, color: Color, from: Square) -> Bitboard {
        let empty = !self.occupied();
        let single = Bitboard::of(from).ahead(color) & empty;
        if self.double_steps() && from.rank() == Rank::Second.of(color) {
            single | single.without(self.chakras(!color)).ahead(color) & empty
        } else {
            single
        }
    }

    /// Returns the squares forbidden to `color`'s king because the enemy king is on its own
    /// Transmitter (chakra C19).
    #[inline]
    pub fn barred(&self, color: Color) -> Bitboard {
        let chakras = self.chakras(!color);
        let king = self.pieces(!color, Role::King);
        if chakras.intersects(king) {
            chakras ^ king
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns `color`'s pieces that could capture on `square`, including by transmission, with the
    /// given `occupied` squares.
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(!color, square) & self.pieces(color, Role::Pawn);
        let direct = pawns | self.direct_attackers(color, square, occupied);
        let chakras = self.chakras(color);
        let gate = chakras ^ Bitboard::of(square);
        if !chakras.contains(square) || gate.intersects(occupied) {
            return direct;
        }
        let steppers = self
            .pieces(color, Role::Pawn)
            .into_iter()
            .filter(|&from| self.pawn_steps(color, from).intersects(gate));
        direct | self.direct_attackers(color, gate.sole(), occupied) | steppers.collect()
    }

    /// Returns `color`'s pieces, pawns excepted, that reach `square` without transmission with the
    /// given `occupied` squares.
    fn direct_attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let attackers = Attackers {
            board: self,
            color,
            pieces: self.color(color),
            occupied,
            barriers: occupied | self.chakras(!color),
        };
        attackers.reaching(square)
    }

    /// Whether `color`'s pieces could capture on `square` without transmission.
    pub fn is_attacked(&self, color: Color, square: Square) -> bool {
        attacks::pawn(!color, square).intersects(self.pieces(color, Role::Pawn))
            || !self
                .direct_attackers(color, square, self.occupied())
                .is_empty()
    }

    /// Whether `color`'s king is in check (chakra C21).
    pub fn is_check(&self, color: Color) -> bool {
        KingAttack::on(self, color).reaches_king()
    }

    /// Whether `mv`, not yet made, does not leave the king of `us` in check.
    pub(super) fn is_safe(&self, us: Color, mv: Move) -> bool {
        let mut attack = KingAttack::on(self, us);
        match mv {
            Move::Pass => {}
            Move::Chakra { from, to, .. } => {
                let screens = attack.screens.without(Bitboard::of(from));
                attack.screens = screens | Bitboard::of(to);
            }
            Move::Piece(piece_move) => attack.after(piece_move),
        }
        !attack.reaches_king()
    }
}

/// A player's pieces and the squares that block them, on a board or after a move.
struct Attackers<'a> {
    board: &'a Board,
    color: Color,
    pieces: Bitboard,
    occupied: Bitboard,
    /// The squares that block sliding pieces (chakra C16).
    barriers: Bitboard,
}

impl Attackers<'_> {
    fn of(&self, role: Role) -> Bitboard {
        self.pieces & self.board.role(role)
    }

    /// Returns the attackers, pawns excepted, that reach `square` without transmission.
    fn reaching(&self, square: Square) -> Bitboard {
        let straight = self.of(Role::Samurai) | self.of(Role::Queen);
        let diagonal = self.of(Role::Monk) | self.of(Role::Queen);
        let near = straight | diagonal | self.of(Role::Courtesan) | self.of(Role::King);
        let king = self.board.king(self.color);
        let sees = |from: &Square| {
            !attacks::between(*from, king).intersects(self.occupied)
                && !attacks::between(*from, square).intersects(self.barriers)
        };
        let courtesans = self.of(Role::Courtesan) & attacks::line(square, king);
        attacks::knight(square) & self.of(Role::Ape)
            | attacks::king(square) & near
            | attacks::rook(square, self.barriers) & straight
            | attacks::bishop(square, self.barriers) & diagonal
            | courtesans.into_iter().filter(sees).collect()
    }

    /// Whether a pawn can step to `square`, which is empty.
    fn steps_to(&self, square: Square) -> bool {
        let pawns = self.of(Role::Pawn);
        let below = Bitboard::of(square).ahead(!self.color);
        if below.intersects(pawns) {
            return true;
        }
        let second = below.ahead(!self.color) & Bitboard::rank(Rank::Second.of(self.color));
        self.board.double_steps() && !below.intersects(self.barriers) && second.intersects(pawns)
    }
}

/// The pieces and chakras that determine whether a king can be captured, on a board or after a move
/// of the defender.
#[derive(Clone, Copy, Debug)]
struct KingAttack<'a> {
    board: &'a Board,
    by: Color,
    /// The attacked king.
    king: Square,
    occupied: Bitboard,
    /// The attacker's pieces.
    attackers: Bitboard,
    /// The defender's chakras, which block the attacker's pieces.
    screens: Bitboard,
    /// The attacker's chakras.
    chakras: Bitboard,
}

impl<'a> KingAttack<'a> {
    /// Returns the attack on `color`'s king on this board.
    fn on(board: &'a Board, color: Color) -> KingAttack<'a> {
        KingAttack {
            board,
            by: !color,
            king: board.king(color),
            occupied: board.occupied(),
            attackers: board.color(!color),
            screens: board.chakras(color),
            chakras: board.chakras(!color),
        }
    }

    /// Makes a move of the defender.
    fn after(&mut self, piece_move: PieceMove) {
        let to = Bitboard::of(piece_move.to);
        self.occupied = self.occupied.without(Bitboard::of(piece_move.from)) | to;
        self.attackers = self.attackers.without(to);
        if piece_move.role == Role::King {
            self.king = piece_move.to;
        }
        if piece_move.seizes {
            self.chakras = Bitboard::EMPTY;
        }
    }

    /// Whether the king can be captured in one move, directly or by transmission. For a
    /// transmission the piece need only reach the vacant chakra pseudo-legally (chakra C14); pins
    /// do not matter.
    fn reaches_king(&self) -> bool {
        let attackers = Attackers {
            board: self.board,
            color: self.by,
            pieces: self.attackers,
            occupied: self.occupied,
            barriers: self.occupied | self.screens,
        };
        let attacks_directly = |square| !attackers.reaching(square).is_empty();
        let pawns = attacks::pawn(!self.by, self.king);
        if pawns.intersects(attackers.of(Role::Pawn)) || attacks_directly(self.king) {
            return true;
        }
        if !self.chakras.contains(self.king) {
            return false;
        }
        let gate = (self.chakras ^ Bitboard::of(self.king)).sole();
        !self.occupied.contains(gate) && (attacks_directly(gate) || attackers.steps_to(gate))
    }
}
