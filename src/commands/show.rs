//! `show`: a position for people.

use std::io::Write;

use jabberwock_engine::Session;
use jabberwock_game::{MarkKind, Scene};
use serde::Serialize;

use crate::{failure::Failure, json::json, position_args::PositionArgs, record_args::RecordArgs};

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", |arg| arg.required(false).required_unless_present("pgn")))]
#[command(after_help = "\
Examples:
  jabberwock show hop --moves \"e2e4 g8f6@d5\"
  jabberwock show mega --board a1 --json
  jabberwock show --pgn games.pgn --game 2 --ply 30

docs/scenes.md describes the fields of the JSON object.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
    #[command(flatten)]
    record: RecordArgs,
    /// Draw only this board of a mega-game: `a1`, or `a1/b2` for one on the board of a1
    #[arg(long, value_name = "SQUARE")]
    board: Option<String>,
    /// Print what the board shows as one JSON object on a line
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Shown {
    variant: &'static str,
    check: bool,
    outcome: Option<String>,
    #[serde(flatten)]
    scene: Scene,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let recorded = self.record.open(self.game.variant.as_deref())?;
        let Some(recorded) = recorded else {
            return self.show(self.game.open()?.as_ref(), out);
        };
        self.show(recorded.session.as_ref(), out)?;
        if !self.json && self.board.is_none() {
            write!(out, "{}", recorded.describe())?;
        }
        out.flush()?;
        recorded.problem.map_or(Ok(()), Err)
    }

    fn show(&self, session: &dyn Session, out: &mut dyn Write) -> Result<(), Failure> {
        let scene = session.scene(self.board.as_deref().unwrap_or_default())?;
        if self.json {
            return print_json(session, scene, self.board.is_none(), out);
        }
        writeln!(out, "{}\n", scene.draw().trim_end())?;
        writeln!(out, "position {}", scene.position.unwrap_or_default())?;
        if self.board.is_some() {
            return Ok(());
        }
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

/// A board within the game has no outcome: the games on boards are running.
fn print_json(
    session: &dyn Session,
    scene: Scene,
    is_whole: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let outcome = session.outcome().filter(|_| is_whole);
    let shown = Shown {
        variant: session.entry().name,
        check: scene.marks.iter().any(|mark| mark.kind == MarkKind::Check),
        outcome: outcome.map(|outcome| outcome.to_string()),
        scene,
    };
    Ok(writeln!(out, "{}", json(&shown))?)
}
