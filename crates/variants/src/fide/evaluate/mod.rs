//! Static evaluation of FIDE's men, for every game that is played with them.
//!
//! Everything is counted for each player in turn and handed to a [`Trace`]; the value is the sum of
//! counts times weights. It is linear in the weights, but for the scale of drawish endgames.

mod endgames;
mod men;
mod pawns;
pub(crate) mod term;
pub mod terms;
mod threats;
mod trace;

use jabberwock_game::{ByColor, Coefficient, Color, Key};

pub use men::Reach;
pub use term::{Pair, Term, Weights};
pub use trace::{Counts, Sum, Trace};

use super::{Board, Role};
use crate::board::{Bitboard, Square};

/// The index of a square in a term that is listed by squares.
pub fn place(square: Square, us: Color) -> usize {
    square.of(!us).index()
}

/// Weight of the men besides pawns and kings, from 0 to [`Taper::OPENING`].
#[derive(Clone, Copy, Debug)]
pub struct Taper {
    phase: i32,
    /// Of the endgame value, out of 64.
    scale: i32,
}

impl Taper {
    /// The phase at the start of a game.
    pub const OPENING: i32 = 24;

    /// The taper of a position whose endgame value for White is `end`.
    pub fn new(board: &Board, end: i32) -> Taper {
        let strong = if end >= 0 { Color::White } else { Color::Black };
        Taper {
            scale: endgames::scale(board, strong),
            ..Taper::unscaled(board)
        }
    }

    /// The taper of a game in which no advantage is too small to win with.
    pub fn unscaled(board: &Board) -> Taper {
        let count = |role| board.role(role).len() as i32;
        let minors = (board.role(Role::Knight) | board.role(Role::Bishop)).len() as i32;
        let phase = minors + 2 * count(Role::Rook) + 4 * count(Role::Queen);
        Taper {
            phase: phase.min(Taper::OPENING),
            scale: endgames::FULL,
        }
    }

    /// The value in centipawns, rounded towards zero so that it is as large for either player.
    pub fn value(self, pair: Pair) -> i32 {
        let end = pair.end() * self.scale / endgames::FULL;
        (pair.middle() * self.phase + end * (Taper::OPENING - self.phase)) / Taper::OPENING
    }

    /// What one weight counts, in centipawns.
    pub fn share(self, weight: Pair) -> f64 {
        let (middle, end) = self.parts();
        f64::from(weight.middle()) * middle + f64::from(weight.end()) * end
    }

    /// How much the halves of a pair count.
    fn parts(self) -> (f64, f64) {
        let middle = f64::from(self.phase) / f64::from(Taper::OPENING);
        let scale = f64::from(self.scale) / f64::from(endgames::FULL);
        (middle, (1.0 - middle) * scale)
    }
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

/// Counts everything for both players.
pub fn counts<const N: usize>(board: &Board) -> ByColor<Counts<N>> {
    let [mut white, mut black] = [Counts::default(), Counts::default()];
    let passed = ByColor([
        pawns::structure(board, Color::White, &mut white),
        pawns::structure(board, Color::Black, &mut black),
    ]);
    count_men(board, passed, &mut white, &mut black);
    ByColor([white, black])
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

    /// The value of `board` for White, and what the men attack.
    pub fn weigh(&mut self, board: &Board) -> (Pair, ByColor<Reach>) {
        let structure = self.structure(board);
        let weights = &*self.weights.0;
        let (mut white, mut black) = (Sum::new(weights), Sum::new(weights));
        let reach = count_men(board, structure.passed, &mut white, &mut black);
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

/// The parts of an evaluation for people: a line for each group of terms, in centipawns. They add up
/// to the value for White but for rounding.
pub fn explain<const N: usize>(
    weights: &Weights<N>,
    counts: &ByColor<Counts<N>>,
    taper: Taper,
    terms: &[&[Term]],
) -> Vec<jabberwock_game::Term> {
    let mut lines: Vec<jabberwock_game::Term> = Vec::new();
    for term in terms.iter().copied().flatten() {
        if lines.last().is_none_or(|line| line.name != term.group()) {
            let name = term.group().to_owned();
            lines.push(jabberwock_game::Term {
                name,
                white: 0.0,
                black: 0.0,
            });
        }
        let share = |color: Color| -> f64 {
            let range = term.offset..term.offset + term.len;
            range
                .map(|n| f64::from(counts[color].0[n]) * taper.share(weights.0[n]))
                .sum()
        };
        if let Some(line) = lines.last_mut() {
            line.white += share(Color::White);
            line.black += share(Color::Black);
        }
    }
    lines
}

/// The value for White as a sum over the weights, each pair counted as two: middlegame, endgame.
pub fn coefficients<const N: usize>(counts: &ByColor<Counts<N>>, taper: Taper) -> Vec<Coefficient> {
    let (middle, end) = taper.parts();
    let halves = |n: usize| {
        let count = counts[Color::White].0[n] - counts[Color::Black].0[n];
        let half = move |offset: usize, part: f64| Coefficient {
            weight: (2 * n + offset) as u32,
            count: (f64::from(count) * part) as f32,
        };
        [half(0, middle), half(1, end)]
    };
    (0..N)
        .flat_map(halves)
        .filter(|coefficient| coefficient.count != 0.0)
        .collect()
}
