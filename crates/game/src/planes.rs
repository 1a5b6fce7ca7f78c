//! Positions as sets of squares, the inputs of a network.

use crate::Color;

/// The number of inputs of a plane, one for each square of an 8x8 board.
pub const INPUTS_PER_PLANE: usize = 64;

/// The bits of a square's index that are flipped when the wings are exchanged.
const OTHER_WING: u16 = 7;
const FILES_A_TO_D: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Returns `input` with the wings exchanged: a1 becomes h1. Kinds from `kinds_on_squares` on are
/// numbers, which are unchanged.
#[inline]
pub const fn on_other_wing(input: u16, kinds_on_squares: usize) -> u16 {
    if (input as usize) < 2 * kinds_on_squares * INPUTS_PER_PLANE {
        input ^ OTHER_WING
    } else {
        input
    }
}

/// The symmetry that maps the board to the other player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneMirror {
    /// The ranks are exchanged, as in chess: a1 becomes a8.
    Ranks,
    /// The board is rotated by 180 degrees: a1 becomes h8.
    HalfTurn,
}

impl PlaneMirror {
    /// Returns the bits of a square's index that are flipped.
    const fn squares(self) -> u16 {
        match self {
            PlaneMirror::Ranks => 0x38,
            PlaneMirror::HalfTurn => 0x3f,
        }
    }

    /// Returns `input` from the other player's point of view: with the other owner, on the mirrored
    /// square.
    #[inline]
    pub const fn input(self, input: u16) -> u16 {
        input ^ (INPUTS_PER_PLANE as u16 | self.squares())
    }
}

/// Maps inputs to the point of view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The bits of an input that are flipped.
    changed: u16,
}

impl View {
    /// Maps `input`, which is given from White's point of view.
    #[inline]
    pub const fn input(self, input: u16) -> u16 {
        input ^ self.changed
    }
}

/// A position as sets of squares. Each kind of feature has one plane for White and one for Black.
///
/// Input `(2 * kind + color) * 64 + square` is set if `color` has a `kind` on `square`; squares are
/// numbered from a1 by files, then by ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    bits: Box<[u64]>,
    mirror: PlaneMirror,
    king: Option<usize>,
}

impl Planes {
    /// Returns empty planes for `kinds` kinds.
    pub fn new(kinds: usize, mirror: PlaneMirror) -> Planes {
        Planes {
            bits: vec![0; 2 * kinds].into(),
            mirror,
            king: None,
        }
    }

    /// Exchanges the wings in the view of a player whose `king` is on files a to d, so that a
    /// network learns only one of two positions that are equal but for their wings. `king` is a
    /// kind of which each player has at most one. All kinds must be on squares.
    pub fn with_king(self, king: Option<usize>) -> Planes {
        Planes { king, ..self }
    }

    /// Empties all planes.
    #[inline]
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Copies `other`, which has the same number of planes.
    #[inline]
    pub fn copy_from(&mut self, other: &Planes) {
        self.bits.copy_from_slice(&other.bits);
    }

    /// Sets the squares on which `color` has a `kind`, as a bitboard.
    #[inline]
    pub fn set(&mut self, kind: usize, color: Color, squares: u64) {
        self.bits[2 * kind + color.index()] = squares;
    }

    /// Adds to the squares on which `color` has a `kind`, as a bitboard.
    #[inline]
    pub fn add(&mut self, kind: usize, color: Color, squares: u64) {
        self.bits[2 * kind + color.index()] |= squares;
    }

    /// Sets input `number` of `color` for a `kind` that is not on squares.
    #[inline]
    pub fn add_number(&mut self, kind: usize, color: Color, number: u32) {
        let bit = match color {
            Color::White => number,
            Color::Black => number ^ u32::from(self.mirror.squares()),
        };
        self.add(kind, color, 1 << (bit & 63));
    }

    /// Returns the mapping of the inputs to `color`'s point of view.
    #[inline]
    pub fn view(&self, color: Color) -> View {
        let is_on_other_wing = self
            .king
            .is_some_and(|king| self.bits[2 * king + color.index()] & FILES_A_TO_D != 0);
        let wings = if is_on_other_wing { OTHER_WING } else { 0 };
        let side = match color {
            Color::White => 0,
            Color::Black => self.mirror.input(0),
        };
        View {
            changed: side ^ wings,
        }
    }

    /// Returns the planes as bitboards, White's and Black's of each kind alternately.
    #[inline]
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Returns the number of inputs that are set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.bits.iter().map(|plane| plane.count_ones()).sum()
    }

    /// Returns the inputs that are set, from White's point of view.
    pub fn inputs(&self) -> impl Iterator<Item = u16> + '_ {
        let planes = self.bits.iter().enumerate();
        planes.flat_map(|(plane, &bits)| inputs_of(plane, bits))
    }
}

/// Returns the inputs of the squares in the bitboard `bits` of a plane.
#[inline]
pub fn inputs_of(plane: usize, bits: u64) -> impl Iterator<Item = u16> {
    let first = (plane * INPUTS_PER_PLANE) as u16;
    let mut left = bits;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let input = first + left.trailing_zeros() as u16;
        left &= left - 1;
        Some(input)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_numbered_by_kind_color_and_square() {
        let mut planes = Planes::new(2, PlaneMirror::Ranks);
        planes.set(1, Color::Black, 1 << 63 | 1);
        planes.set(0, Color::White, 1 << 9);
        assert_eq!(
            planes.inputs().collect::<Vec<_>>(),
            [9, 3 * 64, 3 * 64 + 63]
        );
        assert_eq!(planes.count(), 3);
    }

    #[test]
    fn a_player_with_the_king_on_the_other_wing_sees_the_wings_exchanged() {
        let mut planes = Planes::new(2, PlaneMirror::Ranks).with_king(Some(1));
        planes.set(0, Color::White, 1 << 9);
        planes.set(1, Color::White, 1 << 3);
        planes.set(1, Color::Black, 1 << 60);
        let seen = |color| {
            let view = planes.view(color);
            planes.inputs().map(move |input| view.input(input))
        };
        assert!(seen(Color::White).eq([14, 2 * 64 + 4, 3 * 64 + 59]));
        assert!(seen(Color::Black).eq([64 + 49, 3 * 64 + 59, 2 * 64 + 4]));
    }

    #[test]
    fn the_mirror_of_an_input_is_the_other_sides_on_the_mirrored_square() {
        for (mirror, square) in [(PlaneMirror::Ranks, 52), (PlaneMirror::HalfTurn, 63 - 12)] {
            let mut white = Planes::new(3, mirror);
            let mut black = white.clone();
            white.set(2, Color::White, 1 << 12);
            white.add_number(1, Color::White, 5);
            black.set(2, Color::Black, 1 << square);
            black.add_number(1, Color::Black, 5);
            let mirrored = white.inputs().map(|input| mirror.input(input));
            assert!(mirrored.eq(black.inputs()), "{mirror:?}");
        }
    }
}
