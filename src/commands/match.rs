//! `match`: games between players.

mod args;
mod join;
mod pairings;
mod progress;
mod setup;
#[cfg(feature = "board")]
mod show;
#[cfg(not(feature = "board"))]
#[path = "match/unshown.rs"]
mod show;

use std::{
    io::{self, Write},
    path::Path,
};

use jabberwock_arena::{
    description::MatchDescription,
    records::{self, GameHeader, RecordFile},
    referee::GameProgress,
    schedule::Pairing,
    scoreboard::Scoreboard,
    tournament::{FinishedGame, Tournament},
};
use jabberwock_game::ByColor;

pub(crate) use self::args::Args;
use self::{progress::Progress, show::Show};
use crate::{
    failure::{Failure, warn},
    interrupt::{is_interrupted, stop_on_interrupt},
};

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(paths) = &self.join {
            return join::run(paths, setup::sprt(self)?, self.json, out);
        }
        let stop = stop_on_interrupt();
        let tournament = setup::tournament(self, &stop)?;
        if is_interrupted() {
            // Without all its openings the tournament is not the requested one.
            return Ok(());
        }
        if tournament.repeats_games() {
            warn(&format!(
                "fewer openings ({}) than pairs of games: without a clock, later games may repeat \
                 earlier ones",
                tournament.openings.len()
            ));
        }
        if self.pairings {
            let scoreboard = self.recorded(&tournament)?;
            return pairings::print(&tournament, &scoreboard, self.json, out);
        }
        let page = show::bind(self)?;
        let (mut record_file, scoreboard) = self.record_file(&tournament)?;
        let page = page.map(|page| Show::start(page, &tournament, &scoreboard));
        let page = page.transpose()?;
        let on_progress = |pairing: Pairing, progress: &GameProgress<'_>| {
            if let Some(page) = &page {
                page.progress(pairing, progress);
            }
        };
        let start = jabberwock_engine::open(tournament.variant.name)?.position();
        let description = tournament.description();
        let mut progress = Progress::new(&tournament, &scoreboard, self.report, self.json, out);
        let result = tournament.run(scoreboard, &stop, &on_progress, &mut |game| {
            if let Some(page) = &page {
                page.finished(&tournament, game);
            }
            if let Some(file) = &mut record_file {
                file.append(&record(&tournament, &description, game, &start))?;
            }
            if !progress.show(&tournament, game) {
                stop.stop();
            }
            Ok(())
        });
        if let Some(page) = page {
            page.finish();
        }
        let report = progress.finish(&tournament, &result?)?;
        if self.json {
            serde_json::to_writer(&mut *out, &report).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(out.flush()?)
    }

    /// Returns the results that the record to be continued has. The file is neither created nor
    /// changed.
    fn recorded(&self, tournament: &Tournament) -> Result<Scoreboard, Failure> {
        match &self.record {
            None => Ok(tournament.resume(&[])?),
            Some(path) if self.resume => {
                let games = RecordFile::read(path).map_err(|error| Failure::file(path, error))?;
                Ok(tournament.resume(&games)?)
            }
            Some(_) => {
                let message =
                    "--pairings plays no game for --record; --resume leaves out recorded ones";
                Err(Failure::Options(message.to_owned()))
            }
        }
    }

    /// Returns the file to record games in, and the results that it has already.
    fn record_file(
        &self,
        tournament: &Tournament,
    ) -> Result<(Option<RecordFile>, Scoreboard), Failure> {
        let Some(path) = &self.record else {
            return Ok((None, tournament.resume(&[])?));
        };
        if self.resume {
            let error = |error| Failure::file(path, error);
            let mut file = RecordFile::open(path).map_err(error)?;
            let games = file.text().and_then(records::complete_games);
            let (games, complete) = games.map_err(error)?;
            // The file is changed only when all of it is known to be of this match.
            let scoreboard = tournament.resume(&games)?;
            file.keep_complete(complete)
                .map_err(|error| Failure::write(path, error))?;
            return Ok((Some(file), scoreboard));
        }
        let file = RecordFile::create(path).map_err(|error| exists_already(path, error))?;
        Ok((Some(file), tournament.resume(&[])?))
    }
}

/// Returns the failure to create a record at `path`.
fn exists_already(path: &Path, error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::AlreadyExists {
        let path = path.display();
        return Failure::Options(format!(
            "{path} exists already; --resume continues the match in it"
        ));
    }
    Failure::file(path, error)
}

/// Returns the record of a finished game.
fn record(
    tournament: &Tournament,
    description: &MatchDescription,
    game: &FinishedGame<'_>,
    start: &str,
) -> String {
    let players = [game.pairing.white, game.pairing.black];
    let participants = players.map(|player| &tournament.participants[player]);
    let header = GameHeader {
        number: game.pairing.number,
        variant: tournament.variant,
        seed: tournament.seed,
        names: ByColor(participants.map(|participant| participant.name.as_str())),
        descriptions: ByColor(participants.map(|participant| participant.description.as_str())),
        time_controls: ByColor(participants.map(|participant| participant.time_control)),
        description,
        shard: tournament.schedule.shard,
    };
    records::text(&header, game.played, start)
}
