//! `XBoard`'s own board: the effect of a ply on it, and the plies it accepts.
//!
//! Legality testing is off, so no game's rules apply: a piece of the side to move may move
//! anywhere.

use jabberwock_game::{ByColor, Color};
use jabberwock_variants::xboard::XBoardParent;

use super::{
    ply::{Move, Ply, Relayed},
    square::{Size, Square},
};

/// Maximum number of types of pieces that holdings show on a board of 16 ranks.
pub(super) const HOLDINGS: usize = 16;

/// The number of files a pawn may move sideways before `XBoard` treats it as an en passant capture.
pub(super) const FAR: u8 = 4;

/// A piece on the board: its letter, upper case for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::cecp) struct Piece(u8);

impl Piece {
    /// Returns the piece of `color` with this letter of either case.
    pub(in crate::cecp) fn new(letter: u8, color: Color) -> Piece {
        Piece(match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        })
    }

    /// Returns the letter, upper case.
    pub(super) fn letter(self) -> u8 {
        self.0.to_ascii_uppercase()
    }

    /// Returns the owner.
    pub(super) fn color(self) -> Color {
        if self.0.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns the letter as in FEN.
    pub(super) fn character(self) -> char {
        char::from(self.0)
    }
}

/// The constants of a game: the board's size and rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Rules {
    pub(in crate::cecp) size: Size,
    pub(in crate::cecp) parent: XBoardParent,
    /// The letters of the types that holdings show, in the order of their slots.
    pub(in crate::cecp) holdings: Vec<u8>,
    /// All letters, in the order in which pieces should move within a turn.
    pub(in crate::cecp) order: Vec<u8>,
    /// The letter in the pawn's slot, with which `XBoard` plays its own en passant.
    pub(in crate::cecp) pawn: Option<u8>,
}

/// The pieces on the squares of a board.
pub(in crate::cecp) type Squares = Vec<Option<Piece>>;

/// `XBoard`'s board between two plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Board {
    pub(super) squares: Squares,
    /// The number of pieces of each type of [`Rules::holdings`] that a player may drop.
    pub(super) stock: ByColor<[u8; HOLDINGS]>,
    /// The player to move.
    pub(super) side: Color,
    /// The file that a pawn crossed when advancing by two ranks or more with the last ply, and its
    /// new rank.
    pub(super) advanced: Option<(u8, u8)>,
}

/// Error for a ply that is not used: `XBoard` refuses it, or its effect is not certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused;

impl Board {
    /// Makes `ply`.
    ///
    /// # Errors
    /// If `XBoard` refuses it, or its effect is not certain; the board is unchanged.
    pub(super) fn play(&mut self, rules: &Rules, ply: &Ply) -> Result<(), Refused> {
        let advanced = match ply {
            Ply::Pass => None,
            &Ply::Drop { letter, to } => {
                self.drop(rules, letter, to)?;
                None
            }
            Ply::Move(ply) => self.make(rules, ply)?,
        };
        self.advanced = advanced;
        self.side = !self.side;
        Ok(())
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.squares[usize::from(square)]
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[usize::from(square)] = piece;
    }

    fn drop(&mut self, rules: &Rules, letter: u8, to: Square) -> Result<(), Refused> {
        let slot = rules.slot(letter).ok_or(Refused)?;
        let count = &mut self.stock[self.side][slot];
        if *count == 0 || self.squares[usize::from(to)].is_some() {
            return Err(Refused);
        }
        *count -= 1;
        self.put(to, Some(Piece::new(letter, self.side)));
        Ok(())
    }

    /// Moves a piece; returns the advance if it is a pawn's that can be captured en passant.
    fn make(&mut self, rules: &Rules, ply: &Move) -> Result<Option<(u8, u8)>, Refused> {
        let &Move {
            from, to, letter, ..
        } = ply;
        let piece = self.at(from).filter(|piece| piece.color() == self.side);
        let piece = piece.ok_or(Refused)?;
        let target = self.at(to);
        let own_target = to != from && target.is_some_and(|other| other.color() == self.side);
        let enters = ply.kills.contains(&to);
        let swaps = own_target && !enters && rules.parent == XBoardParent::Chu;
        if (from == to && ply.kills.is_empty())
            || ply.kills.contains(&from)
            || (swaps && !ply.kills.is_empty())
            || (enters && !own_target)
        {
            return Err(Refused);
        }
        let in_passing = self.captured_in_passing(rules, piece, from, to)?;
        if rules.promotes_by_itself(piece, to) && letter.is_none() {
            return Err(Refused);
        }
        self.keep(rules, target);
        for &kill in &ply.kills {
            self.put(kill, None);
        }
        if let Some(victim) = in_passing {
            self.put(victim, None);
        }
        self.put(from, if swaps { target } else { None });
        let becomes = letter.map_or(piece, |letter| Piece::new(letter, self.side));
        self.put(to, Some(becomes));
        Ok(rules.advance(piece, from, to))
    }

