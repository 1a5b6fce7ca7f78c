//! Legal steps, by stage.
//!
//! Pseudo-legal steps come from [`super::pseudo`]; here they are tried out where the king might be
//! in danger (K29, K30), and get their promotion letters (K25, K41).

use jabberwock_game::{Position as _, Sink, Stage};

use super::{
    moves::{Move, StepKind},
    pending::Pending,
    position::Position,
    pseudo,
    safe_moves::SafeMoveFilter,
};
use crate::{
    board::{Bitboard, Rank, Square},
    fide::Role,
};

/// How a turn may end: without letter, or with some of the letters of [`Role::PROMOTIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Endings(u8);

impl Endings {
    const NONE: Endings = Endings(0);
    const PLAIN: Endings = Endings(1);

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn roles(self) -> impl Iterator<Item = Option<Role>> {
        std::iter::once(None)
            .chain(Role::PROMOTIONS.into_iter().map(Some))
            .enumerate()
            .filter(move |(index, _)| self.0 >> index & 1 == 1)
            .map(|(_, role)| role)
    }

    fn has(self, role: Option<Role>) -> bool {
        self.roles().any(|known| known == role)
    }
}

/// How the turn may end with `mv`, which is pseudo-legal.
fn endings(pos: &Position, mv: Move) -> Endings {
    let mut after = pos.clone();
    after.make(mv);
    endings_of(after, mv.kind == StepKind::Round)
}

/// How the turn may end whose steps are all made. Only an all-round capture may lose the own king
/// (K30).
fn endings_of(mut after: Position, suicide: bool) -> Endings {
    let us = after.turn();
    let lost = after.has_lost(us);
    if lost && !suicide {
        return Endings::NONE;
    }
    after.settle();
    let safe = |after: &Position| lost || !after.is_attacked(us);
    if after.promoting(us).is_empty() {
        after.promote(Role::Queen);
        return if safe(&after) {
            Endings::PLAIN
        } else {
            Endings::NONE
        };
    }
    let mut letters = 0;
    for (index, role) in Role::PROMOTIONS.into_iter().enumerate() {
        let mut promoted = after.clone();
        promoted.promote(role);
        letters |= u8::from(safe(&promoted)) << (index + 1);
    }
    Endings(letters)
}

/// Whether a disguise that has begun can be completed legally.
fn continues(pos: &Position) -> bool {
    let Pending::Chain(at, level) = pos.pending() else {
        return false;
    };
    let mut links = Vec::new();
    pseudo::further_links(pos, at, level, &mut |mv| links.push(mv));
    links.into_iter().any(|mv| {
        let mut after = pos.clone();
        after.make(mv);
        !endings_of(after.clone(), false).is_empty() || continues(&after)
    })
}

/// The squares known to be safe or not for the king to end its turn on.
#[derive(Debug, Default)]
struct SafeSquares {
    known: [Bitboard; 2],
    safe: [Bitboard; 2],
}

impl SafeSquares {
    /// Whether the second step `mv` is legal. Without captures the way there makes no difference.
    fn is_legal(&mut self, between: &Position, mv: Move, shared: bool) -> bool {
        let bit = Bitboard::of(mv.to);
        let jump = usize::from(mv.jump);
        if shared && self.known[jump].meets(bit) {
            return self.safe[jump].meets(bit);
        }
        let legal = !endings(between, mv).is_empty();
        if shared {
            self.known[jump] |= bit;
            if legal {
                self.safe[jump] |= bit;
            }
        }
        legal
    }

    /// Whether the king's first step `mv` can be followed by a second.
    fn leads_on(&mut self, pos: &Position, mv: Move) -> bool {
        let us = pos.turn();
        let mut between = pos.clone();
        between.make(mv);
        let shared = mv.kind == StepKind::Go && !captures(pos, mv);
        let enemies = between.board().color(!us);
        let mut found = false;
        for quiet in [true, false] {
            pseudo::second_steps(&between, mv.to, &mut |second| {
                let captures = !second.jump && enemies.contains(second.to);
                if !found && captures != quiet {
                    found = self.is_legal(&between, second, shared && quiet);
                }
            });
        }
        found
    }
}

/// Whether a step captures at once.
pub(super) fn captures(pos: &Position, mv: Move) -> bool {
    match mv.kind {
        StepKind::Way | StepKind::Inner | StepKind::Round => true,
        StepKind::Link | StepKind::Castle => false,
        StepKind::Go if mv.jump => false,
        StepKind::Go => {
            let base = |square| pos.board().base(square);
            base(mv.to).is_some_and(|piece| piece.color() != pos.turn())
                || pos.double_steps().passed().contains(mv.to)
                    && mv.from.file() != mv.to.file()
                    && mv.from.rank() != mv.to.rank()
                    && pos.at_turn_start()
                    && pos
                        .board()
                        .at(mv.from, mv.level)
                        .is_some_and(|piece| piece.role() == Role::Pawn)
        }
    }
}

/// Whether `mv`, which is legal, is noisy: captures and new queens. Within a turn also every
/// link of a disguise, and the first of the king's quiet second steps.
pub(super) fn is_noisy(pos: &Position, mv: Move) -> bool {
    match pos.pending() {
        Pending::Nothing => captures(pos, mv) || mv.promotion == Some(Role::Queen),
        Pending::Chain(..) => true,
        Pending::King(at) => captures(pos, mv) || first_quiet_step(pos, at) == Some(mv),
    }
}

