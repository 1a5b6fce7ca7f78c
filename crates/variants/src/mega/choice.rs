//! The choice of boards of a board turn, and what it does to the lines of the player's mega-king
//! (G6, G8 to G10).
//!
//! In a board turn nothing moves on the mega-board, so whether G8 holds depends on little. What the
//! turn can do to the mega-king of the player who makes it is: an enemy's mega-piece vanishes
//! because he wins on it; his own vanishes because he leaves a check unanswered; an enemy's becomes
//! armed because of that. Each of the eight lines from the mega-king, and each knight's square, is
//! concerned with its own boards alone. Walking a line from its far end to the king, it is enough
//! to know two things of what lies beyond: how many ways there are to play on so many boards there
//! at all, and how many that leave a line which is open up to here without an attacker. Counting
//! ways, asking whether there is one, and drawing one at random are the same walk.

use super::Board;
use crate::{
    board::{Bitboard, Square, attacks},
    fide::{Board as Men, Role},
};

/// What becomes of a mega-piece on whose board the player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays, and attacks nothing: neutral, disarmed, dethroned, or armed and his own.
    Stays,
    /// It leaves the mega-board.
    Vanishes,
    /// It becomes armed and is an enemy's.
    Arms,
}

/// What can be done on one board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Doable<W> {
    /// It is known what becomes of it; if it is played on, that has been counted.
    Decided(Fate),
    /// It may be left alone, or be played on.
    Open {
        /// What becomes of it if it is left alone.
        idle: Fate,
        /// The turns on it after which it stays.
        stays: W,
        /// The turns on it after which it vanishes.
        vanishes: W,
    },
}

/// Ways to play on 0 to 8 of some boards.
pub(super) trait Ways: Clone + PartialEq {
    /// The ways to play on one board.
    type Weight;

    /// There is no way.
    fn none() -> Self;

    /// The one way to play on no board.
    fn one() -> Self;

    /// These ways or those.
    fn or(self, other: Self) -> Self;

    /// These ways, each with one of `weight` on one more board.
    fn and(&self, weight: &Self::Weight) -> Self;
}

/// Whether there is a way: bit `n` for `n` boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feasible(pub(super) u16);

impl Ways for Feasible {
    type Weight = bool;

    fn none() -> Feasible {
        Feasible(0)
    }

    fn one() -> Feasible {
        Feasible(1)
    }

    fn or(self, other: Feasible) -> Feasible {
        Feasible(self.0 | other.0)
    }

    fn and(&self, &weight: &bool) -> Feasible {
        Feasible(if weight { self.0 << 1 & 0x1ff } else { 0 })
    }
}

/// A place on the way along the lines of a mega-king.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// A board to be played on or left alone. `hits`: armed, it would attack the king from here.
    Board {
        /// Where it is.
        square: Square,
        /// Whether it could give check from here.
        hits: bool,
    },
    /// An armed enemy that attacks along the line.
    Attacker,
    /// The end of a line; the next begins.
    End,
}

/// What is left after a [`Link`], seen from the king.
#[derive(Clone, Debug)]
pub(super) struct Rest<T> {
    /// Ways that are legal if the line is open up to here.
    pub(super) open: T,
    /// Ways that are legal if it is not.
    pub(super) closed: T,
}

impl Board {
    /// The boards that the player to move may play on, along the lines of his mega-king first.
    pub(super) fn links(&self) -> Vec<Link> {
        const STEPS: [i32; 8] = [8, 9, 1, -7, -8, -9, -1, 7];
        let us = self.turn;
        let king = self.men.king(us);
        let playable = self.playable();
        let attackers = self.men.color(!us) & self.armed;
        let mut links = Vec::with_capacity(64);
        let mut walked = Bitboard::EMPTY;
        let mut walk = |squares: &mut dyn Iterator<Item = Square>| {
            let before = links.len();
            for square in squares {
                let hits = self.men.color(!us).contains(square) && self.hits(square, king);
                if playable.contains(square) {
                    walked |= Bitboard::of(square);
                    links.push(Link::Board { square, hits });
                } else {
                    if hits && attackers.contains(square) {
                        links.push(Link::Attacker);
                    }
                    break;
                }
            }
            if links.len() > before {
                links.push(Link::End);
            }
        };
        let occupied = self.men.occupied();
        let around = attacks::diagonals(king) | attacks::straights(king);
        for step in STEPS {
            let mut line = ray(king, step).filter(|&square| (around & occupied).contains(square));
            walk(&mut line);
        }
        let knights = attacks::knight(king) & self.men.men(!us, Role::Knight);
        for square in knights & (attackers | playable) {
            walk(&mut std::iter::once(square));
        }
        for square in playable.without(walked) {
            let hits = false;
            links.push(Link::Board { square, hits });
        }
        links
    }

