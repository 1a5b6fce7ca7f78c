//! Endgames: mates of a lone king, and material with which the side that is ahead cannot win.

use jabberwock_game::Color;

use super::{see::piece_value, terms};
use crate::{
    board::{Bitboard, File, Rank, Square},
    evaluation::{Taper, Trace},
    fide::{board::Board, role::Role},
};

/// Whether `us` has enough material to mate a lone king.
pub fn mates_lone_king(board: &Board, us: Color) -> bool {
    !board.color(!us).more_than_one() && pieces(board, us) >= piece_value(Role::Rook)
}

/// Counts how close `us` is to mating a lone king: the distance to the edge or corner, and between
/// the kings.
pub(super) fn mating<T: Trace>(board: &Board, us: Color, trace: &mut T) {
    if !mates_lone_king(board, us) {
        return;
    }
    let king = board.king(!us);
    let (file, rank) = (king.file().index(), king.rank().index());
    let edge = file.min(7 - file).min(rank.min(7 - rank));
    trace.add(terms::MATING_EDGE, edge, 1);
    trace.add(
        terms::MATING_KINGS,
        king.distance(board.king(us)) as usize,
        1,
    );
    let knights = board.pieces(us, Role::Knight);
    let bishops = board.pieces(us, Role::Bishop);
    let others = board.color(us).len() - 1;
    if others == 2 && knights.len() == 1 && bishops.len() == 1 {
        let corners = if bishops.intersects(Bitboard::LIGHT) {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        // Ranks and files together: along the edge every step counts.
        let steps = |corner: Square| {
            let files = corner.file().index().abs_diff(file);
            files + corner.rank().index().abs_diff(rank)
        };
        let nearest = steps(corners[0]).min(steps(corners[1]));
        trace.add(terms::MATING_CORNER, nearest.min(7), 1);
    }
}

/// Returns the value of `color`'s knights, bishops, rooks and queens in centipawns.
fn pieces(board: &Board, color: Color) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| piece_value(role) * board.pieces(color, role).len() as i32)
        .sum()
}

/// Returns the scale of `strong`'s endgame advantage, out of [`Taper::FULL`].
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let pawns = board.pieces(strong, Role::Pawn);
    if pawns.is_empty() {
        let (ours, theirs) = (pieces(board, strong), pieces(board, !strong));
        let knights = board.pieces(strong, Role::Knight).len() as i32;
        let two_knights = theirs == 0 && knights == 2 && ours == 2 * piece_value(Role::Knight);
        if ours < piece_value(Role::Rook) || two_knights {
            return 0;
        }
        if ours - theirs <= piece_value(Role::Bishop) {
            return Taper::FULL / 8;
        }
    } else if only_a_bishop(board, strong) && wrong_corner(board, strong, pawns) {
        return 0;
    }
    let bishops = board.role(Role::Bishop);
    let one_each = Color::ALL
        .into_iter()
        .all(|color| is_single(board.pieces(color, Role::Bishop)));
    let opposite =
        one_each && bishops.intersects(Bitboard::LIGHT) && bishops.intersects(!Bitboard::LIGHT);
    if opposite {
        let alone = only_a_bishop(board, strong) && only_a_bishop(board, !strong);
        return if alone {
            Taper::FULL / 2
        } else {
            Taper::FULL * 3 / 4
        };
    }
    (Taper::FULL * 5 / 8 + 5 * pawns.len() as i32).min(Taper::FULL)
}

/// Whether `color` has a bishop and no other piece besides king and pawns.
fn only_a_bishop(board: &Board, color: Color) -> bool {
    let others = board.role(Role::Pawn) | board.role(Role::King);
    let pieces = board.color(color).without(others);
    is_single(pieces) && pieces.intersects(board.role(Role::Bishop))
}

/// Whether `squares` is one square.
fn is_single(squares: Bitboard) -> bool {
    !squares.is_empty() && !squares.more_than_one()
}

/// Whether all of `strong`'s pawns promote in a corner that its bishop does not control and the
/// enemy king does.
fn wrong_corner(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::new(file, Rank::Eighth.of(strong));
        let bishop = board.pieces(strong, Role::Bishop).sole();
        pawns.without(Bitboard::file(file)).is_empty()
            && bishop.is_light() != corner.is_light()
            && board.king(!strong).distance(corner) <= 1
    })
}
