//! Legal links of disguises (K26, K27).

use std::cell::OnceCell;

use super::{
    board::Level,
    endings::{Endings, endings_of},
    king_safety::KingSafety,
    moves::Move,
    pending::Pending,
    piece::Piece,
    position::Position,
    pseudo,
    safe_exchanges::SafeExchanges,
};
use crate::board::{Bitboard, Square};

/// Data about the king's safety before a link.
pub(super) struct KnownSafety<'a> {
    /// The links that leave it safe.
    pub(super) exchanges: Option<SafeExchanges>,
    /// The factors of its safety, computed on demand.
    pub(super) king: &'a OnceCell<Option<KingSafety>>,
}

/// Pushes the legal links that may follow those made.
pub(super) fn further_links(pos: &Position, push: &mut impl FnMut(Move)) {
    let Pending::Chain(at, level) = pos.pending() else {
        return;
    };
    let king = OnceCell::new();
    let mut known = None;
    pseudo::further_links(pos, at, level, &mut |mv| {
        let known = known.get_or_insert_with(|| {
            let now = king.get_or_init(|| KingSafety::of(pos)).as_ref();
            KnownSafety {
                exchanges: now.and_then(KingSafety::safe_exchanges),
                king: &king,
            }
        });
        give_link(pos, known, mv, Endings::ALL, push);
    });
}

/// Pushes the link `mv` as the last one with its `wanted` endings, and, if the ending without a
/// letter is wanted, as one that is continued.
pub(super) fn give_link(
    pos: &Position,
    known: &KnownSafety<'_>,
    mv: Move,
    wanted: Endings,
    push: &mut impl FnMut(Move),
) {
    let Some(piece) = pos.board().at(mv.to, mv.other) else {
        return;
    };
    let link = Link::of(pos, known, piece, mv);
    match link.is_safe() {
        Some(true) if wanted.has(None) => push(mv),
        Some(_) => {}
        None => {
            for promotion in endings_of(link.made(), false, wanted).roles() {
                push(Move { promotion, ..mv });
            }
        }
    }
    if wanted.has(None) && link.continues() {
        push(Move { last: false, ..mv });
    }
}

/// A link that is not yet made.
struct Link<'a> {
    pos: &'a Position,
    known: &'a KnownSafety<'a>,
    /// The piece that the pawn disguises itself as.
    piece: Piece,
    mv: Move,
    /// The links after it that leave the king safe, if it does so itself and no pawn promotes by
    /// it.
    exchanges: Option<SafeExchanges>,
    /// The king's safety after it, if it can be determined and no pawn promotes by it; computed on
    /// demand.
    safety: OnceCell<Option<KingSafety>>,
}

impl<'a> Link<'a> {
    fn of(pos: &'a Position, known: &'a KnownSafety<'a>, piece: Piece, mv: Move) -> Link<'a> {
        let promotes = pos.is_last_rank(mv.to);
        let exchanges = known
            .exchanges
            .filter(|safe| !promotes && safe.include(piece, mv));
        Link {
            pos,
            known,
            piece,
            mv,
            exchanges,
            safety: OnceCell::new(),
        }
    }

    fn made(&self) -> Position {
        let mut after = self.pos.clone();
        after.make(self.mv);
        after
    }

    /// Whether the king is safe after it and no pawn promotes by it; `None` if this can only be
    /// determined by making it.
    fn is_safe(&self) -> Option<bool> {
        if self.exchanges.is_some() {
            return Some(true);
        }
        self.safety()?.is_safe()
    }

    fn safety(&self) -> Option<&KingSafety> {
        let safety = self.safety.get_or_init(|| {
            if self.pos.is_last_rank(self.mv.to) {
                return None;
            }
            let now = self.known.king.get_or_init(|| KingSafety::of(self.pos));
            now.as_ref()?.after_link(self.piece, self.mv)
        });
        safety.as_ref()
    }

    /// Whether other links may follow that complete the turn legally. The link changes neither the
    /// squares of other pawns nor the set of empty squares.
    fn continues(&self) -> bool {
        let Link { pos, piece, mv, .. } = *self;
        let (mut any, mut sure) = (false, false);
        pseudo::further_links(pos, mv.from, mv.level, &mut |next| {
            any = true;
            let promotes = pos.is_last_rank(next.to);
            sure |= !promotes && self.exchanges.is_some_and(|safe| safe.include(piece, next));
        });
        if sure || !any {
            return sure;
        }
        let used = Bitboard::of(mv.from);
        let told = self
            .safety()
            .and_then(|safety| is_completed(pos, piece, safety, (mv.from, mv.level), used));
        told.unwrap_or_else(|| continues(&self.made()))
    }
}

/// Whether a disguise as `piece` can be completed legally, when the pawns on `used` have been
/// exchanged and `piece` has come to a level of a square; `safety` is the safety of the king. The
/// other pawns are on the same squares as in `pos`. `None` if this can only be determined by making
/// links.
fn is_completed(
    pos: &Position,
    piece: Piece,
    safety: &KingSafety,
    (at, level): (Square, Level),
    used: Bitboard,
) -> Option<bool> {
    let mut told = Some(false);
    pseudo::further_links(pos, at, level, &mut |next| {
        let pawn = Bitboard::of(next.from);
        if told == Some(true) || used.intersects(pawn) {
            return;
        }
        let after = safety
            .after_link(piece, next)
            .filter(|_| !pos.is_last_rank(next.to));
        let is_completed = after.and_then(|after| match after.is_safe() {
            Some(false) => is_completed(pos, piece, &after, (next.from, next.level), used | pawn),
            safe => safe,
        });
        if is_completed != Some(false) {
            told = is_completed;
        }
    });
    told
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
            found = !endings_of(after.clone(), false, Endings::ALL).is_empty() || continues(&after);
        }
    });
    found
}
