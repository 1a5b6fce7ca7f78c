//! Threats of mega-mate by a single armed piece, found without a search.

use jabberwock_game::Color;
use jabberwock_variants::{
    board::{Bitboard, Square, attacks},
    fide::{Piece, Role},
};

use crate::mega_board::MegaBoard;

/// The longest threat, in moves of the piece.
const MAX_MOVES: u32 = 5;

/// Returns the smallest number of moves in which one armed piece of `us` mates the enemy mega-king
/// if the opponent passes in between; `None` if it is greater than [`MAX_MOVES`]. Mates by
/// discovered checks and by pawns are not found.
pub(crate) fn moves_to_mate(board: &MegaBoard, us: Color) -> Option<u32> {
    let pieces = board.pieces();
    let mut least: Option<u32> = None;
    for square in pieces.color(us) & board.armed() {
        let limit = least.map_or(MAX_MOVES, |least| least - 1);
        let Some(piece) = pieces.piece_at(square) else {
            continue;
        };
        if matches!(piece.role, Role::Pawn | Role::King) {
            continue;
        }
        let moves = Attacker::new(board, piece, square).moves_to_mate(limit);
        least = moves.or(least);
    }
    least
}

/// An armed piece, and the rest of the board without it.
struct Attacker<'a> {
    board: &'a MegaBoard,
    piece: Piece,
    from: Square,
    /// The enemy king.
    target: Square,
    occupied: Bitboard,
    /// The squares to which the piece may move: vacant ones and pieces that can be captured, if no
    /// armed enemy piece can recapture.
    open: Bitboard,
}

