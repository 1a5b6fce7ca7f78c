//! Plans from one board to another: the plies of both colors that lead there.
//!
//! The plies of a turn alternate between its player and the opponent and end with the player's, so
//! that the opponent is to move. Short plans are found by a search over plies that correct a
//! square; if that takes too long, each ply is chosen greedily.

use jabberwock_game::Color;
use jabberwock_variants::xboard::XBoardParent;

use super::{
    board::{Board, FAR, Piece, Rules, Squares},
    ply::{Kills, Move, Ply},
    square::Square,
};

/// Maximum number of plies of a turn; squares that they do not correct stay wrong.
pub(super) const LONGEST: usize = 11;

/// Maximum number of plies that are found by search rather than greedily.
const SEARCHED: usize = 7;

/// Maximum number of plies tried in each search.
const EFFORT: u32 = 4000;

/// Finds plies that lead from `board` to `target`, with the side to move making the first and the
/// last ply.
pub(super) fn plan(rules: &Rules, board: &Board, target: &Squares) -> Vec<Ply> {
    let mut search = Search {
        rules,
        target,
        effort: 0,
        plies: Vec::new(),
    };
    let wrong = search.wrong(board);
    let is_solved = (1..=SEARCHED).step_by(2).any(|length| {
        search.effort = EFFORT;
        search.plies.clear();
        search.solve(board, &wrong, length)
    });
    if is_solved {
        search.plies.reverse();
        search.plies
    } else {
        search.one_by_one(board, wrong)
    }
}

/// A ply, the board after it, and the squares that are wrong there.
struct Candidate {
    ply: Ply,
    /// The index of the piece's letter in [`Rules::order`].
    order: usize,
    board: Board,
    wrong: Vec<Square>,
}

struct Search<'a> {
    rules: &'a Rules,
    target: &'a Squares,
    /// Plies that may still be tried.
    effort: u32,
    /// The plies found, last first.
    plies: Vec<Ply>,
}

