//! Stacks of pieces on squares.

use jabberwock_game::{ByColor, Color, Key};

use super::piece::Piece;
use crate::{
    board::{
        Bitboard, Square,
        zobrist::{self, Seed},
    },
    fide::{ByRole, Role},
};

static KEYS: [[Key; Square::COUNT]; Piece::COUNT] = zobrist::key_rows(Seed::CrazyPieces);

/// The index of a piece in the list of pieces; 0 is none.
pub(super) type Slot = u8;

/// The height of a piece in its stack, 0 for the base.
pub(super) type Level = u8;

/// The maximum number of pieces on the board (crazy K43).
pub(super) const MAX_PIECES: usize = 32;

/// The pieces, in stacks (crazy K1).
///
/// Every piece has a slot that it keeps until it is captured; a stack is a linked list of slots
/// from its base upwards. Bitboards hold the bases. A stack that is taken off the board stays
/// linked, so a rook off the board keeps its load. Slots of captured pieces are not reused.
#[derive(Clone, Debug)]
pub struct Board {
    colors: ByColor<Bitboard>,
    roles: ByRole<Bitboard>,
    ghosts: Bitboard,
    loaded: Bitboard,
    /// The squares with a piece of a player and role inside a rook.
    inside: ByColor<ByRole<Bitboard>>,
    key: Key,
    base: [Slot; Square::COUNT],
    pieces: [Piece; MAX_PIECES + 1],
    above: [Slot; MAX_PIECES + 1],
    /// The number of slots used so far.
    used: u8,
    /// Whether there may be a ghost on the board.
    may_have_ghosts: bool,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            colors: ByColor::default(),
            roles: ByRole::default(),
            ghosts: Bitboard::EMPTY,
            loaded: Bitboard::EMPTY,
            inside: ByColor::default(),
            key: Key(0),
            base: [0; Square::COUNT],
            pieces: [Piece::default(); MAX_PIECES + 1],
            above: [0; MAX_PIECES + 1],
            used: 0,
            may_have_ghosts: false,
        }
    }
}

/// Compares the pieces by place, whatever their slots.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.occupied() == other.occupied()
            && self.loaded == other.loaded
            && self
                .occupied()
                .into_iter()
                .all(|square| self.stack(square).eq(other.stack(square)))
    }
}

impl Eq for Board {}

/// The pieces of a stack from the base upwards.
#[derive(Clone, Debug)]
pub struct Stack<'a> {
    board: &'a Board,
    next: Slot,
}

impl Iterator for Stack<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.next == 0 {
            return None;
        }
        let piece = self.board.pieces[usize::from(self.next)];
        self.next = self.board.above[usize::from(self.next)];
        Some(piece)
    }
}

impl Board {
    /// Returns the squares with a piece.
    pub fn occupied(&self) -> Bitboard {
        self.colors.0[0] | self.colors.0[1]
    }

