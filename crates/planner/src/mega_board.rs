//! The mega-board without its games: who can go where, and a shallow search of it.
//!
//! Running games are men that move and block but neither capture nor can be captured (mega G12,
//! G13); nobody knows how they will end, so the search leaves them as they are and counts a board
//! turn as a pass. What games are worth is added by who asks.

mod evaluation;

use std::time::Instant;

use jabberwock_game::{ByColor, Color, Score};
use jabberwock_variants::{
    board::{Bitboard, Rank, Square, attacks},
    fide::{Board as Men, Kind, Man, Move, Role, Wing},
    mega::{Board, State},
};

use evaluation::worth;
pub(super) use evaluation::{armed_value, value_of};

/// Checks are answered and captures followed at most so many turns deep.
const DEEPEST: i32 = 12;

/// The mega-board.
#[derive(Clone, Debug)]
pub(super) struct Field {
    men: Men,
    armed: Bitboard,
    disarmed: Bitboard,
    dethroned: Bitboard,
    turn: Color,
    /// Whether each player has games to make a board turn in.
    can_pass: ByColor<bool>,
    /// What the player to move loses by any mega-move now, in centipawns: games in which he is in
    /// check (G9).
    cost: i32,
}

impl Field {
    /// The mega-board as it is; `cost` is what the player to move loses by a mega-move.
    pub(super) fn new(board: &Board, cost: i32) -> Field {
        Field {
            men: board.men().clone(),
            armed: board.in_state(State::Armed),
            disarmed: board.in_state(State::Disarmed),
            dethroned: board.in_state(State::Dethroned),
            turn: board.turn(),
            can_pass: ByColor(
                [Color::White, Color::Black].map(|color| !board.to_move(color).is_empty()),
            ),
            cost,
        }
    }

    /// Whether `color`'s mega-king is in check (G14).
    fn is_check(&self, color: Color) -> bool {
        let attackers = self
            .men
            .attackers(self.men.king(color), self.men.occupied());
        attackers.meets(self.men.color(!color) & self.armed)
    }

    /// What the man on `square` attacks if it is armed.
    fn attacks(man: Man, square: Square, occupied: Bitboard) -> Bitboard {
        match man.role {
            Role::Pawn => attacks::pawn(man.color, square),
            role => Men::attacks_of(role, square, occupied),
        }
    }

    /// The mega-moves without regard to G8 (G12, G13, G15, G17), captures first. Castling and en
    /// passant are left out.
    fn moves(&self, captures_only: bool) -> Vec<(i32, Move)> {
        let us = self.turn;
        let occupied = self.men.occupied();
        let kings = self.men.role(Role::King);
        let prey = (self.men.color(!us) & (self.armed | self.disarmed)).without(kings);
        let mut movers = self.men.color(us).without(self.dethroned);
        if captures_only {
            movers &= self.armed;
        }
        let mut list = Vec::with_capacity(64);
        for from in movers {
            let Some(man) = self.men.man_at(from) else {
                continue;
            };
            let armed = self.armed.contains(from);
            let reach = Field::attacks(man, from, occupied);
            let captures = if armed { reach & prey } else { Bitboard::EMPTY };
            let quiet = match man.role {
                _ if captures_only => Bitboard::EMPTY,
                Role::Pawn => pawn_steps(from, us, occupied),
                _ => reach.without(occupied),
            };
            for to in captures | quiet {
                let victim = self.men.role_at(to);
                let gain = victim.map_or(0, |role| 1_000 + armed_value(role));
                let mv = Move::normal(man.role, from, to, victim);
                let promotes = man.role == Role::Pawn && to.rank() == Rank::Eighth.of(us);
                if !promotes {
                    list.push((gain, mv));
                } else if armed {
                    for role in [Role::Queen, Role::Knight] {
                        let promotion = Some(role);
                        list.push((gain + armed_value(role), Move { promotion, ..mv }));
                    }
                }
            }
        }
        list.sort_by_key(|&(order, _)| -order);
        list
    }

    /// The board after the mega-move `mv`, the games in which the mover is in check left as they
    /// are.
    pub(super) fn after(&self, mv: Move) -> Field {
        let mut after = self.clone();
        let us = self.turn;
        after.men.make(us, mv);
        let captured = match mv.kind {
            Kind::EnPassant => mv.to.ahead(!us),
            Kind::Normal | Kind::Castling => mv.to,
        };
        for set in [&mut after.armed, &mut after.disarmed] {
            *set = set.without(Bitboard::of(captured));
            shift(set, mv.from, mv.to);
            if mv.kind == Kind::Castling {
                let wings = Wing::ALL.into_iter();
                for wing in wings.filter(|wing| wing.king_to(us) == mv.to) {
                    shift(set, wing.rook_from(us), wing.rook_to(us));
                }
            }
        }
        after.pass();
        after
    }

    /// The other player's turn, the board as it is.
    fn pass(&mut self) {
        self.turn = !self.turn;
        self.cost = 0;
    }
}

/// What is on `from` comes to `to`.
fn shift(set: &mut Bitboard, from: Square, to: Square) {
    if set.contains(from) {
        *set = set.without(Bitboard::of(from)) | Bitboard::of(to);
    }
}

fn pawn_steps(from: Square, us: Color, occupied: Bitboard) -> Bitboard {
    let one = Bitboard::of(from).ahead(us).without(occupied);
    let third = Bitboard::rank(Rank::Third.of(us));
    one | (one & third).ahead(us).without(occupied)
}

/// A shallow search.
#[derive(Debug)]
pub(super) struct Look {
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
}

impl Look {
    /// One of about `limit` positions at most, which ends at `deadline`.
    pub(super) fn new(limit: u64, deadline: Option<Instant>) -> Look {
        Look {
            nodes: 0,
            limit,
            deadline,
        }
    }

    /// The positions looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the limit was reached, so that values are no longer to be trusted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.nodes >= self.limit
    }

    /// What `field` is worth to its player to move, in centipawns, looking `depth` turns ahead.
    pub(super) fn value(&mut self, field: &Field, depth: u32) -> i32 {
        let bound = Score::INFINITE.0;
        self.search(field, depth, 1, -bound, bound)
    }

    fn search(&mut self, field: &Field, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        const GLANCE: u64 = 64;
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE)
            && self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.limit = self.nodes;
        }
        let us = field.turn;
        let check = field.is_check(us);
        let quiet = depth == 0 && !check;
        if ply >= DEEPEST || self.is_exhausted() {
            return worth(field);
        }
        let mut best = None;
        if quiet {
            best = Some(worth(field));
        } else if !check && field.can_pass[us] {
            let mut passed = field.clone();
            passed.pass();
            best = Some(-self.search(&passed, depth - 1, ply + 1, -beta, -alpha));
        }
        if let Some(value) = best {
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        for (_, mv) in field.moves(quiet) {
            let after = field.after(mv);
            if after.is_check(us) {
                continue;
            }
            let (cost, rest) = (field.cost, depth.saturating_sub(1));
            let bounds = (-beta - cost, -alpha - cost);
            let value = -self.search(&after, rest, ply + 1, bounds.0, bounds.1) - cost;
            best = Some(best.map_or(value, |best| best.max(value)));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // Mega-checkmate and mega-stalemate are both lost (G18).
        best.unwrap_or(Score::mated_in(ply).0)
    }
}
