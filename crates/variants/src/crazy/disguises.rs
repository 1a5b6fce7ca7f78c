//! Legal links of disguises (K26, K27).

use super::{
    endings::endings_of, king_safety::KingSafety, moves::Move, pending::Pending,
    position::Position, pseudo,
};

/// Gives the legal links that may follow those made.
pub(super) fn further_links(pos: &Position, push: &mut impl FnMut(Move)) {
    let Pending::Chain(at, level) = pos.pending() else {
        return;
    };
    let mut safety = None;
    pseudo::further_links(pos, at, level, &mut |mv| {
        let safety = safety.get_or_insert_with(|| KingSafety::of(pos));
        give_link(pos, safety.as_ref(), false, mv, push);
    });
}

/// Gives the link `mv` as the last, with its letters, and as one that others follow. `is_sure` if it
/// is known to be legal as the last; `safety` is that of the king now.
pub(super) fn give_link(
    pos: &Position,
    safety: Option<&KingSafety>,
    is_sure: bool,
    mv: Move,
    push: &mut impl FnMut(Move),
) {
    let link = Link::of(pos, safety, mv);
    let is_safe = match &link.safety {
        _ if is_sure => Some(true),
        Some(safety) => safety.is_safe(),
        None => None,
    };
    match is_safe {
        Some(true) => push(mv),
        Some(false) => {}
        None => {
            for promotion in endings_of(link.made(), false).roles() {
                push(Move { promotion, ..mv });
            }
        }
    }
    if link.continues() {
        push(Move { last: false, ..mv });
    }
}

/// A link that is not made yet.
struct Link<'a> {
    pos: &'a Position,
    mv: Move,
    /// That of the king after it, if it can be told and no pawn promotes by it.
    safety: Option<KingSafety>,
}

impl<'a> Link<'a> {
    fn of(pos: &'a Position, safety: Option<&KingSafety>, mv: Move) -> Link<'a> {
        let man = pos.board().at(mv.to, mv.other);
        let safety = safety
            .filter(|_| !pos.is_last_rank(mv.to))
            .and_then(|now| now.after_link(man?, mv));
        Link { pos, mv, safety }
    }

    fn made(&self) -> Position {
        let mut after = self.pos.clone();
        after.make(self.mv);
        after
    }

    /// Whether others may follow, and complete the turn legally. The link changes neither where
    /// other pawns are nor which squares are empty.
    fn continues(&self) -> bool {
        let (pos, mv) = (self.pos, self.mv);
        let man = pos.board().at(mv.to, mv.other);
        let (mut any, mut sure) = (false, false);
        pseudo::further_links(pos, mv.from, mv.level, &mut |next| {
            any = true;
            let safety = self
                .safety
                .filter(|_| !sure && !pos.is_last_rank(next.to))
                .and_then(|now| now.after_link(man?, next));
            sure |= safety.is_some_and(|after| after.is_safe() == Some(true));
        });
        sure || any && continues(&self.made())
    }
}

/// Whether a disguise that has begun can be completed legally.
pub(super) fn continues(pos: &Position) -> bool {
    let Pending::Chain(at, level) = pos.pending() else {
        return false;
    };
    let mut found = false;
    pseudo::further_links(pos, at, level, &mut |mv| {
        if !found {
            let mut after = pos.clone();
            after.make(mv);
            found = !endings_of(after.clone(), false).is_empty() || continues(&after);
        }
    });
    found
}
