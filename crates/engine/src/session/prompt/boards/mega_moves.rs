//! Mega-moves, entered like turns of any game: two squares and the promotion of a mega-pawn;
//! castling also by the squares of mega-king and mega-rook.

use jabberwock_game::{Caption, Color, Coord, Tap, TapTarget};
use jabberwock_variants::{
    board::Square,
    fide::{CastlingSide, Move, MoveKind, king_and_rook, promotion, promotion_caption},
    mega::{Board, Play},
};

use super::super::{PromptTarget, TargetKind, words};

/// A mega-move entered so far.
#[derive(Clone, Debug)]
pub(super) struct MoveDraft {
    /// The mega-moves that begin with the entered taps, with the taps of each.
    ways: Vec<(Vec<Tap>, Move)>,
    /// The number of entered taps.
    depth: usize,
    turn: Color,
}

impl MoveDraft {
    /// Creates a draft of all legal mega-moves of `board`.
    pub(super) fn new(board: &Board) -> MoveDraft {
        let mut ways = Vec::new();
        for mv in board.moves() {
            let squares = [mv.from, mv.to].map(|square| Tap::square(square.into()));
            let letter = mv.promotion.map(promotion);
            ways.push((squares.into_iter().chain(letter).collect(), mv));
            if mv.kind == MoveKind::Castling {
                ways.push((king_and_rook(mv.to), mv));
            }
        }
        ways.sort_by(|(a, _), (b, _)| a.cmp(b));
        MoveDraft {
            ways,
            depth: 0,
            turn: board.turn(),
        }
    }

    /// Returns the entered taps.
    pub(super) fn entered(&self) -> &[Tap] {
        let first = self.ways.first();
        first.map_or(&[], |(taps, _)| &taps[..self.depth])
    }

    /// Enters a tap; if it does not fit, the error lists those that do.
    pub(super) fn enter(&mut self, target: &TapTarget) -> Result<(), String> {
        let fits = |taps: &[Tap]| {
            taps.get(self.depth)
                .is_some_and(|tap| tap.target == *target)
        };
        if !self.ways.iter().any(|(taps, _)| fits(taps)) {
            return Err(words::possible_taps(self.next().into_iter()));
        }
        let depth = self.depth;
        self.ways
            .retain(|(taps, _)| taps.get(depth).is_some_and(|tap| tap.target == *target));
        self.depth += 1;
        Ok(())
    }

    /// Returns the turn, if it is complete.
    pub(super) fn turn(&self) -> Option<Play> {
        let (taps, mv) = self.ways.first()?;
        (taps.len() == self.depth).then(|| Play::of(*mv))
    }

    /// Returns the distinct taps that may come next.
    fn next(&self) -> Vec<&Tap> {
        let next = self
            .ways
            .iter()
            .filter_map(|(taps, _)| taps.get(self.depth));
        let mut next: Vec<&Tap> = next.collect();
        next.dedup();
        next
    }

    /// Returns the targets of the next tap.
    pub(super) fn targets(&self) -> Vec<PromptTarget> {
        let target = |tap: &Tap| {
            let mut fitting = self
                .ways
                .iter()
                .filter(|(taps, _)| taps.get(self.depth) == Some(tap));
            let (taps, mv) = fitting.next()?;
            let is_last = taps.len() == self.depth + 1;
            let is_only = fitting.all(|(_, other)| (other.from, other.to) == (mv.from, mv.to));
            let caption = match tap.target {
                TapTarget::Choice(_) => promotion_caption(tap),
                _ => None,
            };
            Some(PromptTarget {
                tap: tap.clone(),
                kind: match tap.target {
                    TapTarget::Choice(_) => TargetKind::Choice,
                    _ if !is_last => TargetKind::On,
                    _ if mv.captured.is_some() => TargetKind::Capture,
                    _ => TargetKind::Move,
                },
                label: caption
                    .as_ref()
                    .map(|caption: &Caption| caption.label.clone()),
                glyph: caption.and_then(|caption| caption.glyph),
                takes: if is_only {
                    self.taken_by(*mv)
                } else {
                    Vec::new()
                },
            })
        };
        self.next().into_iter().filter_map(target).collect()
    }

    /// Returns the squares from which `mv` captures or moves another piece.
    fn taken_by(&self, mv: Move) -> Vec<Coord> {
        let square: Option<Square> = match mv.kind {
            MoveKind::Normal => mv.captured.map(|_| mv.to),
            MoveKind::EnPassant => Some(mv.to.ahead(!self.turn)),
            MoveKind::Castling => {
                let mut sides = CastlingSide::ALL.into_iter();
                let side = sides.find(|side| side.king_to(self.turn) == mv.to);
                side.map(|side| side.rook_from(self.turn))
            }
        };
        square.map(Coord::from).into_iter().collect()
    }
}