    /// Adds a captured piece to its captor's holdings: always its enemy's, also if its own side
    /// exchanges it.
    fn keep(&mut self, rules: &Rules, captured: Option<Piece>) {
        if let Some(piece) = captured
            && !rules.holdings.is_empty()
        {
            let slot = rules.slot(piece.letter()).unwrap_or(0);
            let count = &mut self.stock[!piece.color()][slot];
            *count = count.saturating_add(1);
        }
    }

    /// Returns the square of a pawn that `XBoard` removes by its own en passant rule.
    ///
    /// # Errors
    /// If the rule applies to anything but a diagonal step.
    fn captured_in_passing(
        &self,
        rules: &Rules,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> Result<Option<Square>, Refused> {
        let size = rules.size;
        let (file, end_file) = (size.file(from), size.file(to));
        let (rank, end_rank) = (size.rank(from), size.rank(to));
        let from_home = match piece.color() {
            Color::White => rank,
            Color::Black => size.ranks - 1 - rank,
        };
        if rules.pawn != Some(piece.letter())
            || file == end_file
            || self.at(to).is_some()
            || from_home < 4
        {
            return Ok(None);
        }
        let follows_advance = self
            .advanced
            .is_some_and(|(advanced_file, _)| advanced_file == end_file);
        let is_far = file.abs_diff(end_file) > FAR;
        if !follows_advance && !is_far {
            return Ok(None);
        }
        let ahead = match piece.color() {
            Color::White => rank.checked_add(1),
            Color::Black => rank.checked_sub(1),
        };
        let is_step = file.abs_diff(end_file) == 1 && ahead == Some(end_rank);
        let behind = size.square(end_file, rank).ok_or(Refused)?;
        let is_pawn = self.advanced == Some((end_file, rank));
        (is_step && is_pawn).then_some(Some(behind)).ok_or(Refused)
    }

    /// Returns `ply` as the other engine receives it.
    pub(super) fn relayed(&self, ply: &Ply) -> Relayed {
        if let Ply::Move(
            made @ Move {
                from, to, kills, ..
            },
        ) = ply
            && let Some(&kill) = kills.last()
        {
            let is_in_full = match self.at(kill) {
                Some(piece) => piece.color() != self.side,
                None => self.side == Color::White,
            };
            if !is_in_full {
                return Relayed::Reduced {
                    from: *from,
                    to: *to,
                    kill,
                };
            }
            return Relayed::Whole(Ply::Move(made.clone()));
        }
        Relayed::Whole(ply.clone())
    }
}

impl Rules {
    /// Returns the index of a letter in the holdings.
    pub(super) fn slot(&self, letter: u8) -> Option<usize> {
        self.holdings.iter().position(|&held| held == letter)
    }

    /// Whether `XBoard` promotes `piece` on `to` unless a letter is given.
    fn promotes_by_itself(&self, piece: Piece, to: Square) -> bool {
        let last = match piece.color() {
            Color::White => self.size.ranks - 1,
            Color::Black => 0,
        };
        self.parent == XBoardParent::Lion
            && self.pawn == Some(piece.letter())
            && self.size.rank(to) == last
    }

    /// Returns the file and new rank of a pawn's advance by two ranks or more: `XBoard` takes the
    /// file in the middle between start and end as the one crossed.
    fn advance(&self, piece: Piece, from: Square, to: Square) -> Option<(u8, u8)> {
        let size = self.size;
        let (rank, end_rank) = (size.rank(from), size.rank(to));
        let is_ahead = match piece.color() {
            Color::White => end_rank >= rank + 2,
            Color::Black => rank >= end_rank + 2,
        };
        let middle = u8::midpoint(size.file(from), size.file(to));
        (self.pawn == Some(piece.letter()) && is_ahead).then_some((middle, end_rank))
    }
}
