//! The arguments that name a position, shared by the commands that work on one.

use clap::Args;
use jabberwock_engine::{Session, open};

use crate::failure::Failure;

/// A game, a position of it and turns made from there.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// Name or alias of the game
    #[arg(required = true)]
    pub(crate) variant: Option<String>,
    /// Text of the position, or `startpos` [default: the game's start]
    #[arg(long, visible_alias = "fen", value_name = "POS")]
    position: Option<String>,
    /// Turns to make first, separated by blanks
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,
}

impl PositionArgs {
    /// Returns the game at this position, after these turns.
    ///
    /// # Errors
    /// If there is no such game, or the position or a turn is not valid.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, Failure> {
        let mut session = open(self.variant.as_deref().unwrap_or_default())?;
        if let Some(text) = self.position.as_deref()
            && text.trim() != "startpos"
        {
            session.set_position(text)?;
        }
        for turn in self.moves.iter().flat_map(|text| text.split_whitespace()) {
            session.play(turn)?;
        }
        Ok(session)
    }
}
