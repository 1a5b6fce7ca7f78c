//! `show`: a position for people.

use std::io::Write;

use crate::{failure::Failure, position_args::PositionArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  jabberwock show hop --moves \"e2e4 g8f6@d5\"")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
    /// Draw only this board of a mega-game: `a1`, or `a1/b2` for one on the board of a1
    #[arg(long, value_name = "SQUARE")]
    board: Option<String>,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let session = self.game.open()?;
        if let Some(path) = &self.board {
            let drawing = session.drawing_of(path)?;
            return Ok(writeln!(out, "{}", drawing.trim_end())?);
        }
        writeln!(out, "{}", session.drawing().trim_end())?;
        writeln!(out)?;
        writeln!(out, "position {}", session.position())?;
        writeln!(out, "to move  {}", session.turn())?;
        let check = if session.is_check() { "yes" } else { "no" };
        writeln!(out, "check    {check}")?;
        match session.outcome() {
            Some(outcome) => writeln!(out, "outcome  {outcome}")?,
            None => writeln!(out, "outcome  none")?,
        }
        Ok(())
    }
}
