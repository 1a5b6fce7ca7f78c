//! The file of annotated games.

use std::{
    collections::VecDeque,
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use jabberwock_arena::records::{RecordedGame, games, read_own_file};

use crate::failure::Failure;

/// The file of annotated games, which may have some already. One that was created for nothing is removed.
pub(super) struct Output {
    path: PathBuf,
    file: File,
    /// Whether it was created, and no game has been written yet.
    is_unused: bool,
    /// The games of an earlier run that have not been met again, the first one first.
    done: VecDeque<RecordedGame>,
}

impl Output {
    /// Creates the file, or with `resume` opens the one that a run with the same settings has left.
    /// An incomplete game at its end is removed.
    pub(super) fn open(path: &Path, resume: bool, annotator: &str) -> Result<Output, Failure> {
        let error = |error| Failure::file(path, error);
        let mut options = OpenOptions::new();
        options.write(true);
        let file = match options.clone().create_new(true).open(path) {
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => None,
            file => Some(file.map_err(error)?),
        };
        if let Some(file) = file {
            return Ok(Output {
                path: path.to_owned(),
                file,
                is_unused: true,
                done: VecDeque::new(),
            });
        }
        let shown = path.display();
        if !resume {
            let message = format!("{shown} exists already; --resume goes on in it");
            return Err(Failure::Options(message));
        }
        let text = read_own_file(path).map_err(error)?;
        let mut done = VecDeque::new();
        let mut complete = String::new();
        for game in games(&text) {
            let game = game.map_err(|problem| Failure::Options(format!("{shown}: {problem}")))?;
            if game.problem.is_some() {
                break;
            }
            if game.tag("Annotator") != Some(annotator) {
                let message = format!("{shown}: line {}: not a game of this run", game.line);
                return Err(Failure::Options(message));
            }
            complete.push_str(&game.text());
            done.push_back(game);
        }
        if !text.starts_with(&complete) {
            let message = format!("{shown} was changed since it was written");
            return Err(Failure::Options(message));
        }
        let file = options.append(true).open(path).map_err(error)?;
        file.set_len(complete.len() as u64)
            .map_err(|error| Failure::write(path, error))?;
        Ok(Output {
            path: path.to_owned(),
            file,
            is_unused: false,
            done,
        })
    }

    /// Whether an earlier run has annotated `game`, the next one of the record.
    pub(super) fn has(&mut self, game: &RecordedGame) -> Result<bool, Failure> {
        let Some(done) = self.done.pop_front() else {
            return Ok(false);
        };
        if done.variant.name == game.variant.name && done.turns().eq(game.turns()) {
            return Ok(true);
        }
        let path = self.path.display();
        let message = format!("{path}: line {}: a game of another record", done.line);
        Err(Failure::Options(message))
    }

    /// Appends an annotated game and waits until it is on the disk.
    pub(super) fn append(&mut self, game: &RecordedGame) -> Result<(), Failure> {
        self.is_unused = false;
        let written = self.file.write_all(game.text().as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::write(&self.path, error))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.is_unused {
            // It is only in the way if it stays.
            fs::remove_file(&self.path).ok();
        }
    }
}
