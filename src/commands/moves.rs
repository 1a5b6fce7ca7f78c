//! `moves`: every legal turn, or the parts of turns if there are too many.

use std::io::Write;

use crate::{failure::Failure, position_args::PositionArgs};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  jabberwock moves chess --position \"7k/8/8/8/8/8/8/K6R w - - 0 1\"\n\n\
In mega-games: the mega-moves, then the turns on each board as `a1 e2e4`, last `total N`."
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let session = self.game.open()?;
        if let Some(listed) = session.listed_turns() {
            for turn in listed.legal_turns()? {
                writeln!(out, "{turn}")?;
            }
            return Ok(());
        }
        let survey = session.survey().unwrap_or_default();
        for turn in &survey.moves {
            writeln!(out, "{turn}")?;
        }
        for (board, turns) in &survey.boards {
            for turn in turns {
                writeln!(out, "{board} {turn}")?;
            }
        }
        let count = survey
            .count
            .as_deref()
            .unwrap_or("unknown, it has too many digits");
        Ok(writeln!(out, "total {count}")?)
    }
}
