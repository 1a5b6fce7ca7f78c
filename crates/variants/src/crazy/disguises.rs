//! Legal links of disguises (K26, K27).

use super::{
    endings::endings_of, moves::Move, pending::Pending, position::Position, pseudo,
    safe_moves::SafeMoveFilter,
};

/// Gives the legal links that follow on those made, from `at` and `level`.
pub(super) fn further_links(pos: &Position, push: &mut impl FnMut(Move)) {
    let Pending::Chain(at, level) = pos.pending() else {
        return;
    };
    let mut filter = None;
    pseudo::further_links(pos, at, level, &mut |mv| {
        let filter = filter.get_or_insert_with(|| SafeMoveFilter::within_disguise(pos));
        give_link(pos, filter, mv, push);
    });
}

/// The link `mv` as the last, with its letters, and as one that others follow.
pub(super) fn give_link(
    pos: &Position,
    filter: &SafeMoveFilter,
    mv: Move,
    push: &mut impl FnMut(Move),
) {
    let is_sure = is_sure(pos, filter, mv);
    if is_sure {
        push(mv);
        match follow_up(pos, filter, mv) {
            FollowUp::None => return,
            FollowUp::Sure => return push(Move { last: false, ..mv }),
            FollowUp::Doubtful => {}
        }
    }
    let mut after = pos.clone();
    after.make(mv);
    if !is_sure {
        for promotion in endings_of(after.clone(), false).roles() {
            push(Move { promotion, ..mv });
        }
    }
    if continues(&after) {
        push(Move { last: false, ..mv });
    }
}

/// Whether `mv` is known to be legal as the last link, and to end the turn without promotion.
fn is_sure(pos: &Position, filter: &SafeMoveFilter, mv: Move) -> bool {
    !pos.is_last_rank(mv.to) && filter.is_safe_link(pos.board(), mv)
}

/// What is known of the links that may follow another.
enum FollowUp {
    None,
    Sure,
    Doubtful,
}

/// What may follow `mv`, which is sure and not made yet. It changes neither where other pawns are
/// nor which squares are empty, and the filter holds after it too.
fn follow_up(pos: &Position, filter: &SafeMoveFilter, mv: Move) -> FollowUp {
    let mut found = FollowUp::None;
    let Some(man) = pos.board().base(mv.to) else {
        return found;
    };
    pseudo::further_links(pos, mv.from, mv.level, &mut |next| {
        if !pos.is_last_rank(next.to) && filter.is_safe_exchange(pos.board(), next, man) {
            found = FollowUp::Sure;
        } else if matches!(found, FollowUp::None) {
            found = FollowUp::Doubtful;
        }
    });
    found
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
