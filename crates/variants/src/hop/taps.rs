//! Turns as lists of taps: the piece's squares, then the hopper's.

use jabberwock_game::{Step, Tap, taps_of_text};

use super::{moves::Part, position::Position, routes};
use crate::fide::{Move, MoveKind, king_and_rook, promotion};

/// Returns the lists of taps that a step adds: the route in its text, then the target square alone,
/// other routes, and castling by king and rook.
pub(super) fn taps(pos: &Position, step: Step) -> Vec<Vec<Tap>> {
    match Part::unpack(step) {
        Part::Move(mv) => piece_ways(pos, mv),
        Part::Hopper(square) => vec![vec![Tap::square(square.into())]],
    }
}

fn piece_ways(pos: &Position, mv: Move) -> Vec<Vec<Tap>> {
    let mut ways = vec![taps_of_text(&routes::shortest(pos, mv))];
    if mv.kind == MoveKind::Castling {
        ways.push(king_and_rook(mv.to));
    }
    let routes = routes::all(pos, mv);
    if routes.is_empty() {
        return ways;
    }
    let squares = [mv.from, mv.to].map(|square| Tap::square(square.into()));
    let straight = squares.into_iter().chain(mv.promotion.map(promotion));
    ways.push(straight.collect());
    ways.extend(routes.iter().map(|route| taps_of_text(route)));
    let mut different = Vec::with_capacity(ways.len());
    for way in ways {
        if !different.contains(&way) {
            different.push(way);
        }
    }
    different
}
