//! Records of the games that a protocol plays, one line of JSON each.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::session::Session;

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct GameRecord {
    /// The name of the game.
    variant: &'static str,
    /// The text of the start position.
    start: String,
    /// The texts of its turns.
    pub(crate) turns: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if it was not finished.
    result: String,
    /// The reason for the end.
    reason: String,
}

impl GameRecord {
    /// Creates the record of the game of `session`, which ended with `result` for `reason`.
    pub(crate) fn new(session: &dyn Session, result: &str, reason: &str) -> GameRecord {
        GameRecord {
            variant: session.entry().name,
            start: session.origin(),
            turns: session.turns().into_iter().map(str::to_owned).collect(),
            result: result.to_owned(),
            reason: reason.to_owned(),
        }
    }
}

/// A file to which the games of a protocol are appended.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// `None` after a failure.
    file: Option<File>,
}

/// A game that cannot be recorded.
#[derive(Debug, thiserror::Error)]
#[error("no game is recorded any more: {path}: {error}", path = .path.display())]
pub(crate) struct RecordError {
    path: PathBuf,
    error: io::Error,
}

impl Recorder {
    /// Opens or creates the file at `path`. Existing contents are kept.
    ///
    /// # Errors
    /// If it cannot be opened for writing.
    pub fn open(path: &Path) -> io::Result<Recorder> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Recorder {
            path: path.to_owned(),
            file: Some(file),
        })
    }

    /// Appends a game by one write. After a failure nothing more is written, since the file may end
    /// with an incomplete line.
    ///
    /// # Errors
    /// If it cannot be written; reported only once.
    pub(crate) fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let written = serde_json::to_string(game)
            .map_err(io::Error::from)
            .and_then(|line| file.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| {
            self.file = None;
            RecordError {
                path: self.path.clone(),
                error,
            }
        })
    }
}

/// Appends `game` to the file of `recorder`, if there is one, and returns the message of a failure.
pub(crate) fn record(recorder: &mut Option<Recorder>, game: &GameRecord) -> Option<String> {
    let result = recorder.as_mut()?.append(game);
    let failure = result.err()?.to_string();
    log::error!("{failure}");
    Some(failure)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path, process};

    use super::{GameRecord, Recorder, record};
    use crate::open::open;

    #[test]
    fn games_are_appended_a_line_each() {
        let path = env::temp_dir().join(format!("jabberwock-games-{}", process::id()));
        fs::write(&path, "kept\n").unwrap();
        let mut session = open("hop").unwrap();
        session.play("e2e4").unwrap();
        session.play("g8f6@d5").unwrap();
        let mut recorder = Some(Recorder::open(&path).unwrap());
        for reason in ["say \"no\"\n", "quit"] {
            let game = GameRecord::new(session.as_ref(), "*", reason);
            assert_eq!(record(&mut recorder, &game), None);
        }
        let start = session.origin();
        let line = |reason: &str| {
            format!(
                "{{\"variant\":\"hop\",\"start\":\"{start}\",\
                 \"turns\":[\"e2e4\",\"g8f6@d5\"],\"result\":\"*\",\"reason\":\"{reason}\"}}\n"
            )
        };
        let expected = format!("kept\n{}{}", line("say \\\"no\\\"\\n"), line("quit"));
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_opened_is_an_error() {
        assert!(Recorder::open(Path::new("/no/such/folder/games")).is_err());
        assert!(Recorder::open(&env::temp_dir()).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_cannot_be_written_is_named_once() {
        let mut recorder = Some(Recorder::open(Path::new("/dev/full")).unwrap());
        let game = GameRecord::new(open("chess").unwrap().as_ref(), "*", "quit");
        let failure = record(&mut recorder, &game).unwrap();
        assert!(
            failure.starts_with("no game is recorded any more: /dev/full: "),
            "{failure}"
        );
        assert_eq!(record(&mut recorder, &game), None);
    }
}
