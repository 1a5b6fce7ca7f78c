//! The board: attacks, immobilization, backstabs and pushes, and the effects of a move.

use jabberwock_game::Color;

use super::{
    moves::Move,
    role::{Piece, Role},
};
use crate::board::{Bitboard, Pieces, Square, attacks};

/// The pieces of Chaotic Chess.
pub type Board = Pieces<Role>;

/// The push made by a pawn's move (chaotic X14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The square of the pushed piece.
    pub from: Square,
    /// The square that it slides to.
    pub to: Square,
}

impl Pieces<Role> {
    /// Makes a move of `us` with its captures and its push. Returns whether something is captured.
    #[inline]
    pub fn make(&mut self, us: Color, mv: Move) -> bool {
        let Move { from, to, role } = mv;
        let piece = Piece { color: us, role };
        match role {
            Role::Pawn => {
                let push = self.push(from, to);
                self.shift(piece, from, to);
                if let Some(Push { from, to }) = push
                    && let Some(pushed) = self.piece_at(from)
                {
                    self.shift(pushed, from, to);
                }
                false
            }
            Role::Merchant => {
                let victims = self.victims(us, from, to);
                self.shift(piece, from, to);
                for square in victims {
                    self.capture(!us, square);
                }
                !victims.is_empty()
            }
            Role::Knight | Role::Rook | Role::Archbishop | Role::King => {
                let captures = self.color(!us).contains(to);
                if captures {
                    self.capture(!us, to);
                }
                self.shift(piece, from, to);
                captures
            }
        }
    }

    fn capture(&mut self, color: Color, square: Square) {
        if let Some(role) = self.role_at(square) {
            self.toggle(Piece { color, role }, square);
        }
    }

    /// Returns the square of `color`'s king; `None` after a backstab.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// Returns `color`'s pieces other than pawns and the king: a side without them has lost (X18).
    pub fn army(&self, color: Color) -> Bitboard {
        self.non_pawns(color)
    }

    /// Returns the pieces that merchants of `us` can backstab in one step, whoever is to move.
    pub fn backstab_victims(&self, us: Color) -> Bitboard {
        let mut victims = Bitboard::EMPTY;
        for from in self.pieces(us, Role::Merchant) {
            let steps = self.reach(us, Role::Merchant, from);
            for to in steps & self.backstab_squares(us, from) {
                victims |= self.victims(us, from, to);
            }
        }
        victims
    }

    /// Whether `color` would lose immediately if the enemy were to move, other than by check: by a
    /// backstab of the king, or by the loss of the last piece of the army.
    pub fn is_threatened(&self, color: Color) -> bool {
        let army = self.army(color);
        let backstab_victims = self.backstab_victims(!color);
        backstab_victims.intersects(self.pieces(color, Role::King))
            || army.without(backstab_victims).is_empty()
            || !army.more_than_one()
                && army.first().is_some_and(|last| {
                    let attackers = self.attackers(last, self.active(!color), self.occupied());
                    !attackers.is_empty()
                })
    }

    /// Returns `color`'s pieces that enemy merchants would immobilize if no friendly ones were
    /// near.
    fn movers(&self, color: Color) -> Bitboard {
        self.color(color)
            .without(self.role(Role::Pawn) | self.role(Role::Merchant))
    }

    /// Returns `color`'s pieces that are immobilized (X7).
    pub fn immobilized(&self, color: Color) -> Bitboard {
        let held = self.pieces(!color, Role::Merchant).beside();
        let freed = self.pieces(color, Role::Merchant).beside();
        self.movers(color) & held.without(freed)
    }

    /// Returns `color`'s kings, knights, archbishops and rooks that are not immobilized: the pieces
    /// that move and give check (X8).
    pub fn active(&self, color: Color) -> Bitboard {
        self.movers(color).without(self.immobilized(color))
    }

    /// Returns the pieces that a pawn can push, of either player, if there is room behind them
    /// (X15).
    pub fn pushable(&self) -> Bitboard {
        let of = |color: Color| {
            let guarded = self.pieces(color, Role::Merchant).beside();
            self.color(color).without(guarded | self.immobilized(color))
        };
        let merchants = self.role(Role::Merchant);
        (of(Color::White) | of(Color::Black)).without(merchants)
    }

    /// Returns the push made by a pawn that moves from one square to another, along one line over
    /// empty squares.
    pub fn push(&self, from: Square, to: Square) -> Option<Push> {
        let step = Bitboard::of(to).beside() & attacks::line(from, to);
        let next = step.without(attacks::between(from, to) | Bitboard::of(from));
        if !next.intersects(self.occupied()) || !next.intersects(self.pushable()) {
            return None;
        }
        let pushed = next.sole();
        let to = self.slide(from, pushed)?;
        Some(Push { from: pushed, to })
    }

