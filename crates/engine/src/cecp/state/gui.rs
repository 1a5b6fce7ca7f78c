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
    /// The squares clicked for a turn: where a piece was lifted, and what it goes on from.
    pub(super) path: Vec<String>,
    /// The square from which a person lifted a piece.
    pub(super) lifted: Option<String>,
    /// The squares from and to which a person moved a piece that goes on from there.
    pub(super) via: Option<(String, String)>,
    /// The turns of which a person is to choose one.
    pub(super) asked: Vec<String>,
}
