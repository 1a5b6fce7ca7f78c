//! The client's board.

use crate::cecp::xboard::{ShownGame, Square};

/// The role of this engine among `XBoard`'s two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Seat {
    /// The one whose `setup` is read. It is so unless `setboard` comes before the first ply.
    #[default]
    First,
    /// The other one: it is shown the start of every game by `setboard`.
    Second,
    /// Either one, since the game began from a position that both were shown.
    Unknown,
}

/// Lines that are deferred until it is known how the client writes turns.
#[derive(Debug, Default)]
pub(super) enum Deferred {
    /// No lines: it is known, or the features were not printed.
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
    /// Lines to be read when that is known.
    pub(super) deferred: Deferred,
    /// Whether the opponent is an engine.
    pub(super) against_engine: bool,
    /// Which engine of `XBoard`'s this one is in the present game.
    pub(super) seat: Seat,
    /// The game on `XBoard`'s board; `None` if the client reads native turns.
    pub(super) shown_game: Option<ShownGame>,
    /// The squares from which a person lifted a piece one after another: its own, and those that it
    /// went on from. `None` is beside the board.
    pub(super) path: Vec<Option<Square>>,
    /// Whether the piece is lifted from the last square of the path.
    pub(super) is_lifted: bool,
    /// The square on which it was put since.
    pub(super) put: Option<Square>,
    /// Whether something is marked without being touched: the floor, or where the rest of a turn goes.
    pub(super) is_floor_marked: bool,
    /// The turns of which a person is to choose one.
    pub(super) asked: Vec<String>,
}