    /// Returns the square to which the piece on `pushed` slides if a pawn comes from `from`, on the
    /// same line with nothing between them; `None` if there is no room behind it (X14, X15).
    pub fn slide(&self, from: Square, pushed: Square) -> Option<Square> {
        let occupied = self.occupied();
        let path = (attacks::rook(pushed, occupied) & attacks::line(from, pushed))
            .without(occupied | attacks::between(from, pushed));
        if from < pushed {
            path.last()
        } else {
            path.first()
        }
    }

    /// Whether there is room behind the piece on `pushed` for a push by a pawn that comes from
    /// `from`, on the same line with nothing between them.
    pub fn has_room_behind(&self, from: Square, pushed: Square) -> bool {
        let beside = Bitboard::of(pushed).beside() & attacks::line(from, pushed);
        let behind = beside.without(attacks::between(from, pushed));
        !behind.without(self.occupied()).is_empty()
    }

    /// Returns the squares on which the merchant of `us` on `from` would complete a backstab with
    /// another merchant (X10).
    pub fn backstab_squares(&self, us: Color, from: Square) -> Bitboard {
        let others = self.pieces(us, Role::Merchant).without(Bitboard::of(from));
        let backstab_targets = self.backstab_targets(us);
        let [north, south, east, west] = others.shifted().map(|beside| beside & backstab_targets);
        north.ahead(Color::White) | south.ahead(Color::Black) | east.east() | west.west()
    }

    /// Returns the pieces that `us` captures by the step of a merchant (X10).
    pub fn victims(&self, us: Color, from: Square, to: Square) -> Bitboard {
        let others = self.pieces(us, Role::Merchant).without(Bitboard::of(from));
        let backstab_targets = self.backstab_targets(us);
        let [north, south, east, west] = Bitboard::of(to)
            .shifted()
            .map(|beside| beside & backstab_targets);
        // The shifted merchants in the order north, south, east, west: a piece to the north of the
        // step's end needs a merchant to its own north, whose southern neighbour it is.
        let [to_north, to_south, to_east, to_west] = others.shifted();
        north & to_south | south & to_north | east & to_west | west & to_east
    }

    /// Returns the pieces that a backstab by `us` can capture: all enemy pieces but pawns.
    fn backstab_targets(&self, us: Color) -> Bitboard {
        self.color(!us).without(self.role(Role::Pawn))
    }

    /// Returns the pieces among `active` that attack `square` with the given `occupied` squares.
    /// The safety of pawns from sliders (X5) is ignored.
    pub fn attackers(&self, square: Square, active: Bitboard, occupied: Bitboard) -> Bitboard {
        let archbishops = self.role(Role::Archbishop);
        let attackers = attacks::knight(square) & (self.role(Role::Knight) | archbishops)
            | attacks::king(square) & self.role(Role::King)
            | attacks::bishop(square, occupied) & archbishops
            | attacks::rook(square, occupied) & self.role(Role::Rook);
        attackers & active
    }

    /// Returns the pieces that give check to `color` (X17).
    pub fn checkers(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.attackers(king, self.active(!color), self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether `color` is in check.
    pub fn is_check(&self, color: Color) -> bool {
        !self.checkers(color).is_empty()
    }

    /// Returns the pieces, of either player, each of which alone blocks a line from a slider among
    /// `active` to `king`.
    pub fn blockers(&self, king: Square, active: Bitboard) -> Bitboard {
        let occupied = self.occupied();
        let snipers = attacks::diagonals(king) & self.role(Role::Archbishop)
            | attacks::straights(king) & self.role(Role::Rook);
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers & active {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Returns the targets of an active piece of `us`, without pieces that it cannot capture (X3 to
    /// X6).
    #[inline]
    pub fn reach(&self, us: Color, role: Role, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let own = self.color(us);
        let pawns = self.role(Role::Pawn);
        match role {
            Role::Pawn => attacks::rook(from, occupied).without(occupied),
            Role::Merchant => attacks::king(from).without(occupied),
            Role::Knight => attacks::knight(from).without(own),
            Role::Rook => attacks::rook(from, occupied).without(own | pawns),
            Role::Archbishop => {
                let slides = attacks::bishop(from, occupied).without(pawns);
                (attacks::knight(from) | slides).without(own)
            }
            Role::King => attacks::king(from).without(own),
        }
    }
}
