//! `eval`: the static evaluation by terms.

use std::io::Write;

use crate::{failure::Failure, position_args::PositionArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  jabberwock eval hop")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let session = self.game.open()?;
        let evaluation = session.evaluation();
        writeln!(
            out,
            "{:24} {:>8} {:>8} {:>8}",
            "term", "White", "Black", "balance"
        )?;
        for term in &evaluation.terms {
            let balance = term.white - term.black;
            writeln!(
                out,
                "{:24} {:>8.1} {:>8.1} {balance:>8.1}",
                term.name, term.white, term.black
            )?;
        }
        writeln!(out, "total {} for {}", evaluation.total, session.turn())?;
        Ok(())
    }
}
