//! `eval`: the static evaluation by terms.

use std::io::Write;

use jabberwock_engine::PieceValue;
use jabberwock_game::{Color, visible};

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
        for (row, term) in evaluation.rows().zip(&evaluation.terms) {
            let balance = visible(term.white - term.black, 1);
            writeln!(out, "{row} {balance:>8.1}")?;
        }
        writeln!(out, "total {} for {}", evaluation.total, session.turn())?;
        write_values(out, &session.piece_values())
    }
}

/// Lists the value of each piece to its owner.
fn write_values(out: &mut dyn Write, values: &[PieceValue]) -> Result<(), Failure> {
    const COLUMNS: usize = 6;
    for color in Color::ALL {
        let own: Vec<&PieceValue> = values.iter().filter(|value| value.color == color).collect();
        if own.is_empty() {
            continue;
        }
        writeln!(out, "\n{color}'s men, centipawns lost without each")?;
        for line in own.chunks(COLUMNS) {
            let values = line.iter().map(|value| {
                let piece = format!("{} {}", value.square, value.piece);
                format!("{piece:<5} {:>5}", value.value.0)
            });
            writeln!(out, "{}", values.collect::<Vec<String>>().join("   "))?;
        }
    }
    Ok(())
}
