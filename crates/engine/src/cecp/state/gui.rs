//! The client's board.

use crate::cecp::xboard::Desk;

/// The state of the client: whether it is `XBoard`, and the game on its board.
#[derive(Debug, Default)]
pub(super) struct Gui {
    /// Whether the client is `XBoard`.
    pub(super) is_xboard: bool,
    /// Whether the opponent is an engine.
    pub(super) against_engine: bool,
    /// The game on `XBoard`'s board; `None` if the client reads native turns.
    pub(super) desk: Option<Desk>,
    /// The squares from which a person lifted a piece: one, or two where it went on from the second.
    pub(super) path: Vec<String>,
    /// Whether the piece is lifted from the last square of the path.
    pub(super) is_lifted: bool,
    /// The square on which it was put since.
    pub(super) put: Option<String>,
    /// The turns of which a person is to choose one.
    pub(super) asked: Vec<String>,
}
