//! The display of a game in the graphical interface `XBoard`, as data.
//!
//! `XBoard` has types of pieces, each with a picture and a letter, and takes its other rules from a
//! *parent*: one of its own variants.

mod position;

pub use position::XBoardPosition;

/// The `XBoard` display of a game. Everything else is derived from the game's scenes.
#[derive(Debug)]
pub struct XBoardLayout {
    /// The variant from which `XBoard` takes its rules.
    pub parent: XBoardParent,
    /// The number of types shown beside the board, 0 if there are none: the first types in the
    /// order of their slots.
    pub holdings: u8,
    /// Letters of types, and their initial number in the holdings of each player.
    pub stock: &'static [(char, u8)],
    /// The types, those that move first within a turn first. A square shows the first that matches.
    pub pieces: &'static [XBoardPiece],
    /// Converts a position of `XBoard`, which need not be legal, to a position text of the game;
    /// the error is the reason why the board alone does not determine one.
    pub text: fn(&XBoardPosition) -> Result<String, String>,
}

/// The variant from which `XBoard` takes the rules of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XBoardParent {
    /// A piece that moves onto one of its own side swaps places with it.
    Chu,
    /// A piece that moves onto one of its own side captures it; a pawn on the last rank becomes a
    /// queen.
    Lion,
}

/// A type of `XBoard`'s pieces, and the objects it represents.
#[derive(Debug)]
pub struct XBoardPiece {
    /// Its letter, upper case.
    pub letter: char,
    /// Its picture.
    pub slot: XBoardSlot,
    /// The glyph in scenes that it represents.
    pub glyph: &'static str,
    /// The form of the glyph; `None` for any.
    pub form: Option<&'static str>,
    /// The required contents of the piece.
    pub inside: XBoardInside,
}

/// The contents that a piece must have to be shown as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XBoardInside {
    /// Anything or nothing.
    Any,
    /// Anything but nothing.
    Something,
    /// This glyph of its own side.
    Own(&'static str),
    /// This glyph of the other side.
    Enemy(&'static str),
    /// This glyph of each side.
    Both(&'static str),
}

/// An index in `XBoard`'s list of types, which determines the picture. Only types with distinct
/// pictures are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum XBoardSlot {
    /// A pawn. `XBoard` lets it capture en passant by its own rule.
    Pawn = 0,
    /// A horse.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A dome.
    Ferz = 5,
    /// Crossed swords.
    Angel = 7,
    /// A star.
    Marshall = 8,
    /// A bell.
    Man = 10,
    /// A mitre.
    Cardinal = 13,
    /// A crowned rook.
    Dragon = 14,
    /// A unicorn.
    Unicorn = 20,
    /// A castle with a gate.
    Tower = 25,
    /// A king's picture without a king's rules: `XBoard` does not let it castle or be in check.
    Monarch = 50,
    /// A lion.
    Nothing = 52,
    /// An elephant.
    Drunk = 53,
    /// A wheel.
    Wheer = 54,
}

impl XBoardSlot {
    /// The number of slots; the last is that of a king, which castles and may be in check.
    pub const COUNT: usize = 66;
}

impl XBoardPiece {
    /// Creates a type for all pieces with this glyph.
    pub(crate) const fn new(letter: char, slot: XBoardSlot, glyph: &'static str) -> XBoardPiece {
        XBoardPiece {
            letter,
            slot,
            glyph,
            form: None,
            inside: XBoardInside::Any,
        }
    }

    /// Restricts the type to this form of the glyph.
    pub(crate) const fn form(mut self, form: &'static str) -> XBoardPiece {
        self.form = Some(form);
        self
    }

    /// Restricts the type to pieces with these contents.
    pub(crate) const fn inside(mut self, inside: XBoardInside) -> XBoardPiece {
        self.inside = inside;
        self
    }
}
