//! The routes of moves. A route is part of a move's text, not of the move (hop H15).

use arrayvec::ArrayVec;
use jabberwock_game::Position as _;

use super::{movegen, position::Position};
use crate::{
    board::{Rank, Square},
    fide::{Move, MoveKind, Role},
};

/// Returns the text of the route by which the legal move `mv` is written: the shortest, and among
/// equals the first in byte order.
pub(super) fn shortest(pos: &Position, mv: Move) -> String {
    let us = pos.turn();
    let [Some(a), Some(b)] = [pos.hopper(us), pos.hopper(!us)] else {
        let only = pos.hopper(us).or(pos.hopper(!us));
        return route(pos, mv, &[])
            .or_else(|| route(pos, mv, &[only?]))
            .unwrap_or_default();
    };
    [&[&[][..]][..], &[&[a], &[b]], &[&[a, b], &[b, a]]]
        .into_iter()
        .find_map(|routes| {
            routes
                .iter()
                .filter_map(|stops| route(pos, mv, stops))
                .min()
        })
        .unwrap_or_default()
}

/// Returns the texts of the legal move `mv` for all its routes that use a hopper.
pub(super) fn all(pos: &Position, mv: Move) -> ArrayVec<String, 4> {
    let us = pos.turn();
    let (own, other) = (pos.hopper(us), pos.hopper(!us));
    let both = own.zip(other);
    let routes = [
        own.map(|own| ArrayVec::from_iter([own])),
        other.map(|other| ArrayVec::from_iter([other])),
        both.map(|(own, other)| ArrayVec::from([own, other])),
        both.map(|(own, other)| ArrayVec::from([other, own])),
    ];
    let routes = routes.into_iter().flatten();
    routes
        .filter_map(|stops: ArrayVec<Square, 2>| route(pos, mv, &stops))
        .collect()
}

/// Returns the text of the legal move `mv` by way of the hoppers on `stops`, if that route is
/// possible.
pub(super) fn route(pos: &Position, mv: Move, stops: &[Square]) -> Option<String> {
    if mv.kind != MoveKind::Normal {
        return stops.is_empty().then(|| leg_text(mv.from, mv.to, None));
    }
    // H7, H8.
    if stops.len() == 2 && stops[0] == stops[1] || mv.role == Role::King && !stops.is_empty() {
        return None;
    }
    let context = movegen::context(pos).lifted(mv.from);
    let last = Rank::Eighth.of(pos.turn());
    let mut text = String::new();
    let mut at = mv.from;
    let mut role = mv.role;
    let mut movement = None;
    for &to in stops.iter().chain([&mv.to]) {
        if !context.leg(role, at).contains(to) {
            return None;
        }
        let mut promotion = None;
        if role == Role::Queen {
            // H9.
            let orthogonal = at.file() == to.file() || at.rank() == to.rank();
            if movement.is_some_and(|known| known != orthogonal) {
                return None;
            }
            movement = Some(orthogonal);
        } else if role == Role::Pawn && to.rank() == last {
            promotion = Some(mv.promotion?);
            role = mv.promotion?;
        }
        if !text.is_empty() {
            text.push(',');
        }
        text += &leg_text(at, to, promotion);
        at = to;
    }
    (role == mv.promotion.unwrap_or(mv.role)).then_some(text)
}

/// Returns the text of one leg: `e2e4`, `e7e8q`.
pub(super) fn leg_text(from: Square, to: Square, promotion: Option<Role>) -> String {
    let promotion = promotion.map(|role| role.letter().to_string());
    format!("{from}{to}{}", promotion.unwrap_or_default())
}
