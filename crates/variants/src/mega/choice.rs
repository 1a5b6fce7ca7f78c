//! The legal choices of boards for a board turn, by the safety of the player's mega-king (G6, G8 to
//! G10).
//!
//! In a board turn nothing moves on the mega-board, so only three changes matter to G8: an enemy
//! mega-piece vanishes because the player wins on its board; an own one vanishes because a check on
//! its board is not answered; an enemy one becomes armed for the same reason. Each of the eight
//! lines from the mega-king, and each square a knight's move away, depends only on its own boards.
//! The traversal of a line goes from its far end to the king and keeps two results for the part
//! behind it, by the number of boards played on there: the total number of ways, and the number of
//! ways that leave no attacker if the line is open up to here. Counting the ways, testing whether
//! there is one, and drawing one at random use the same traversal.

use super::board::{Board, Game};
use crate::{
    board::{Bitboard, Square, attacks},
    fide::{Board as Pieces, Role},
};

/// The effect of a turn on a mega-piece on whose board the player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It remains and does not attack the player's king: neutral, disarmed, dethroned, or armed and
    /// the player's own.
    Stays,
    /// It is removed from the mega-board.
    Vanishes,
    /// It is an enemy piece and becomes armed.
    Arms,
}

/// The effects of the possible turns on one board.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardOptions<W> {
    /// Its fate is decided; if it is played on, that has been counted.
    Decided(Fate),
    /// It may be played on or not.
    Open {
        /// Its fate if it is not played on.
        left_alone: Fate,
        /// The turns on it after which the mega-piece remains.
        stays: W,
        /// The turns on it after which the mega-piece vanishes.
        vanishes: W,
    },
}

/// The ways to play on 0 to 8 of a set of boards.
pub(super) trait Ways: Clone + PartialEq {
    /// The ways to play on one board.
    type Weight;

    /// Returns no ways.
    fn none() -> Self;

    /// Returns the single way of playing on no board.
    fn one() -> Self;

    /// Returns the union of both.
    fn or(self, other: Self) -> Self;

    /// Returns these ways, each combined with those of `weight` on one more board.
    fn and(&self, weight: &Self::Weight) -> Self;
}

/// The feasible numbers of boards: bit `n` is set if there is a way for `n` boards.
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

/// An element of the lines of a mega-king.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// A board that may be played on.
    Board {
        /// The square of the board.
        square: Square,
        /// Whether its mega-piece, if it were armed, would attack the king from here.
        hits: bool,
    },
    /// An armed enemy piece that attacks along the line.
    Attacker,
    /// The end of a line.
    End,
}

/// The ways to play on the boards behind a [`Link`], as seen from the king.
#[derive(Clone, Debug)]
pub(super) struct WaysAfter<T> {
    /// The ways that are legal if the line is open up to here.
    pub(super) open: T,
    /// The ways that are legal if it is not.
    pub(super) closed: T,
}

