//! The state of the client's board.

use crate::cecp::xboard::{ShownGame, Square};

/// The role of this engine among `XBoard`'s two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Seat {
    /// The one whose `setup` is read. Assumed unless `setboard` precedes the first ply.
    #[default]
    First,
    /// The other one: it receives the start of every game by `setboard`.
    Second,
    /// Either one, since the game began from a position that was sent to both.
    Unknown,
}

/// Lines that are deferred until the client's notation of turns is known.
#[derive(Debug, Default)]
pub(super) enum Deferred {
    /// Nothing is deferred: the notation is known, or the features were not printed.
    #[default]
    Off,
    /// No lines yet: the features were printed, and `extmoves` has not been answered.
    Unanswered,
    /// `edit` and the lines after it.
    Lines(Vec<String>),
}

/// The state of the client: whether it is `XBoard`, and the game on its board.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
pub(super) struct Gui {
    /// Whether the client is `XBoard`.
    pub(super) is_xboard: bool,
    /// The deferred lines.
    pub(super) deferred: Deferred,
    /// Whether the opponent is an engine.
    pub(super) against_engine: bool,
    /// The role of this engine among `XBoard`'s engines in the current game.
    pub(super) seat: Seat,
    /// The game on `XBoard`'s board; `None` if the client reads native turns.
    pub(super) shown_game: Option<ShownGame>,
    /// The squares from which a person lifted a piece in sequence: its own, and those from which it
    /// moved on. `None` is beside the board.
    pub(super) path: Vec<Option<Square>>,
    /// Whether the piece is lifted from the last square of the path.
    pub(super) is_lifted: bool,
    /// The square on which it was put afterwards.
    pub(super) put: Option<Square>,
    /// Whether squares are marked that are not part of a mouse action: the floor, or targets of the
    /// rest of a turn.
    pub(super) is_floor_marked: bool,
    /// The turns from which a person must choose.
    pub(super) asked: Vec<String>,
}
