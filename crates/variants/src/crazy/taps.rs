//! Turns as lists of taps.
//!
//! A piece is its square, and `=^1` if it is inside a rook. Then come
//! - a move: the end square, `=^` if the piece jumps inside, `=x^2` if a knight captures in there;
//! - a capture on the way: the square of the captured piece, the end square;
//! - a king's turn: the two squares of its steps;
//! - a disguise: the square of the other piece, `==` (`==^1` for a piece inside), the further
//!   pawns;
//! - an all-round capture: `=*`, or a neighbour of the queen's square and that square again.

use jabberwock_game::{Caption, Step, Tap, TapTarget};

use super::{
    board::Level,
    moves::{Move, StepKind},
    pending::Pending,
    position::Position,
};
use crate::{
    board::{Square, attacks},
    fide::{Role, king_and_rook, promotion, promotion_caption},
};

const ALL_ROUND: &str = "*";
const JUMP: &str = "^";
const EXCHANGE: &str = "=";
const CAPTURE_INSIDE: &str = "x";

/// Returns the lists of taps that a step adds to those of the steps `before` it. Castling can also
/// be entered by king and rook.
pub(super) fn taps(pos: &Position, before: &[Step], step: Step) -> Vec<Vec<Tap>> {
    let mv = Move::unpack(step);
    let mut ways = step_ways(pos, mv, before.is_empty());
    for way in &mut ways {
        way.extend(mv.promotion.map(promotion));
    }
    ways
}

/// Returns the same without choices of promotion, which come last. A king's second step starts
/// where its first ended.
fn step_ways(pos: &Position, mv: Move, is_first: bool) -> Vec<Vec<Tap>> {
    let mut start = Vec::new();
    if is_first || mv.kind == StepKind::Link {
        push_place(&mut start, mv.from, mv.level);
    }
    let with = |rest: Vec<Tap>| [start.clone(), rest].concat();
    let to = Tap::square(mv.to.into());
    let jump = mv.jump.then(|| Tap::choice(JUMP));
    match mv.kind {
        StepKind::Go => vec![with([to].into_iter().chain(jump).collect())],
        StepKind::Castle => vec![with(vec![to]), king_and_rook(mv.to)],
        StepKind::Way => {
            let mut rest = Vec::new();
            push_place(&mut rest, mv.captures_on(), mv.other);
            rest.push(to);
            rest.extend(jump);
            vec![with(rest)]
        }
        StepKind::Inner => {
            let choice = format!("{CAPTURE_INSIDE}{}", level_text(mv.other));
            vec![with(vec![to, Tap::choice(choice)])]
        }
        StepKind::Round => {
            let queen = Tap::square(mv.from.into());
            let around = attacks::king(mv.from) & pos.board().occupied();
            let neighbours = around
                .into_iter()
                .map(|square| with(vec![Tap::square(square.into()), queen.clone()]));
            let choice = with(vec![Tap::choice(ALL_ROUND)]);
            [choice].into_iter().chain(neighbours).collect()
        }
        StepKind::Link if is_first => {
            let choice = format!("{EXCHANGE}{}", level_text(mv.other));
            vec![with(vec![to, Tap::choice(choice)])]
        }
        StepKind::Link => vec![start],
    }
}

/// Returns the level of a piece in the text of choices: empty for a base.
fn level_text(level: Level) -> String {
    if level == 0 {
        String::new()
    } else {
        format!("^{level}")
    }
}

fn push_place(taps: &mut Vec<Tap>, square: Square, level: Level) {
    taps.push(Tap::square(square.into()));
    if level > 0 {
        taps.push(Tap::choice(level_text(level)));
    }
}

/// Returns the caption of a choice or a stop.
pub(super) fn caption(pos: &Position, taps: &[Tap], tap: &Tap) -> Caption {
    if let Some(caption) = promotion_caption(tap) {
        return caption;
    }
    let last = taps.iter().rev().find_map(square);
    // The piece at a level of the square before.
    let piece = |level: &str| {
        let level = level.strip_prefix('^').unwrap_or("0").parse().ok()?;
        let piece = pos.board().at(last?, level)?;
        Some(piece.role().name())
    };
    let name = |level: &str| piece(level).unwrap_or("piece");
    let TapTarget::Choice(text) = &tap.target else {
        return stop_caption(pos, taps, tap);
    };
    if text == ALL_ROUND {
        return Caption::words("capture all round");
    }
    if text == JUMP {
        return Caption::words("jump inside the rook");
    }
    if let Some(level) = text.strip_prefix(EXCHANGE) {
        return Caption {
            label: format!("change places with the {}", name(level)),
            glyph: piece(level),
        };
    }
    if let Some(level) = text.strip_prefix(CAPTURE_INSIDE) {
        return Caption {
            label: format!("jump inside and capture the {}", name(level)),
            glyph: piece(level),
        };
    }
    Caption {
        label: format!("the {} inside", name(text)),
        glyph: piece(text),
    }
}

/// Returns the caption of a stop: a pawn's turn could be continued with other pawns, and any other
/// piece could jump inside a rook instead of capturing it.
fn stop_caption(pos: &Position, taps: &[Tap], tap: &Tap) -> Caption {
    let level = match taps.get(1).map(|tap| &tap.target) {
        Some(TapTarget::Choice(text)) => text.strip_prefix('^').and_then(|text| text.parse().ok()),
        _ => None,
    };
    let first = taps.first().and_then(square);
    let piece = first.and_then(|first| pos.board().at(first, level.unwrap_or(0)));
    match piece.map(super::piece::Piece::role) {
        Some(role) if role != Role::Pawn => Caption::words("capture the rook"),
        _ => Caption::of_tap(tap),
    }
}

fn square(tap: &Tap) -> Option<Square> {
    match &tap.target {
        TapTarget::Square(square) => Square::parse(&square.to_string()),
        _ => None,
    }
}

/// Returns the instruction in the middle of a turn.
pub(super) fn instruction(pos: &Position) -> Option<&'static str> {
    match pos.pending() {
        Pending::Nothing => None,
        Pending::King(_) => Some("Choose the king's second step"),
        Pending::Chain(..) => Some("Choose the next pawn that changes places"),
    }
}