impl Board {
    /// Returns the boards that the player to move may play on, those on the lines of the own
    /// mega-king first.
    pub(super) fn links(&self) -> Vec<Link> {
        const STEPS: [i32; 8] = [8, 9, 1, -7, -8, -9, -1, 7];
        let us = self.turn;
        let king = self.pieces.king(us);
        let playable = self.playable();
        let attackers = self.pieces.color(!us) & self.armed;
        let mut links = Vec::with_capacity(64);
        let mut walked = Bitboard::EMPTY;
        let mut walk = |squares: &mut dyn Iterator<Item = Square>| {
            let before = links.len();
            for square in squares {
                let hits = self.pieces.color(!us).contains(square) && self.hits(square, king);
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
        let occupied = self.pieces.occupied();
        let around = attacks::diagonals(king) | attacks::straights(king);
        for step in STEPS {
            let mut line = ray(king, step).filter(|&square| (around & occupied).contains(square));
            walk(&mut line);
        }
        let knights = attacks::knight(king) & self.pieces.pieces(!us, Role::Knight);
        for square in knights & (attackers | playable) {
            walk(&mut std::iter::once(square));
        }
        for square in playable.without(walked) {
            let hits = false;
            links.push(Link::Board { square, hits });
        }
        links
    }

    /// Whether the piece on `square` would attack `king` if it were armed and nothing were in
    /// between.
    pub(super) fn hits(&self, square: Square, king: Square) -> bool {
        match self.pieces.piece_at(square) {
            None => false,
            Some(piece) if piece.role == Role::Pawn => {
                attacks::pawn(piece.color, square).contains(king)
            }
            Some(piece) => Pieces::attacks_of(piece.role, square, Bitboard::EMPTY).contains(king),
        }
    }

    /// Returns the fate of the mega-piece on `square` if the player to move does not play on its
    /// board (G9).
    pub(super) fn left_alone(&self, square: Square) -> Fate {
        let own = self.pieces.color(self.turn).contains(square);
        if !self.besieged().contains(square) || self.pieces.king(self.turn) == square {
            Fate::Stays
        } else if own {
            Fate::Vanishes
        } else {
            Fate::Arms
        }
    }

    /// Whether the mega-piece on `square` vanishes if the player to move wins on its board.
    pub(super) fn vanishes_if_won(&self, square: Square) -> bool {
        let enemies = self.pieces.color(!self.turn);
        enemies.contains(square) && self.pieces.king(!self.turn) != square
    }

    /// Whether some choice of boards and of turns on them is a legal board turn (G6, G8).
    pub fn has_board_turn(&self) -> bool {
        let boards = self.boards_of_a_turn();
        boards > 0 && {
            let rest =
                walk::<Feasible>(&self.links(), |square, split| self.feasible(square, split));
            rest[0].open.0 >> boards & 1 == 1
        }
    }

    /// Returns the options on the board on `square`. With `split`, turns that win are separate.
    pub(super) fn feasible(&self, square: Square, split: bool) -> BoardOptions<bool> {
        let won = split && self.vanishes_if_won(square);
        // It is never worse if the mega-piece remains: winning matters only if every turn wins.
        let stays = !won || self.game(square).is_some_and(Game::has_non_winning_turn);
        BoardOptions::Open {
            left_alone: self.left_alone(square),
            stays,
            vanishes: !stays,
        }
    }
}

/// Returns the squares from `from` in one direction; `step` is added to the index of a square.
fn ray(from: Square, step: i32) -> impl Iterator<Item = Square> {
    let next = move |&square: &Square| {
        let to = Square::from_index(usize::try_from(square as i32 + step).ok()?)?;
        (square.distance(to) == 1).then_some(to)
    };
    std::iter::successors(Some(from), next).skip(1)
}

/// Returns the ways after each of `links`; the first entry holds those of the whole traversal.
/// `option` returns the options on a board; its second argument tells whether turns after which the
/// mega-piece vanishes must be separate.
pub(super) fn walk<T: Ways>(
    links: &[Link],
    mut option: impl FnMut(Square, bool) -> BoardOptions<T::Weight>,
) -> Vec<WaysAfter<T>> {
    let mut rest = WaysAfter {
        open: T::one(),
        closed: T::one(),
    };
    let mut table = vec![rest.clone()];
    for link in links.iter().rev() {
        rest = match *link {
            Link::End => WaysAfter {
                closed: rest.open.clone(),
                open: rest.open,
            },
            Link::Attacker => WaysAfter {
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

/// Returns the ways before a board, given those after it.
fn before_board<T: Ways>(
    rest: &WaysAfter<T>,
    hits: bool,
    option: &BoardOptions<T::Weight>,
) -> WaysAfter<T> {
    let left = |fate| after(rest, hits, fate);
    match option {
        BoardOptions::Decided(fate) => WaysAfter {
            open: left(*fate),
            closed: rest.closed.clone(),
        },
        BoardOptions::Open {
            left_alone,
            stays,
            vanishes,
        } => {
            let either = |left_alone: T, open: &T| {
                let played = rest.closed.and(stays).or(open.and(vanishes));
                left_alone.or(played)
            };
            WaysAfter {
                open: either(left(*left_alone), &rest.open),
                closed: either(rest.closed.clone(), &rest.closed),
            }
        }
    }
}

/// Returns the ways after a board with this fate on a line that is open up to it.
fn after<T: Ways>(rest: &WaysAfter<T>, hits: bool, fate: Fate) -> T {
    match fate {
        Fate::Vanishes => rest.open.clone(),
        Fate::Arms if hits => T::none(),
        Fate::Stays | Fate::Arms => rest.closed.clone(),
    }
}
