//! `moves`: every legal turn.

use std::io::Write;

use super::Game;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  jabberwock moves chess --position \"7k/8/8/8/8/8/8/K6R w - - 0 1\""
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for turn in self.game.open()?.legal_turns() {
            writeln!(out, "{turn}")?;
        }
        Ok(())
    }
}
