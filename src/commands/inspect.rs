//! `inspect`: the rules for programs.

use std::io::{self, Write};

use jabberwock_engine::{
    InputLine,
    inspect::{answer, answer_to_long_line},
    lines, open,
};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock inspect chess < positions.txt

A line `POS` is answered by the position in canonical form, whether it is check, how the game ended
and every legal turn with the position after it (in mega-games their number, the mega-moves, and
the turns on each board); a line `POS<TAB>TURN` by the position after that
turn; anything else by {\"error\": ...}.")]
pub(crate) struct Args {
    /// Name or alias of the game
    variant: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut session = open(&self.variant)?;
        for line in lines(io::stdin()) {
            let answer = match line.map_err(Failure::input)? {
                InputLine::Whole(line) => answer(session.as_mut(), &line),
                InputLine::TooLong(beginning) => answer_to_long_line(&beginning),
            };
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    }
}
