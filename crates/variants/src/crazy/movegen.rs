//! Legal steps, by stage.
//!
//! Pseudo-legal steps come from [`super::pseudo`]; here those that might endanger the king are
//! verified (K29, K30), and promotion letters are added (K25, K41).

use std::cell::OnceCell;

use jabberwock_game::{Position as _, Sink, Stage};

use super::{
    board::Level,
    disguises::{self, KnownSafety, continues},
    endings::{Endings, endings, endings_of},
    king_safety::KingSafety,
    king_steps::{self, FirstSteps},
    moves::{Move, StepKind},
    pending::Pending,
    piece::Piece,
    plain_pawns::PlainPawns,
    position::Position,
    pseudo::{self, StepSink, Wanted, captures},
    safe_moves::SafeMoveFilter,
};
use crate::{
    board::{Bitboard, Rank, Square},
    fide::Role,
};

/// Whether the legal `mv` is noisy: captures and promotions to queens. Within a turn, also every
/// link of a disguise and the first of the king's quiet second steps.
pub(super) fn is_noisy(pos: &Position, mv: Move) -> bool {
    match pos.pending() {
        Pending::Nothing => captures(pos, mv) || mv.promotion == Some(Role::Queen),
        Pending::Chain(..) => true,
        Pending::King(at) => captures(pos, mv) || king_steps::first_quiet_step(pos, at) == Some(mv),
    }
}

/// Pushes every legal step of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    generate_wanted(pos, Wanted::of(stage), sink);
}

/// Pushes every legal step to `sink`.
pub(super) fn generate_all<S: Sink>(pos: &Position, sink: &mut S) {
    generate_wanted(pos, Wanted::ALL, sink);
}

fn generate_wanted<S: Sink>(pos: &Position, wanted: Wanted, sink: &mut S) {
    if pos.outcome().is_some() {
        return;
    }
    let mut push = |mv: Move| sink.push(mv.pack());
    match pos.pending() {
        Pending::Nothing => Generator::new(pos, wanted, sink).all(),
        Pending::King(at) => king_steps::second_steps(pos, at, wanted, &mut push),
        Pending::Chain(..) if wanted.noisy => disguises::further_links(pos, &mut push),
        Pending::Chain(..) => {}
    }
}

/// Generates the wanted steps at the start of a turn.
struct Generator<'a, S> {
    pos: &'a Position,
    wanted: Wanted,
    filter: SafeMoveFilter,
    first_steps: FirstSteps,
    safety: OnceCell<Option<KingSafety>>,
    /// The piece whose moves are generated.
    piece: Piece,
    /// The squares to which it is known to move safely, without jumping or promotion.
    safe_ends: Bitboard,
    sink: &'a mut S,
}

impl<'a, S: Sink> Generator<'a, S> {
    fn new(pos: &'a Position, wanted: Wanted, sink: &'a mut S) -> Generator<'a, S> {
        Generator {
            pos,
            wanted,
            filter: SafeMoveFilter::of(pos),
            first_steps: FirstSteps::default(),
            safety: OnceCell::new(),
            piece: Piece::default(),
            safe_ends: Bitboard::EMPTY,
            sink,
        }
    }

    fn push(&mut self, mv: Move) {
        self.sink.push(mv.pack());
    }

    /// Generates the steps of all pieces.
    fn all(&mut self) {
        let board = self.pos.board();
        let us = self.pos.turn();
        let loaded = board.loaded();
        let (pawns, doubtful) = self.filter.safe_pawns(board);
        let plain = PlainPawns::of(self.pos, pawns, doubtful, self.wanted.noisy);
        if self.wanted.quiet {
            plain.give(self.sink);
        }
        for square in board.color(us).without(plain.pawns) | loaded {
            if loaded.contains(square) {
                for (level, piece) in board.levels(square) {
                    if piece.color() == us {
                        self.of_piece((square, level), piece, Bitboard::EMPTY);
                    }
                }
            } else if let Some(piece) = board.base(square) {
                let safe_ends = self.filter.safe_ends(board, square, piece);
                self.of_piece((square, 0), piece, safe_ends);
            }
        }
    }

    fn of_piece(&mut self, from: (Square, Level), piece: Piece, safe_ends: Bitboard) {
        self.piece = piece;
        self.safe_ends = match piece.role() {
            Role::Pawn => safe_ends.without(Bitboard::rank(Rank::Eighth.of(piece.color()))),
            _ => safe_ends,
        };
        pseudo::of_piece(self.pos, from, piece, self.wanted, self);
    }

    /// Pushes the steps of `mv`, the whole turn of a piece but not a disguise, with its endings.
    fn give(&mut self, mv: Move, captures: bool) {
        let (board, piece) = (self.pos.board(), self.piece);
        let promotes = piece.role() == Role::Pawn && !mv.jump && self.pos.is_last_rank(mv.to);
        if !promotes && self.filter.is_safe(board, mv, piece) || self.filter.is_suicide(board, mv) {
            return self.push(mv);
        }
        if self.filter.leaves_check(board, mv, piece) {
            return;
        }
        let safety = if promotes {
            None
        } else {
            self.is_safe_after(mv)
        };
        if safety == Some(true) {
            self.push(mv);
        } else if safety.is_none() {
            let wanted = Endings::wanted(self.wanted, captures);
            for promotion in endings(self.pos, mv, wanted).roles() {
                self.push(Move { promotion, ..mv });
            }
        }
    }

    /// Whether the king is safe after `mv`; `None` if this can only be determined by making it.
    fn is_safe_after(&self, mv: Move) -> Option<bool> {
        let present = self.safety.get_or_init(|| KingSafety::of(self.pos));
        let after = present.as_ref()?.after(self.pos.board(), mv, self.piece)?;
        after.is_safe()
    }

    /// Pushes the steps of a disguise. Without captures only promotions to queens are noisy.
    fn give_link(&mut self, mv: Move) {
        if self.filter.chain_leaves_check(mv) {
            return;
        }
        let known = KnownSafety {
            exchanges: self.filter.safe_exchanges(self.pos.board()),
            king: &self.safety,
        };
        let wanted = Endings::wanted(self.wanted, false);
        let sink = &mut *self.sink;
        disguises::give_link(self.pos, &known, mv, wanted, &mut |mv| sink.push(mv.pack()));
    }
}

/// Pushes the legal steps of the stage.
impl<S: Sink> StepSink for Generator<'_, S> {
    fn step(&mut self, mv: Move, captures: bool) {
        if mv.kind == StepKind::Link {
            self.give_link(mv);
        } else if mv.last {
            self.give(mv, captures);
        } else if self.filter.may_return(self.pos.board(), mv, captures)
            || self.first_steps.leads_on(self.pos, mv)
        {
            self.push(mv);
        }
    }

    #[inline]
    fn moves(&mut self, (from, level): (Square, Level), ends: Bitboard, captures: bool) {
        let safe = ends & self.safe_ends;
        let steps = safe.into_iter();
        self.sink
            .push_turns(steps.map(|to| Move::go(from, level, to).pack()));
        for to in ends.without(safe) {
            self.give(Move::go(from, level, to), captures);
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
            !endings_of(after, false, Endings::of(mv.promotion)).is_empty()
        } else {
            mv.promotion.is_none() && continues(&after)
        };
    }
    if !mv.last {
        return mv.promotion.is_none() && FirstSteps::default().leads_on(pos, mv);
    }
    !endings(pos, plain, Endings::of(mv.promotion)).is_empty()
}

/// Whether `mv`, without a letter, is a pseudo-legal move of a piece.
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