impl<'a> Attacker<'a> {
    fn new(board: &'a MegaBoard, piece: Piece, from: Square) -> Attacker<'a> {
        let pieces = board.pieces();
        let them = !piece.color;
        let occupied = pieces.occupied().without(Bitboard::of(from));
        let enemies = pieces.color(them);
        let capturable =
            (enemies & (board.armed() | board.disarmed())).without(pieces.role(Role::King));
        let guarded = attacked_by(board, enemies & board.armed(), occupied);
        Attacker {
            board,
            piece,
            from,
            target: pieces.king(them),
            occupied,
            open: Bitboard::FULL.without(occupied.without(capturable) | guarded),
        }
    }

    /// Returns the smallest number of moves to a square where the piece mates, if it is at most
    /// `limit`.
    fn moves_to_mate(&self, limit: u32) -> Option<u32> {
        let mates = self.mating_squares();
        if mates.is_empty() {
            return None;
        }
        let (mut seen, mut frontier) = (Bitboard::of(self.from), Bitboard::of(self.from));
        for moves in 1..=limit {
            let mut reached = Bitboard::EMPTY;
            for square in frontier {
                reached |= MegaBoard::attacks(self.piece, square, self.occupied);
            }
            if reached.intersects(mates) {
                return Some(moves);
            }
            frontier = (reached & self.open).without(seen);
            seen |= frontier;
        }
        None
    }

    /// Returns the squares where the piece gives a check that cannot be answered.
    fn mating_squares(&self) -> Bitboard {
        let (board, target) = (self.board, self.target);
        let checks = MegaBoard::attacks(self.piece, target, self.occupied) & self.open;
        if checks.is_empty() {
            return Bitboard::EMPTY;
        }
        let pieces = board.pieces();
        let helpers =
            (pieces.color(self.piece.color) & board.armed()).without(Bitboard::of(self.from));
        // An attack on the king goes on behind it.
        let without_king = self.occupied.without(Bitboard::of(target));
        let flights = if board.dethroned().contains(target) {
            Bitboard::EMPTY
        } else {
            let attacked = attacked_by(board, helpers, without_king);
            let own = pieces.color(self.piece.color);
            let captured = if board.armed().contains(target) {
                own & (board.armed() | board.disarmed())
            } else {
                Bitboard::EMPTY
            };
            attacks::king(target).without(self.occupied.without(captured) | attacked)
        };
        let mut mates = Bitboard::EMPTY;
        for square in checks {
            let attacked = MegaBoard::attacks(self.piece, square, without_king);
            let flees = !flights.without(attacked | Bitboard::of(square)).is_empty();
            if !flees && !self.can_interpose(square) {
                mates |= Bitboard::of(square);
            }
        }
        mates
    }

    /// Whether an enemy piece can move between the king and the piece on `square`.
    fn can_interpose(&self, square: Square) -> bool {
        let between = attacks::between(square, self.target);
        if between.is_empty() || self.piece.role == Role::Knight {
            return false;
        }
        let pieces = self.board.pieces();
        let occupied = self.occupied | Bitboard::of(square);
        let defenders = pieces.color(!self.piece.color);
        let mut defenders = defenders.without(Bitboard::of(self.target)).into_iter();
        defenders.any(|defender| {
            pieces.piece_at(defender).is_some_and(|piece| {
                MegaBoard::quiet_ends(piece, defender, occupied).intersects(between)
            })
        })
    }
}

/// Returns the squares attacked by the pieces of `set`, all of which are armed.
fn attacked_by(board: &MegaBoard, set: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for square in set {
        if let Some(piece) = board.pieces().piece_at(square) {
            attacked |= MegaBoard::attacks(piece, square, occupied);
        }
    }
    attacked
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;
    use jabberwock_variants::{board::Square, mega::Board};
    use rand::{RngExt as _, SeedableRng, rngs::SmallRng};

    use super::{MAX_MOVES, moves_to_mate};
    use crate::mega_board::MegaBoard;

    fn board(text: &str) -> MegaBoard {
        MegaBoard::new(&Board::parse(1, text).expect("a sound position"), 0)
    }

    #[test]
    fn a_smothered_king_is_mated_by_a_knight_where_no_armed_piece_captures_it() {
        let mate = |text| moves_to_mate(&board(text), Color::White);
        assert_eq!(mate("3qk!b2/3ppp2/8/8/8/8/8/4K1N+1 w - - 3 40 {}"), Some(4));
        assert_eq!(mate("3qk!b2/3ppp2/8/8/5N+2/8/8/4K3 w - - 3 40 {}"), Some(2));
        // A neutral king flees to a vacant square.
        assert_eq!(mate("3qk3/3ppp2/8/8/5N+2/8/8/4K3 w - - 3 40 {}"), None);
        // Armed pieces guard the squares of check.
        let guarded = "3qk!b2/3ppp2/r+3n+2r+/8/5N+2/8/8/4K3 w - - 3 40 {}";
        assert_eq!(mate(guarded), None);
    }

    #[test]
    fn an_interposed_piece_answers_the_check_of_a_slider() {
        let mate = |text| moves_to_mate(&board(text), Color::White);
        assert_eq!(mate("3rk!r2/3p1p2/8/8/8/8/8/3K3R+ w - - 3 40 {}"), Some(1));
        assert_eq!(mate("3rk!r2/3p1p2/8/8/8/8/8/4K2R+ w - - 3 40 {}"), Some(2));
        assert_eq!(
            mate("3rk!r2/3p1p2/8/6n1/8/8/8/3K3R+ w - - 3 40 {}"),
            Some(2)
        );
    }

    /// Whether one piece of the player to move mates in `moves` moves, passes in between, by trying
    /// all its moves.
    fn mates(board: &MegaBoard, piece: Option<Square>, moves: u32) -> bool {
        let us = board.turn();
        let mut list = board.moves(false).into_iter();
        list.any(|mv| {
            let is_same = piece.is_none_or(|square| square == mv.from);
            if !is_same || !board.armed().contains(mv.from) {
                return false;
            }
            let after = board.after(mv);
            if moves > 1 {
                return mates(&after.after_pass(), Some(mv.to), moves - 1);
            }
            let mut replies = after.moves(false).into_iter();
            after.is_check(!us) && replies.all(|reply| after.after(reply).is_check(!us))
        })
    }

    /// Returns a board with a black king among other pieces, some armed white pieces and a few
    /// others; `None` if it is not a position.
    fn random_board(rng: &mut SmallRng) -> Option<MegaBoard> {
        let mut squares = [""; 64];
        let king: i32 = rng.random_range(48..64);
        for _ in 0..rng.random_range(0..8) {
            let (file, rank) = (rng.random_range(-1..=1), rng.random_range(-1..=1));
            let near = (king + file + 8 * rank).clamp(0, 55) as usize;
            squares[near] = ["p", "n", "r", "b", "p-", "n+"][rng.random_range(0..6)];
        }
        for _ in 0..rng.random_range(0..6) {
            let piece = ["N+", "R+", "Q+", "B+", "P", "B", "r", "n+"][rng.random_range(0..8)];
            squares[rng.random_range(8..56)] = piece;
        }
        squares[king as usize] = ["k", "k!", "k+"][rng.random_range(0..3)];
        squares[rng.random_range(0..8)] = "K";
        let ranks = squares.chunks(8).rev().map(|rank| {
            let mut text = String::new();
            for part in rank.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
                if part[0].is_empty() {
                    text += &part.len().to_string();
                } else {
                    text += &part.concat();
                }
            }
            text
        });
        let ranks: Vec<String> = ranks.collect();
        let text = format!("{} w - - 3 40 {{}}", ranks.join("/"));
        let board = Board::parse(1, &text).ok()?;
        Some(MegaBoard::new(&board, 0))
    }

    #[test]
    fn threats_in_random_positions_are_real() {
        let mut rng = SmallRng::seed_from_u64(9);
        let mut found = [0; MAX_MOVES as usize + 1];
        let mut missed = 0;
        for _ in 0..4_000 {
            let Some(board) = random_board(&mut rng) else {
                continue;
            };
            let threat = moves_to_mate(&board, Color::White);
            match threat {
                Some(moves) if moves <= 3 => {
                    found[moves as usize] += 1;
                    let is_real = (1..=moves).any(|moves| mates(&board, None, moves));
                    assert!(is_real, "{moves}: {board:?}");
                }
                Some(_) => {}
                None => missed += u32::from(mates(&board, None, 1)),
            }
        }
        assert!(found[1..=3].iter().all(|&count| count > 20), "{found:?}");
        assert!(missed < found[1] / 4, "{missed}, {found:?}");
    }
}