fn first_quiet_step(pos: &Position, at: Square) -> Option<Move> {
    let mut first = None;
    pseudo::second_steps(pos, at, &mut |mv| {
        if first.is_none() && !captures(pos, mv) {
            let promotion = endings(pos, mv).roles().next();
            first = promotion.map(|promotion| Move { promotion, ..mv });
        }
    });
    first
}

/// Gives every legal step of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    if pos.outcome().is_some() {
        return;
    }
    let mut push = |mv: Move| sink.push(mv.pack());
    match pos.pending() {
        Pending::Nothing => {
            let mut generator = Generator::new(pos);
            pseudo::all(pos, &mut |mv| generator.give(mv, stage, &mut push));
        }
        Pending::King(at) => second_steps(pos, at, stage, &mut push),
        Pending::Chain(at, level) => {
            if stage == Stage::Noisy {
                pseudo::further_links(pos, at, level, &mut |mv| give_link(pos, mv, &mut push));
            }
        }
    }
}

fn second_steps(pos: &Position, at: Square, stage: Stage, push: &mut impl FnMut(Move)) {
    let mut first = true;
    pseudo::second_steps(pos, at, &mut |mv| {
        let captures = captures(pos, mv);
        if captures && stage == Stage::Quiet || !captures && !first && stage == Stage::Noisy {
            return;
        }
        for promotion in endings(pos, mv).roles() {
            let noisy = captures || first;
            first &= captures;
            if noisy == (stage == Stage::Noisy) {
                push(Move { promotion, ..mv });
            }
        }
    });
}

/// The link `mv` as the last, with its letters, and as one that others follow.
fn give_link(pos: &Position, mv: Move, push: &mut impl FnMut(Move)) {
    let mut after = pos.clone();
    after.make(mv);
    for promotion in endings_of(after.clone(), false).roles() {
        push(Move { promotion, ..mv });
    }
    if continues(&after) {
        push(Move { last: false, ..mv });
    }
}

struct Generator<'a> {
    pos: &'a Position,
    filter: SafeMoveFilter,
    safe_squares: SafeSquares,
}

impl<'a> Generator<'a> {
    fn new(pos: &'a Position) -> Generator<'a> {
        Generator {
            pos,
            filter: SafeMoveFilter::of(pos),
            safe_squares: SafeSquares::default(),
        }
    }

    /// Gives the legal steps of `stage` that `mv` expands to.
    fn give(&mut self, mv: Move, stage: Stage, push: &mut impl FnMut(Move)) {
        let pos = self.pos;
        let us = pos.turn();
        let last_rank = mv.to.rank() == Rank::Eighth.of(us);
        let captures = captures(pos, mv);
        if mv.kind == StepKind::Link {
            // Without captures only a new queen is noisy.
            if stage == Stage::Quiet || last_rank && mv.other == 0 {
                give_link(pos, mv, &mut |mv| {
                    if (mv.promotion == Some(Role::Queen)) == (stage == Stage::Noisy) {
                        push(mv);
                    }
                });
            }
            return;
        }
        let piece = pos.board().at(mv.from, mv.level);
        let Some(piece) = piece else { return };
        let promotes = piece.role() == Role::Pawn && last_rank && !mv.jump;
        if captures && stage == Stage::Quiet || !captures && !promotes && stage == Stage::Noisy {
            return;
        }
        if !mv.last {
            if self.safe_squares.leads_on(pos, mv) {
                push(mv);
            }
        } else if !promotes && self.filter.is_safe(pos.board(), mv, piece) {
            push(mv);
        } else {
            for promotion in endings(pos, mv).roles() {
                let noisy = captures || promotion == Some(Role::Queen);
                if noisy == (stage == Stage::Noisy) {
                    push(Move { promotion, ..mv });
                }
            }
        }
    }
}

/// Whether `mv`, any step, is legal.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    if pos.outcome().is_some() {
        return false;
    }
    let plain = Move {
        promotion: None,
        last: mv.last || mv.kind == StepKind::Link,
        ..mv
    };
    if !is_pseudo_legal(pos, plain) {
        return false;
    }
    if mv.kind == StepKind::Link {
        let mut after = pos.clone();
        after.make(plain);
        return if mv.last {
            endings_of(after, false).has(mv.promotion)
        } else {
            mv.promotion.is_none() && continues(&after)
        };
    }
    if !mv.last {
        return mv.promotion.is_none() && SafeSquares::default().leads_on(pos, mv);
    }
    endings(pos, plain).has(mv.promotion)
}

/// Whether `mv`, without a letter, is a move of some piece, the king's safety aside.
pub(super) fn is_pseudo_legal(pos: &Position, mv: Move) -> bool {
    let mut found = false;
    let mut compare = |known| found |= known == mv;
    match pos.pending() {
        Pending::Nothing => {
            if let Some(piece) = pos.board().at(mv.from, mv.level)
                && piece.color() == pos.turn()
            {
                pseudo::of_piece(pos, mv.from, mv.level, piece, &mut compare);
            }
        }
        Pending::King(at) => pseudo::second_steps(pos, at, &mut compare),
        Pending::Chain(at, level) => pseudo::further_links(pos, at, level, &mut compare),
    }
    found
}