impl Search<'_> {
    fn target(&self, square: Square) -> Option<Piece> {
        self.target[usize::from(square)]
    }

    /// Returns the squares where `board` differs from the target.
    fn wrong(&self, board: &Board) -> Vec<Square> {
        let squares = board.squares.iter().zip(self.target).enumerate();
        squares
            .filter(|(_, (is, should))| is != should)
            .map(|(square, _)| square as Square)
            .collect()
    }

    /// Searches for exactly `length` plies that correct everything.
    fn solve(&mut self, board: &Board, wrong: &[Square], length: usize) -> bool {
        if length == 0 {
            return wrong.is_empty();
        }
        if !self.is_within_reach(board.side, wrong, length) {
            return false;
        }
        for candidate in self.candidates(board, wrong) {
            if self.effort == 0 {
                return false;
            }
            self.effort -= 1;
            if self.solve(&candidate.board, &candidate.wrong, length - 1) {
                self.plies.push(candidate.ply);
                return true;
            }
        }
        false
    }

    /// Whether `length` plies may correct all of `wrong`: a ply puts at most one piece in its
    /// place, an exchange of two own pieces two, and empties at most three squares.
    fn is_within_reach(&self, side: Color, wrong: &[Square], length: usize) -> bool {
        let per_ply = match self.rules.parent {
            XBoardParent::Chu => 2,
            XBoardParent::Lion => 1,
        };
        let to_place = |color| {
            let owners = wrong.iter().filter_map(|&square| self.target(square));
            owners.filter(|piece| piece.color() == color).count()
        };
        let (own, enemy) = (to_place(side), to_place(!side));
        let to_empty = wrong.len() - own - enemy;
        own <= per_ply * length.div_ceil(2)
            && enemy <= per_ply * (length / 2)
            && to_empty <= 3 * length
    }

    /// Returns plies chosen greedily, each correcting the most squares.
    fn one_by_one(&self, board: &Board, mut wrong: Vec<Square>) -> Vec<Ply> {
        let mut board = board.clone();
        let mut plies = Vec::new();
        let mut idle = 0;
        while plies.len() < LONGEST {
            // After two passes in a row nothing more can be corrected; the turn ends with its
            // player's ply.
            let is_done = wrong.is_empty() || idle >= 2;
            if is_done && plies.len() % 2 == 1 {
                break;
            }
            let candidates = self.candidates(&board, &wrong);
            let best = candidates
                .into_iter()
                .find(|candidate| candidate.wrong.len() < wrong.len())
                .unwrap_or_else(|| self.pass(&board));
            idle = if best.ply == Ply::Pass { idle + 1 } else { 0 };
            plies.push(best.ply);
            board = best.board;
            wrong = best.wrong;
        }
        while plies.len() > 1 && plies[plies.len() - 2..] == [Ply::Pass, Ply::Pass] {
            plies.truncate(plies.len() - 2);
        }
        plies
    }

    /// Returns useful plies, the most natural first, as a person would move. The order is by the
    /// number of squares corrected, then drops after moves, then plies that change the type of a
    /// piece, if one of that type could move there, after those that do not. A pass comes last
    /// except for plies that remove a piece that could move to its place.
    fn candidates(&self, board: &Board, wrong: &[Square]) -> Vec<Candidate> {
        let mut plies = Vec::new();
        self.add_moves(board, wrong, &mut plies);
        self.add_stays(board, wrong, &mut plies);
        self.add_drops(board, wrong, &mut plies);
        let mut candidates: Vec<Candidate> = plies
            .into_iter()
            .filter_map(|ply| self.candidate(board, ply))
            .collect();
        candidates.push(self.pass(board));
        candidates.sort_by_key(|candidate| {
            let ply = &candidate.ply;
            let last = (self.removes_needed(board, wrong, ply), *ply == Ply::Pass);
            let late = (
                becomes_needlessly(board, wrong, ply),
                matches!(ply, Ply::Drop { .. }),
            );
            (last, late, candidate.wrong.len(), candidate.order)
        });
        candidates
    }

    /// Whether `ply` removes a piece on its path whose kind is needed on one of `wrong`.
    fn removes_needed(&self, board: &Board, wrong: &[Square], ply: &Ply) -> bool {
        let Ply::Move(Move { kills, .. }) = ply else {
            return false;
        };
        let is_due = |piece: Piece| {
            wrong
                .iter()
                .any(|&square| self.target(square) == Some(piece))
        };
        let mut pieces = kills
            .iter()
            .filter_map(|&kill| board.squares[usize::from(kill)]);
        pieces.any(is_due)
    }

    fn pass(&self, board: &Board) -> Candidate {
        self.candidate(board, Ply::Pass)
            .expect("a pass is always taken")
    }

    fn candidate(&self, board: &Board, ply: Ply) -> Option<Candidate> {
        let mut after = board.clone();
        after.play(self.rules, &ply).ok()?;
        Some(Candidate {
            order: self.order(board, &ply),
            ply,
            wrong: self.wrong(&after),
            board: after,
        })
    }

    /// Returns the rank of `ply` among plies that correct as many squares: pieces listed earlier
    /// come first.
    fn order(&self, board: &Board, ply: &Ply) -> usize {
        let letter = match ply {
            Ply::Pass => return usize::MAX,
            Ply::Drop { letter, .. } => *letter,
            Ply::Move(made) => match board.squares[usize::from(made.from)] {
                Some(piece) => piece.letter(),
                None => return usize::MAX,
            },
        };
        let mut letters = self.rules.order.iter();
        letters
            .position(|&listed| listed == letter)
            .unwrap_or(usize::MAX)
    }

    /// Adds moves from a wrong square to one where a piece of the side is needed.
    fn add_moves(&self, board: &Board, wrong: &[Square], plies: &mut Vec<Ply>) {
        for (from, piece) in own(board, wrong) {
            for &to in wrong.iter().filter(|&&to| to != from) {
                let Some(due) = self.target(to).filter(|due| due.color() == board.side) else {
                    continue;
                };
                let letter = (due.letter() != piece.letter()).then(|| due.letter());
                let step = Ply::step(from, to, letter);
                if let Some(detour) = self.detour(board, from, to, &step) {
                    plies.push(detour);
                }
                plies.push(step);
                let has_own =
                    board.squares[usize::from(to)].is_some_and(|other| other.color() == board.side);
                if has_own && self.rules.parent == XBoardParent::Chu {
                    plies.push(with_kills(from, to, &[to], letter));
                }
                let kills = self.kills(board, wrong, from, to);
                let enough = if letter.is_some() { 1 } else { 2 };
                for count in 1..=kills.len().min(enough) {
                    plies.push(with_kills(from, to, &kills[..count], letter));
                }
                if let Some(kill) = self.own_kill(board, wrong, from, to) {
                    plies.push(with_kills(from, to, &[kill], letter));
                }
            }
        }
    }

    /// Returns the first half of a pawn's detour over an empty square, if `XBoard` would apply its
    /// en passant rule on the direct path: to a square on another rank and file, so that it does
    /// not look like a move.
    fn detour(&self, board: &Board, from: Square, to: Square, step: &Ply) -> Option<Ply> {
        let size = self.rules.size;
        let is_far = size.file(from).abs_diff(size.file(to)) > FAR;
        if !is_far || board.clone().play(self.rules, step).is_ok() {
            return None;
        }
        let mut squares = (0..size.squares()).map(|square| square as Square);
        let over = squares.find(|&over| {
            let index = usize::from(over);
            board.squares[index].is_none()
                && self.target[index].is_none()
                && size.rank(over) != size.rank(from)
                && [from, to]
                    .iter()
                    .all(|&end| (1..=FAR).contains(&size.file(over).abs_diff(size.file(end))))
        })?;
        Some(Ply::step(from, over, None))
    }

    /// Adds plies of a piece that ends where it began: it removes others, or changes its type.
    fn add_stays(&self, board: &Board, wrong: &[Square], plies: &mut Vec<Ply>) {
        for (at, piece) in own(board, wrong) {
            let Some(due) = self.target(at).filter(|due| due.color() == board.side) else {
                continue;
            };
            let letter = (due.letter() != piece.letter()).then(|| due.letter());
            let kills = self.kills(board, wrong, at, at);
            let over = kills.first().copied().or_else(|| self.empty(board));
            plies.extend(over.map(|over| with_kills(at, at, &[over], letter)));
        }
        if let Some(at) = self.piece_in_place(board, board.side) {
            let kills = self.kills(board, wrong, at, at);
            if !kills.is_empty() {
                plies.push(with_kills(at, at, &kills, None));
            }
            if let Some(kill) = self.own_kill(board, wrong, at, at) {
                plies.push(with_kills(at, at, &[kill], None));
            }
        }
    }

    /// Adds drops where a piece of the side is needed, of any type if there is none of its own: its
    /// type is changed by a later ply.
    fn add_drops(&self, board: &Board, wrong: &[Square], plies: &mut Vec<Ply>) {
        let stock = &board.stock[board.side];
        let is_held = |letter: u8| self.rules.slot(letter).is_some_and(|slot| stock[slot] > 0);
        for &to in wrong {
            let Some(due) = self.target(to).filter(|due| due.color() == board.side) else {
                continue;
            };
            let any = || {
                self.rules
                    .holdings
                    .iter()
                    .copied()
                    .find(|&held| is_held(held))
            };
            let letter = Some(due.letter())
                .filter(|&letter| is_held(letter))
                .or_else(any);
            plies.extend(letter.map(|letter| Ply::Drop { letter, to }));
        }
    }

    /// Returns the enemy pieces that a ply from `from` to `to` may remove on its path: the first
    /// two that are misplaced, those whose kind is not needed elsewhere first.
    fn kills(&self, board: &Board, wrong: &[Square], from: Square, to: Square) -> Kills {
        self.removable(board, wrong, from, to, !board.side)
            .into_iter()
            .take(2)
            .collect()
    }

    /// Returns the own piece that a ply may remove on its path.
    fn own_kill(
        &self,
        board: &Board,
        wrong: &[Square],
        from: Square,
        to: Square,
    ) -> Option<Square> {
        let removable = self.removable(board, wrong, from, to, board.side);
        removable.first().copied()
    }

    fn removable(
        &self,
        board: &Board,
        wrong: &[Square],
        from: Square,
        to: Square,
        color: Color,
    ) -> Vec<Square> {
        let due = wrong.iter().filter_map(|&square| self.target(square));
        let due: Vec<Piece> = due.filter(|piece| piece.color() == color).collect();
        let mut squares: Vec<(bool, Square)> = wrong
            .iter()
            .filter(|&&square| square != from && square != to)
            .filter_map(|&square| {
                let piece = board.squares[usize::from(square)]?;
                let is_misplaced = self
                    .target(square)
                    .is_none_or(|due| due.color() != piece.color());
                (piece.color() == color && is_misplaced).then(|| (due.contains(&piece), square))
            })
            .collect();
        squares.sort_unstable();
        squares.into_iter().map(|(_, square)| square).collect()
    }

    /// Returns a piece of `color` that is in its place. Its removals count as captures of its own
    /// kind, so one whose kind is not in the holdings is preferred: what it adds to the holdings
    /// cannot be dropped.
    fn piece_in_place(&self, board: &Board, color: Color) -> Option<Square> {
        let squares = board.squares.iter().zip(self.target).enumerate();
        let standing = squares.filter_map(|(square, (is, should))| {
            let piece = is.filter(|piece| is == should && piece.color() == color)?;
            Some((self.rules.slot(piece.letter()).is_some(), square as Square))
        });
        standing.min().map(|(_, square)| square)
    }

    /// Returns the first square that is and stays empty.
    fn empty(&self, board: &Board) -> Option<Square> {
        let mut squares = board.squares.iter().zip(self.target);
        squares
            .position(|(is, should)| is.is_none() && should.is_none())
            .map(|square| square as Square)
    }
}

/// Returns the pieces of the side to move on the squares of `wrong`.
fn own(board: &Board, wrong: &[Square]) -> impl Iterator<Item = (Square, Piece)> {
    wrong.iter().filter_map(|&square| {
        let piece = board.squares[usize::from(square)]?;
        (piece.color() == board.side).then_some((square, piece))
    })
}

/// Whether a piece changes its type although the side has another piece of that type on one of
/// `wrong`.
fn becomes_needlessly(board: &Board, wrong: &[Square], ply: &Ply) -> bool {
    let &Ply::Move(Move {
        from,
        letter: Some(letter),
        ..
    }) = ply
    else {
        return false;
    };
    own(board, wrong).any(|(at, piece)| at != from && piece.letter() == letter)
}

fn with_kills(from: Square, to: Square, kills: &[Square], letter: Option<u8>) -> Ply {
    Ply::Move(Move {
        from,
        to,
        kills: kills.iter().copied().collect(),
        letter,
    })
}