    /// Returns the squares whose base is a piece of `color`.
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the squares whose base is a piece of `role`; ghosts count as bishops.
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// Returns the squares whose base is `color`'s piece of `role`.
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role]
    }

    /// Returns the squares whose base is a ghost.
    pub fn ghosts(&self) -> Bitboard {
        self.ghosts
    }

    /// Returns the squares with pieces inside a rook.
    pub fn loaded(&self) -> Bitboard {
        self.loaded
    }

    /// Returns the squares with a piece of `color` inside a rook.
    pub(super) fn inside(&self, color: Color) -> Bitboard {
        let sets = self.inside[color].0.into_iter();
        sets.fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// Returns the squares with a queen of either player inside a rook.
    pub(super) fn queens_inside(&self) -> Bitboard {
        let [white, black] = self.inside.0;
        white[Role::Queen] | black[Role::Queen]
    }

    /// Returns the squares whose base is a ghost of `color` that vanishes at the end of its turn
    /// because it did not rise in this turn (K16). `None` if there are ghosts of `color` inside
    /// rooks, too.
    pub(super) fn vanishing_ghosts(&self, color: Color) -> Option<Bitboard> {
        if !self.may_have_ghosts {
            return Some(Bitboard::EMPTY);
        }
        if self.has_ghosts_inside(color) {
            return None;
        }
        let is_old = |&square: &Square| self.base(square).is_some_and(|piece| !piece.is_marked());
        let ghosts = (self.ghosts & self.colors[color]).into_iter();
        Some(ghosts.filter(is_old).collect())
    }

    /// Whether there are ghosts of `color` inside rooks.
    pub(super) fn has_ghosts_inside(&self, color: Color) -> bool {
        self.may_have_ghosts
            && self.loaded.into_iter().any(|square| {
                let mut pieces = self.stack(square);
                pieces.any(|piece| piece.color() == color && piece.is_ghost())
            })
    }

    /// Whether there may be ghosts. If false, there are none.
    pub(super) fn may_have_ghosts(&self) -> bool {
        self.may_have_ghosts
    }

    /// Returns the pieces on `square`, from the base upwards.
    pub fn stack(&self, square: Square) -> Stack<'_> {
        Stack {
            board: self,
            next: self.base[square.index()],
        }
    }

    /// Returns the pieces on `square`, from the base upwards, with their levels.
    pub fn levels(&self, square: Square) -> impl Iterator<Item = (Level, Piece)> {
        (0..).zip(self.stack(square))
    }

    /// Returns the number of pieces on `square`.
    pub fn height(&self, square: Square) -> Level {
        self.stack(square).fold(0, |height, _| height + 1)
    }

    /// Returns the piece on `square` (its base).
    #[inline]
    pub fn base(&self, square: Square) -> Option<Piece> {
        let slot = self.base[square.index()];
        (slot != 0).then(|| self.pieces[usize::from(slot)])
    }

    /// Returns the piece at `level` of the stack on `square`, the base being at 0.
    #[inline]
    pub fn at(&self, square: Square, level: Level) -> Option<Piece> {
        let slot = self.slot(square, level);
        (slot != 0).then(|| self.pieces[usize::from(slot)])
    }

    /// Returns the slot of the piece at `level` of the stack on `square`; 0 if there is none.
    #[inline]
    pub(super) fn slot(&self, square: Square, level: Level) -> Slot {
        let mut slot = self.base[square.index()];
        for _ in 0..level {
            slot = self.above[usize::from(slot)];
            if slot == 0 {
                break;
            }
        }
        slot
    }

    /// Returns the piece in `slot`.
    pub(super) fn piece(&self, slot: Slot) -> Piece {
        self.pieces[usize::from(slot)]
    }

    /// Returns the square and level of `color`'s king.
    pub fn king(&self, color: Color) -> Option<(Square, Level)> {
        if let Some(square) = self.pieces(color, Role::King).first() {
            return Some((square, 0));
        }
        let king = Piece::new(color, Role::King);
        let square = self.inside[color][Role::King].first()?;
        let (level, _) = self.levels(square).find(|&(_, piece)| piece == king)?;
        Some((square, level))
    }

    /// Returns the slot of `color`'s king, including a king in hand; 0 if there is none.
    pub(super) fn king_slot(&self, color: Color) -> Slot {
        let king = Piece::new(color, Role::King);
        let index = self.pieces.iter().position(|&piece| piece == king);
        index.unwrap_or_default() as Slot
    }

    /// Returns the squares whose stacks may differ from those of `other`, ignoring marks.
    pub(super) fn changed(&self, other: &Board) -> Bitboard {
        let bases = self.roles.0.iter().zip(&other.roles.0);
        let changed = bases.fold(self.loaded | other.loaded, |all, (one, other)| {
            all | *one ^ *other
        });
        let [white, black] = [0, 1].map(|index| self.colors.0[index] ^ other.colors.0[index]);
        changed | white | black | self.ghosts ^ other.ghosts
    }

    /// Clears the marks of the pawns of `color`.
    pub(super) fn unmark_pawns(&mut self, color: Color) {
        for square in self.pieces(color, Role::Pawn) {
            if let Some(piece) = self.base(square).filter(|piece| piece.is_marked()) {
                self.transform(square, 0, piece.unmarked());
            }
        }
        for square in self.loaded {
            let mut level = 0;
            while let Some(piece) = self.at(square, level) {
                if piece.role() == Role::Pawn && piece.is_marked() {
                    self.transform(square, level, piece.unmarked());
                }
                level += 1;
            }
        }
    }

    /// Returns the key of the pieces.
    pub fn key(&self) -> Key {
        self.key
    }

    /// Recomputes the key of the pieces from scratch.
    pub fn recomputed_key(&self) -> Key {
        Square::ALL
            .into_iter()
            .fold(Key(0), |key, square| key ^ self.stack_key(square))
    }

    /// The order matters: a piece's key is rotated by its level.
    fn stack_key(&self, square: Square) -> Key {
        let mut key = 0;
        for (level, piece) in self.levels(square) {
            let piece_key = KEYS[piece.index()][square.index()].0;
            key ^= piece_key.rotate_left(2 * u32::from(level));
        }
        Key(key)
    }

    /// Adds the stack on `square` to the bitboards and the key, or removes it. Every change of a
    /// stack is enclosed by two calls.
    fn toggle(&mut self, square: Square) {
        let slot = self.base[square.index()];
        if slot == 0 {
            return;
        }
        let bit = Bitboard::of(square);
        let piece = self.pieces[usize::from(slot)];
        self.colors[piece.color()] ^= bit;
        self.roles[piece.role()] ^= bit;
        if piece.is_ghost() {
            self.ghosts ^= bit;
        }
        if self.above[usize::from(slot)] == 0 {
            self.key ^= KEYS[piece.index()][square.index()];
        } else {
            self.loaded ^= bit;
            self.toggle_inside(square);
            self.key ^= self.stack_key(square);
        }
    }

    /// Adds the contents of the rook on `square` to the bitboards if it is among `loaded`, removes
    /// them otherwise.
    fn toggle_inside(&mut self, square: Square) {
        let bit = Bitboard::of(square);
        if self.loaded.contains(square) {
            let mut slot = self.above[usize::from(self.base[square.index()])];
            while slot != 0 {
                let piece = self.pieces[usize::from(slot)];
                self.inside[piece.color()][piece.role()] |= bit;
                slot = self.above[usize::from(slot)];
            }
        } else {
            for set in self.inside.0.iter_mut().flat_map(|sets| &mut sets.0) {
                *set = set.without(bit);
            }
        }
    }

    /// Puts a new piece on top of the stack on `square`. Has no effect on a full board.
    pub(super) fn add(&mut self, square: Square, piece: Piece) {
        if usize::from(self.used) < MAX_PIECES {
            self.used += 1;
            self.pieces[usize::from(self.used)] = piece;
            self.may_have_ghosts |= piece.is_ghost();
            self.push(square, self.used);
        }
    }

    /// Puts a piece with everything above it on top of the stack on `square`.
    pub(super) fn push(&mut self, square: Square, slot: Slot) {
        self.toggle(square);
        let mut top = self.base[square.index()];
        if top == 0 {
            self.base[square.index()] = slot;
        } else {
            while self.above[usize::from(top)] != 0 {
                top = self.above[usize::from(top)];
            }
            self.above[usize::from(top)] = slot;
        }
        self.toggle(square);
    }

    /// Removes the whole stack from `square`; returns 0 if there is none.
    pub(super) fn take(&mut self, square: Square) -> Slot {
        self.toggle(square);
        std::mem::take(&mut self.base[square.index()])
    }

    /// Removes the piece at `level` and everything above it from `square`.
    pub(super) fn split(&mut self, square: Square, level: Level) -> Slot {
        if level == 0 {
            return self.take(square);
        }
        self.toggle(square);
        let below = usize::from(self.slot(square, level - 1));
        let slot = std::mem::take(&mut self.above[below]);
        self.toggle(square);
        slot
    }

    /// Removes the piece at `level` from `square`; the pieces above move down (crazy K2).
    pub(super) fn pull(&mut self, square: Square, level: Level) -> Slot {
        self.toggle(square);
        let slot = self.slot(square, level);
        let next = std::mem::take(&mut self.above[usize::from(slot)]);
        if level == 0 {
            self.base[square.index()] = next;
        } else {
            let below = usize::from(self.slot(square, level - 1));
            self.above[below] = next;
        }
        self.toggle(square);
        slot
    }

    /// Removes a piece that moves: a rook with its load, others alone (crazy K2).
    pub(super) fn lift(&mut self, square: Square, level: Level) -> Slot {
        match self.at(square, level).map(Piece::role) {
            Some(Role::Rook) => self.split(square, level),
            _ => self.pull(square, level),
        }
    }

    /// Removes the piece above the one in `slot`, with everything above it, from a stack that is
    /// off the board.
    pub(super) fn unload(&mut self, slot: Slot) -> Slot {
        std::mem::take(&mut self.above[usize::from(slot)])
    }

    /// Marks a pawn and exchanges it with a piece on another square (crazy K26).
    pub(super) fn disguise(&mut self, pawn: (Square, Level), piece: (Square, Level)) {
        let places = [pawn, piece];
        let [pawn, piece] = places.map(|(square, level)| usize::from(self.slot(square, level)));
        for (square, _) in places {
            self.toggle(square);
        }
        self.pieces[pawn] = self.pieces[pawn].marked();
        self.pieces.swap(pawn, piece);
        for (square, _) in places {
            self.toggle(square);
        }
    }

    /// Replaces a piece off the board by `piece`.
    pub(super) fn transform_in_air(&mut self, slot: Slot, piece: Piece) {
        self.may_have_ghosts |= piece.is_ghost();
        self.pieces[usize::from(slot)] = piece;
    }

    /// Replaces the piece at `level` on `square` by `piece`.
    pub(super) fn transform(&mut self, square: Square, level: Level, piece: Piece) {
        let slot = self.slot(square, level);
        self.toggle(square);
        self.pieces[usize::from(slot)] = piece;
        self.toggle(square);
    }

    /// Removes ghosts of `color` that did not rise in this turn, and clears the marks of ghosts
    /// (crazy K33).
    pub(super) fn remove_ghosts(&mut self, color: Color) {
        if !self.may_have_ghosts {
            return;
        }
        self.may_have_ghosts = false;
        for square in self.ghosts | self.loaded {
            let mut level = 0;
            while let Some(piece) = self.at(square, level) {
                if !piece.is_ghost() {
                    level += 1;
                } else if piece.color() == color && !piece.is_marked() {
                    self.pull(square, level);
                } else {
                    self.may_have_ghosts = true;
                    self.transform(square, level, piece.unmarked());
                    level += 1;
                }
            }
        }
    }

    /// Returns the squares with a piece of `color` and `role` at any level.
    pub fn presence(&self, color: Color, role: Role) -> Bitboard {
        self.pieces(color, role) | self.inside[color][role]
    }

    /// Returns the board with the players exchanged, mirrored vertically.
    pub fn mirrored(&self) -> Board {
        let mut board = Board::default();
        for square in self.occupied() {
            for piece in self.stack(square) {
                board.add(square.flipped(), piece.mirrored());
            }
        }
        board
    }
}