    /// Whether the man on `square` would attack `king` if it were armed and nothing stood between.
    pub(super) fn hits(&self, square: Square, king: Square) -> bool {
        match self.men.man_at(square) {
            None => false,
            Some(man) if man.role == Role::Pawn => attacks::pawn(man.color, square).contains(king),
            Some(man) => Men::attacks_of(man.role, square, Bitboard::EMPTY).contains(king),
        }
    }

    /// What becomes of the board on `square` if the player to move leaves it alone (G9).
    pub(super) fn idle(&self, square: Square) -> Fate {
        let own = self.men.color(self.turn).contains(square);
        if !self.besieged().contains(square) || self.men.king(self.turn) == square {
            Fate::Stays
        } else if own {
            Fate::Vanishes
        } else {
            Fate::Arms
        }
    }

    /// Whether the mega-piece on `square` leaves if the player to move wins on its board.
    pub(super) fn vanishes_if_won(&self, square: Square) -> bool {
        let enemies = self.men.color(!self.turn);
        enemies.contains(square) && self.men.king(!self.turn) != square
    }

    /// Whether some choice of boards, and of turns on them, makes a legal board turn (G6, G8).
    pub(super) fn has_board_turn(&self) -> bool {
        let boards = self.boards_of_a_turn();
        boards > 0 && {
            let rest =
                walk::<Feasible>(&self.links(), |square, split| self.feasible(square, split));
            rest[0].open.0 >> boards & 1 == 1
        }
    }

    /// What can be done on the board on `square`. With `split`, turns that win are told apart.
    pub(super) fn feasible(&self, square: Square, split: bool) -> Doable<bool> {
        let won = split && self.vanishes_if_won(square);
        // It is never worse if the mega-piece stays: ways that let it vanish matter only if no
        // others are there.
        let stays = !won || self.game(square).is_some_and(super::Game::has_quiet_turn);
        Doable::Open {
            idle: self.idle(square),
            stays,
            vanishes: !stays,
        }
    }
}

/// The squares from `from` in one direction, `step` being what it adds to the index of a square.
fn ray(from: Square, step: i32) -> impl Iterator<Item = Square> {
    let next = move |&square: &Square| {
        let to = Square::from_index(usize::try_from(square as i32 + step).ok()?)?;
        (square.distance(to) == 1).then_some(to)
    };
    std::iter::successors(Some(from), next).skip(1)
}

/// The ways left after each of `links`, the first entry being all the ways there are. `option` says
/// what can be done on a board; it is asked to tell apart the turns after which the mega-piece
/// vanishes only if that makes a difference.
pub(super) fn walk<T: Ways>(
    links: &[Link],
    mut option: impl FnMut(Square, bool) -> Doable<T::Weight>,
) -> Vec<Rest<T>> {
    let mut rest = Rest {
        open: T::one(),
        closed: T::one(),
    };
    let mut table = vec![rest.clone()];
    for link in links.iter().rev() {
        rest = match *link {
            Link::End => Rest {
                closed: rest.open.clone(),
                open: rest.open,
            },
            Link::Attacker => Rest {
                open: T::none(),
                closed: rest.closed,
            },
            Link::Board { square, hits } => {
                let split = rest.open != rest.closed;
                before_board(&rest, hits, &option(square, split))
            }
        };
        table.push(rest.clone());
    }
    table.reverse();
    table
}

/// The ways before a board, by those after it.
fn before_board<T: Ways>(rest: &Rest<T>, hits: bool, option: &Doable<T::Weight>) -> Rest<T> {
    let left = |fate| after(rest, hits, fate);
    match option {
        Doable::Decided(fate) => Rest {
            open: left(*fate),
            closed: rest.closed.clone(),
        },
        Doable::Open {
            idle,
            stays,
            vanishes,
        } => {
            let either = |idle: T, open: &T| {
                let played = rest.closed.and(stays).or(open.and(vanishes));
                idle.or(played)
            };
            Rest {
                open: either(left(*idle), &rest.open),
                closed: either(rest.closed.clone(), &rest.closed),
            }
        }
    }
}

/// The ways after a board with this fate on a line that is open up to it.
fn after<T: Ways>(rest: &Rest<T>, hits: bool, fate: Fate) -> T {
    match fate {
        Fate::Vanishes => rest.open.clone(),
        Fate::Arms if hits => T::none(),
        Fate::Stays | Fate::Arms => rest.closed.clone(),
    }
}
