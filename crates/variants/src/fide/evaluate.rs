//! Static evaluation of FIDE's men, for every game that is played with them.
//!
//! Everything is counted for each player in turn and handed to a [`Trace`]; the value is the sum of
//! counts times weights. It is linear in the weights, but for the scale of drawish endgames.

mod endgames;
mod men;
mod pawns;
pub mod terms;
mod threats;

use jabberwock_game::{ByColor, Color, Key};

pub use men::Reach;

use super::{Board, Role};
use crate::{
    board::{Bitboard, Square},
    evaluation::{Counts, Pair, Sum, Taper, Trace, Weights},
};

/// The index of a square in a term that is listed by squares.
pub fn place(square: Square, us: Color) -> usize {
    square.of(!us).index()
}

/// The taper of a position whose endgame value for White is `end`: some advantages are too small to
/// win with.
pub fn taper(board: &Board, end: i32) -> Taper {
    let strong = if end >= 0 { Color::White } else { Color::Black };
    unscaled(board).scaled(endgames::scale(board, strong))
}

/// The taper of a game in which no advantage is too small to win with.
pub fn unscaled(board: &Board) -> Taper {
    let count = |role| board.role(role).len() as i32;
    let minors = (board.role(Role::Knight) | board.role(Role::Bishop)).len() as i32;
    Taper::new(minors + 2 * count(Role::Rook) + 4 * count(Role::Queen))
}

/// Counts everything but the pawns' structure, whose passed pawns are given; returns what the men
/// attack.
fn count_men<T: Trace>(
    board: &Board,
    passed: ByColor<Bitboard>,
    white: &mut T,
    black: &mut T,
) -> ByColor<Reach> {
    let mut reach = men::groundwork(board);
    men::count(board, Color::White, &mut reach, white);
    men::count(board, Color::Black, &mut reach, black);
    for (us, trace) in [(Color::White, white), (Color::Black, black)] {
        threats::on_king(board, us, &reach, trace);
        threats::on_men(board, us, &reach, trace);
        pawns::shelter(board, us, trace);
        pawns::passed(board, us, passed[us], reach[!us].all, trace);
        endgames::mating(board, us, trace);
    }
    reach
}

/// Counts everything for both players, of whom `turn` is to move.
pub fn counts<const N: usize>(board: &Board, turn: Color) -> ByColor<Counts<N>> {
    let [mut white, mut black] = [Counts::default(), Counts::default()];
    let passed = ByColor([
        pawns::structure(board, Color::White, &mut white),
        pawns::structure(board, Color::Black, &mut black),
    ]);
    count_men(board, passed, &mut white, &mut black);
    let mut counts = ByColor([white, black]);
    counts[turn].add(terms::TEMPO, 0, 1);
    counts
}

/// Weighs boards, and remembers the structures of pawns it has seen.
#[derive(Clone, Debug)]
pub struct Scales<const N: usize> {
    weights: Weights<N>,
    pawns: Box<[Structure]>,
}

/// The pawns of both players and what is known of them.
#[derive(Clone, Copy, Debug, Default)]
struct Structure {
    pawns: ByColor<Bitboard>,
    passed: ByColor<Bitboard>,
    /// For White.
    total: Pair,
}

impl<const N: usize> Scales<N> {
    const STRUCTURES: usize = 1 << 12;

    /// Scales with these weights, nothing remembered.
    pub fn new(weights: Weights<N>) -> Scales<N> {
        // What an entry says of no pawns at all is what is known of them: nothing.
        let pawns = vec![Structure::default(); Scales::<N>::STRUCTURES].into_boxed_slice();
        Scales { weights, pawns }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights<N> {
        &self.weights
    }

    /// The value of `board` for White, where `turn` is to move, and what the men attack.
    pub fn weigh(&mut self, board: &Board, turn: Color) -> (Pair, ByColor<Reach>) {
        let structure = self.structure(board);
        let weights = &*self.weights.0;
        let (mut white, mut black) = (Sum::new(weights), Sum::new(weights));
        let reach = count_men(board, structure.passed, &mut white, &mut black);
        let mover = match turn {
            Color::White => &mut white,
            Color::Black => &mut black,
        };
        mover.add(terms::TEMPO, 0, 1);
        (structure.total + white.total - black.total, reach)
    }

    fn structure(&mut self, board: &Board) -> Structure {
        let pawns = ByColor(Color::ALL.map(|color| board.men(color, Role::Pawn)));
        let index = pawn_key(board).0 as usize % Scales::<N>::STRUCTURES;
        let known = &mut self.pawns[index];
        if known.pawns != pawns {
            let weights = &*self.weights.0;
            let (mut white, mut black) = (Sum::new(weights), Sum::new(weights));
            let passed = ByColor([
                pawns::structure(board, Color::White, &mut white),
                pawns::structure(board, Color::Black, &mut black),
            ]);
            let total = white.total - black.total;
            *known = Structure {
                pawns,
                passed,
                total,
            };
        }
        *known
    }
}

/// A key of where the pawns stand.
pub fn pawn_key(board: &Board) -> Key {
    let pawns = |color| board.men(color, Role::Pawn).0;
    Key::random(pawns(Color::White), pawns(Color::Black))
}
