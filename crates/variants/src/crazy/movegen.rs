//! Legal steps, by stage.
//!
//! Pseudo-legal steps come from [`super::pseudo`]; here they are tried out where the king might be
//! in danger (K29, K30), and get their promotion letters (K25, K41).

use jabberwock_game::{Position as _, Sink, Stage};

use super::{
    moves::{Move, StepKind},
    pending::Pending,
    piece::Piece,
    position::Position,
    pseudo::{self, Wanted},
    safe_moves::SafeMoveFilter,
    threat,
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

/// How the turn may end with the king's second step `mv`, a capture or not.
fn second_step_endings(between: &Position, mv: Move, captures: bool) -> Endings {
    let (board, us) = (between.board(), between.turn());
    if !captures && !mv.jump && threat::is_attacked(board, us, mv.to) {
        return Endings::NONE;
    }
    endings(between, mv)
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

/// The squares known to be safe or not for the king to end its turn on.
#[derive(Debug, Default)]
struct SafeSquares {
    known: [Bitboard; 2],
    safe: [Bitboard; 2],
}

impl SafeSquares {
    /// Whether the second step `mv` is legal. Without captures the way there makes no difference.
    fn is_legal(&mut self, between: &Position, mv: Move, captures: bool, shared: bool) -> bool {
        let bit = Bitboard::of(mv.to);
        let jump = usize::from(mv.jump);
        if shared && self.known[jump].meets(bit) {
            return self.safe[jump].meets(bit);
        }
        let legal = !second_step_endings(between, mv, captures).is_empty();
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
        let mut between = pos.clone();
        between.make(mv);
        let shared = mv.kind == StepKind::Go && !captures(pos, mv);
        let mut found = false;
        for quiet in [true, false] {
            pseudo::second_steps(&between, mv.to, &mut |second, captures| {
                if !found && captures != quiet {
                    found = self.is_legal(&between, second, captures, shared && quiet);
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
            let board = pos.board();
            board.color(!pos.turn()).contains(mv.to)
                || pos.double_steps().passed().contains(mv.to)
                    && mv.from.file() != mv.to.file()
                    && mv.from.rank() != mv.to.rank()
                    && pos.at_turn_start()
                    && board
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
    pseudo::second_steps(pos, at, &mut |mv, captures| {
        if first.is_none() && !captures {
            let promotion = second_step_endings(pos, mv, false).roles().next();
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
            let mut generator = Generator::new(pos, stage);
            pseudo::all(pos, stage, &mut |mv, captures| {
                generator.give(mv, captures, &mut push);
            });
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
    pseudo::second_steps(pos, at, &mut |mv, captures| {
        if captures && stage == Stage::Quiet || !captures && !first && stage == Stage::Noisy {
            return;
        }
        for promotion in second_step_endings(pos, mv, captures).roles() {
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

/// Generates the steps of one stage at the start of a turn.
struct Generator<'a> {
    pos: &'a Position,
    stage: Stage,
    filter: SafeMoveFilter,
    safe_squares: SafeSquares,
    mover: Option<Mover>,
}

/// The piece whose moves are generated.
#[derive(Clone, Copy, Debug)]
struct Mover {
    from: Square,
    level: usize,
    piece: Piece,
    /// Where it is known to go safely without jumping.
    safe_ends: Bitboard,
}

impl<'a> Generator<'a> {
    fn new(pos: &'a Position, stage: Stage) -> Generator<'a> {
        Generator {
            pos,
            stage,
            filter: SafeMoveFilter::of(pos),
            safe_squares: SafeSquares::default(),
            mover: None,
        }
    }

    /// The piece that makes `mv`.
    fn mover(&mut self, mv: Move) -> Option<Mover> {
        let (from, level) = (mv.from, mv.level);
        if let Some(mover) = self.mover
            && (mover.from, mover.level) == (from, level)
        {
            return Some(mover);
        }
        let board = self.pos.board();
        let piece = board.at(from, level)?;
        let safe_ends = if board.loaded().contains(from) {
            Bitboard::EMPTY
        } else {
            self.filter.safe_ends(board, from, piece)
        };
        self.mover = Some(Mover {
            from,
            level,
            piece,
            safe_ends,
        });
        self.mover
    }

    /// Gives the legal steps of the stage that `mv` expands to.
    fn give(&mut self, mv: Move, captures: bool, push: &mut impl FnMut(Move)) {
        let board = self.pos.board();
        if mv.kind == StepKind::Link {
            return self.give_link(mv, push);
        }
        if !mv.last {
            if self.filter.may_return(board, mv, captures)
                || self.safe_squares.leads_on(self.pos, mv)
            {
                push(mv);
            }
            return;
        }
        let Some(Mover {
            piece, safe_ends, ..
        }) = self.mover(mv)
        else {
            return;
        };
        let promotes = piece.role() == Role::Pawn && !mv.jump && self.is_last_rank(mv.to);
        let is_sure = mv.kind == StepKind::Go && !mv.jump && safe_ends.contains(mv.to);
        if !promotes && (is_sure || self.filter.is_safe(board, mv, piece))
            || self.filter.is_suicide(board, mv)
        {
            push(mv);
        } else if !self.filter.leaves_check(board, mv, piece) {
            for promotion in endings(self.pos, mv).roles() {
                let noisy = captures || promotion == Some(Role::Queen);
                if noisy == (self.stage == Stage::Noisy) {
                    push(Move { promotion, ..mv });
                }
            }
        }
    }

    fn is_last_rank(&self, square: Square) -> bool {
        square.rank() == Rank::Eighth.of(self.pos.turn())
    }

    /// Gives the steps of a disguise. Without captures only a new queen is noisy.
    fn give_link(&mut self, mv: Move, push: &mut impl FnMut(Move)) {
        let (pos, stage) = (self.pos, self.stage);
        if self.filter.chain_leaves_check(mv) {
            return;
        }
        let is_sure = !self.is_last_rank(mv.to) && self.filter.is_safe_link(pos.board(), mv);
        if is_sure && !pseudo::has_further_links(pos, mv) {
            return push(mv);
        }
        give_link(pos, mv, &mut |mv| {
            if (mv.promotion == Some(Role::Queen)) == (stage == Stage::Noisy) {
                push(mv);
            }
        });
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
    let mut compare = |known: Move, _| found |= known == mv;
    match pos.pending() {
        Pending::Nothing => {
            if let Some(piece) = pos.board().at(mv.from, mv.level)
                && piece.color() == pos.turn()
            {
                let from = (mv.from, mv.level);
                pseudo::of_piece(pos, from, piece, Wanted::ALL, &mut compare);
            }
        }
        Pending::King(at) => pseudo::second_steps(pos, at, &mut compare),
        Pending::Chain(at, level) => {
            pseudo::further_links(pos, at, level, &mut |known| compare(known, false));
        }
    }
    found
}
