//! The arguments that name a game of a record.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use jabberwock_arena::records::{RecordedGame, games, read_file};
use jabberwock_engine::Session;
use jabberwock_game::counted;
use jabberwock_variants::find;

use crate::{failure::Failure, values};

/// A game of a record, and a turn of it.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Take the position from a game of this record: PGN, of chess also by other programs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pgn: Option<PathBuf>,
    /// The number of the game in the record
    #[arg(long, value_name = "N", default_value_t = 1, requires = "pgn",
          value_parser = values::number::<usize>(1..))]
    game: usize,
    /// The number of turns to make; without it, all
    #[arg(long, value_name = "N", requires = "pgn", value_parser = values::number::<usize>(0..))]
    ply: Option<usize>,
}

/// A position of a recorded game.
pub(crate) struct RecordedPosition {
    /// The game.
    pub(crate) game: RecordedGame,
    /// Its number in the record.
    pub(crate) number: usize,
    /// The game up to the position.
    pub(crate) session: Box<dyn Session>,
    /// The problem of the game at this position, if any.
    pub(crate) problem: Option<Failure>,
}

impl RecordArgs {
    /// Returns the position, if a record is given.
    ///
    /// # Errors
    /// If the record has no such game, or the game no such turn, or it is not one of `variant`.
    pub(crate) fn open(&self, variant: Option<&str>) -> Result<Option<RecordedPosition>, Failure> {
        let Some(path) = &self.pgn else {
            return Ok(None);
        };
        let failed = |problem: String| {
            let path = path.display();
            Failure::Options(format!("{path}: {problem}"))
        };
        let text = read_file(path).map_err(|error| Failure::file(path, error))?;
        let game = games(&text).nth(self.game - 1).ok_or_else(|| {
            let count = games(&text).count();
            let count = counted(count, "game");
            failed(format!("there is no game {} but {count}", self.game))
        })?;
        let mut game = game.map_err(|error| failed(error.to_string()))?;
        if let Some(variant) = variant {
            let (expected, found) = (find(variant)?.name, game.variant.name);
            if expected != found {
                let number = self.game;
                return Err(failed(format!(
                    "game {number} is one of {found} and not {expected}"
                )));
            }
        }
        let turns = game.turns().len();
        let problem = game.problem.take().map(|problem| Failure::Record {
            path: path.display().to_string(),
            problems: vec![problem],
        });
        let problem = match self.ply {
            Some(ply) if ply <= turns => None,
            Some(ply) => {
                let turns = counted(turns, "turn");
                let missing = failed(format!("game {} has {turns} and not {ply}", self.game));
                return Err(problem.unwrap_or(missing));
            }
            None => problem,
        };
        let session = game
            .session(self.ply)
            .map_err(|error| failed(error.to_string()))?;
        Ok(Some(RecordedPosition {
            game,
            number: self.game,
            session,
            problem,
        }))
    }
}

impl RecordedPosition {
    /// Returns the players, the end of the game, and the last turn, one line each.
    pub(crate) fn describe(&self) -> String {
        let RecordedPosition { game, session, .. } = self;
        let [white, black] = ["White", "Black"].map(|color| game.tag(color).unwrap_or("?"));
        let result = game.result.text();
        let end = game
            .end
            .as_ref()
            .map(|end| format!(" {{{end}}}"))
            .unwrap_or_default();
        let mut text = format!(
            "game     {}: {white} - {black}, {result}{end}\n",
            self.number
        );
        let made = session.turns().len();
        if let Some(turn) = made
            .checked_sub(1)
            .and_then(|last| game.main_line.turns.get(last))
        {
            let count = game.turns().len();
            let _ = write!(text, "turn     {made} of {count}: {}", turn.turn);
            if let Some(score) = turn.score {
                let _ = write!(text, ", {score}");
            }
            if let Some(time) = turn.time {
                let _ = write!(text, ", {:.3} s", time.as_secs_f64());
            }
            for comment in &turn.comments {
                let _ = write!(text, " {{{comment}}}");
            }
            text.push('\n');
        }
        text
    }
}
